// Loops that were unrolled by hand, rolled up again.
//
//     for t < n                          for k < 3*n
//       a[3*t]     += s * b[3*t]           a[k] += s * b[k]
//       a[3*t + 1] += s * b[3*t + 1]
//       a[3*t + 2] += s * b[3*t + 2]
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// The nest whose root runs each of the copies that the body consists of in an iteration of its own: the same
/// instances of the statements in the same order, so it needs no proof. Nest::rolled says how many copies there were.
///
/// Returns: nothing where the body is no sequence of copies, or has loops inside.
std::optional<Nest> rerolled(const Nest &nest);

} // namespace vecify
