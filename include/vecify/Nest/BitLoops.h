// Loops that count the bits of a number, for which compilers have an instruction.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// An inner loop that the data ends and that does nothing but shift a number, or take its lowest bit, and count.
bool countsBits(const Nest &nest, LoopId loop);

} // namespace vecify
