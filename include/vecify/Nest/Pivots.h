// Iterations that write what all the others read.
//
//     for (j = 0; j < n; j++)
//       if (d[i][k] + d[k][j] < d[i][j])          j == k writes d[i][k]
//         d[i][j] = d[i][k] + d[k][j];
#pragma once
#include "vecify/Nest/Facts.h"

namespace vecify {

/// The only iteration of the root in which the edge's write meets its read, which reads one place in all of them: a
/// counter value over params. nullopt where the edge is not like that.
std::optional<IndexExpr> pivotOf(const Nest &nest, const Edge &edge);

} // namespace vecify
