// Vector loops that begin where a cache line does. A register as wide as a line lies across two of them nearly always,
// and each access then takes two; compilers leave it at that. What lies before the first whole line runs under a mask:
//
//     i_head = n >= 512 ? (-(ptrdiff_t)y & 63) / 4 : 0
//     if (0 < i_head) { block under the mask lane < i_head }
//     for (i = i_head; i < i_main; i += 32) ..
#pragma once
#include "vecify/Plan/Plan.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// The access whose lines the loops of the plan should keep to: a store, or else a read. Nothing where the lines are
/// met already, or where a masked block before all others is not worth it, or not right.
std::optional<AccessId> accessToAlign(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                      const Target &target);

} // namespace vecify
