// What gcc gets wrong about vectors that overlap those of the next iteration in part.
//
//     for (i = 0; i < 16; i++) {                                              t[i] to t[i + 3], then t[i + 1] to t[i +
//     4]
//       store(&t[i], load(&t[i]) + ...); store(&t[i + 4], load(&t[i + 4]) + ...);
//     }
//
// At -O3 it takes what the load of t[i] finds four iterations later for what was stored to t[i + 4] before, although
// the iterations between have changed a part of it (predictive commoning, seen in gcc 12.2). Where memory may change in
// between it does no such thing.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// The loop, all of which gcc may write out as one iteration, updates such vectors.
bool updatesShiftedVectors(const Function &f, const Op &loop);

/// The function's own code does where it stands in a loop of the source, or of whom it is inlined into.
bool maySeeShiftedVectors(const Function &f);

/// The line that says that memory may change there.
inline constexpr const char *MemoryMayChange =
    "__asm__ volatile(\"\" : : : \"memory\"); /* gcc: the next iteration's vectors may overlap these */";

} // namespace vecify
