// Rows in blocks: what inner loops do in every row of a block, and what they do in some of them only.
//
//     for i < n                                   for t < n / 8
//       for j < i                                   for r < 8                            i = 8*t + r
//         x[i] -= L[i][j] * x[j]            ->        for j < 8*t        x[i] -= ...     as long in all rows
//       x[i] /= L[i][i]                               for j = 8*t to i   x[i] -= ...
//                                                     x[i] /= L[i][i]
//
// The order of the source. Where no row waits for what others of its block do behind the first of these loops, they may
// go apart (Fission), and the first rows of a triangle have lanes although each waits for the one before.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

struct RowBlocks {
  Nest nest;
  LoopId rows = NoId; ///< of a block, as many as were asked for
};

/// nullopt where no loop of the root's body has a bound that moves with the root's counter and a part that all rows of
/// a block have in common, or a scalar would have to go from one part to the next and to what follows the root.
std::optional<RowBlocks> inRowBlocks(const Nest &nest, int64_t rows);

} // namespace vecify
