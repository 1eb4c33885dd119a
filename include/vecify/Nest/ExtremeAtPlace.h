// Extremes that are read where they were found, in a scalar instead.
//
//     if (x[i] > x[k]) k = i;        m = x[k]; for i: if (x[i] > m) { m = x[i]; k = i; }
//
// Then k is the place of a maximum.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

/// The nest of one loop that stores nothing, with what lies at a place that it looks for in a scalar. nullopt where
/// there is none. `signedWraps`: -fwrapv.
std::optional<Nest> extremeInScalar(const Nest &nest, bool signedWraps);

} // namespace vecify
