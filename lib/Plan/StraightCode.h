// What compilers gain on straight code.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Compilers make vectors of straight code (SLP), in any loop, where all that an iteration writes are runs of
/// neighbours: of four at a time, with shuffles between them. How many times as fast that is; 1 where they do not.
double gainOfRuns(const Nest &nest);

} // namespace vecify
