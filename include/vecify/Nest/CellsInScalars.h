// Sums that an inner loop keeps in memory, in a scalar instead.
//
//     for i: for j: y[i] += a[i][j] * x[j]      for i: { s = y[i]; for j: s += a[i][j] * x[j]; y[i] = s; }
//
// Then the lanes of a tile may lie along j.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

/// The nest with such cells of its inner loops in scalars: those that are updated in every iteration, in any order.
/// Arrays that may overlap must not. nullopt where there are none.
std::optional<Nest> cellsInScalars(const Nest &nest);

} // namespace vecify
