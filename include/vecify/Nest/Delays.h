// A scalar that holds what the iteration before computed.
//
//     y[i] = x[i] + last;                 next = x[i];
//     last = x[i];                        y[i] = x[i] + last;
//                                         last = next;
//
// It is no recurrence: in lane l of a vector it is lane l - 1 of `next`, and in the first lane what the vector before
// left. All that takes is that `next` is computed before `last` is read.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

/// The local that `local` takes its value from at the end of each iteration, if that one is complete before `local` is
/// read; both are assigned once, on the top level of the root's body.
std::optional<LocalId> delayOf(const Nest &nest, LocalId local);

/// A delay by which a place is found, of the loop's counter or what follows from it: beyond the first iterations no delay
/// at all.
bool delaysPlace(const Nest &nest, LocalId local);

/// Gives each scalar that could be a delay its `next`. A read of memory that moves up for it, over stores to other
/// arrays, becomes *early*: none of those stores may hit it in the same iteration.
void formDelays(Nest &nest);

} // namespace vecify
