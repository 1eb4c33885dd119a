// Loops that were unrolled by hand, rolled up again.
//
//     for t < n                          for k < 3*n
//       a[3*t]     += s * b[3*t]           a[k] += s * b[k]
//       a[3*t + 1] += s * b[3*t + 1]
//       a[3*t + 2] += s * b[3*t + 2]
//
//     for t < n                          for t < n
//       a[w*t]     = b[8*t]                for copy < 2
//       a[w*t + 1] = b[8*t + 1]              a[w*t + copy] = b[8*t + copy]
//
//     v[3*t]     += a[3*t]               for k < 3*n
//     v[3*t + 1] += a[3*t + 1]             v[k] += a[k]
//     v[3*t + 2] += a[3*t + 2]             x[k] += v[k]
//     x[3*t]     += v[3*t] ..
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// The nest whose root, or a loop inside of it, runs each of the copies that the body consists of in an iteration of
/// its own: the same instances of the statements in the same order, so it needs no proof; but for those that are told
/// apart by their places (Nest::isRearranged). Nest::rolled says how many
/// copies the root runs; a loop inside is made of four and more. The same of loops that are inside others already.
///
/// Returns: nothing where no innermost loop's body is a sequence of copies.
std::optional<Nest> rerolled(const Nest &nest);

} // namespace vecify
