// Sums so far that an array hands from one iteration to the next, in a scalar instead.
//
//     c[i] = c[i - 1] + x[i]        s = c[0]; for i: t = s + x[i]; c[i] = t; s = t
//
// Then the loop is a scan.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

/// The nest of one loop with what it stored last in a scalar, where that makes a scan of it. The array may be no other
/// one. nullopt where there is none.
std::optional<Nest> lastStoredInScalar(const Nest &nest);

} // namespace vecify
