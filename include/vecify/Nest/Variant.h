// A schedule of a nest as plain data: the nest with its loops in another order, and where its tiles may lie.
//
//     for i                          for i                      rows along i
//       for k                          for j                    lanes along j
//         for j                          for k
//           C[i][j] += ...                 C[i][j] += ...
//
// Whatever plans and builds nests takes it like any other; it has facts of its own.
#pragma once
#include "vecify/Nest/Distribution.h"
#include "vecify/Nest/Facts.h"
#include "vecify/Nest/TimeTiling.h"

namespace vecify {

/// A two-dimensional super-vector: lanes along one loop, while some iterations of a loop around it run at once.
struct Tile {
  LoopId lanes = NoId;
  LoopId rows = NoId; ///< around `lanes`; NoId: one row
};

struct Variant {
  Nest nest;
  Facts facts;
  /// No two with a loop around both, except their rows' loop; none: lanes lie along the root, which only sums up.
  std::vector<Tile> tiles;
  std::optional<TimeTiling> time; ///< around the tiles, one in each part; the loops themselves stand as in the source
  std::optional<Distribution> distribution{}; ///< of the root; without tiles
};

} // namespace vecify
