// Loops whose subscripts move once in several iterations, or start anew: these iterations written out are one.
//
//     for i < n                                  for t < n / 2
//       d[i] = w[i] * s[i >> 1] + c[i & 1]   ->    d[2*t]     = w[2*t]     * s[t] + c[0]
//                                                  d[2*t + 1] = w[2*t + 1] * s[t] + c[1]
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// The nest with so many iterations of its root in one that quotients and remainders of the root's counter are
/// polynomials: the same instances of the statements in the same order, so it needs no proof, but for the last
/// iterations, which do not fill one (Nest::writtenOut).
///
/// Returns: nothing where there is no such subscript or value, too many iterations would be needed, or there are loops
/// inside.
std::optional<Nest> writtenOut(const Nest &nest);

} // namespace vecify
