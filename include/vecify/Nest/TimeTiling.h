// Time tiles: several steps of the outermost loop over one part of the grids before the next part is touched.
//
//     for t                                    for t_block: a few steps
//       for i: b[i] = f(a[i-1], a[i+1])          for i_block: from the start to beyond the end, as steps move back
//       for i: a[i] = g(b[i-1], b[i+1])            for t in t_block
//                                                    for i in i_block - 2 * (t - t_block):     b[i] = ...
//                                                    for i in i_block - 2 * (t - t_block) - 1: a[i] = ...
//
// What a part of the body does at step t for row i is done by the tile of row i + shift + skew * (t - t_block). Where
// no dependence goes back along that row, whole tiles may run one after the other; inside a tile everything stays in
// the source's order. Source of the idea: Wolf & Lam, A Data Locality Optimizing Algorithm, PLDI 1991.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/SmallVector.h"

namespace vecify {

struct TimeTiling {
  /// A loop in the body of the root, with the loops inside it that are tiled.
  struct Part {
    NodeId node = NoId;
    llvm::SmallVector<LoopId, 3> loops;   ///< per dimension, outermost first; NoId: it stands at place 0
    llvm::SmallVector<int64_t, 3> shifts; ///< per dimension
  };
  /// How far tiles move back in one step, per dimension.
  llvm::SmallVector<int64_t, 3> skews;
  std::vector<Part> parts; ///< all of the root's body
};

} // namespace vecify
