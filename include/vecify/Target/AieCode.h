// What the compilers of AI Engines make of code, as far as plans and hints depend on it.
#pragma once
#include "vecify/IR/Function.h"
#include <set>
#include <vector>

namespace vecify {

/// Loops that the compiler is asked to write out: innermost, directly inside another one, short and of constant length.
/// What is pipelined is then the loop around them, which is entered less often.
std::set<OpId> loopsToWriteOut(const Function &code);

/// Shifts of lanes go through an accumulator too: to the right they round, to the left they saturate as the modes say.
bool shiftsLanes(const Op &op, const Function &code);

/// Of each op: whether reading or writing memory does it on the way (VLDA.UPS, VST.SRS): an accumulator made of what is
/// loaded for it alone, a sum that leaves its accumulator only to be stored.
std::vector<bool> partsOfAccesses(const Function &code);

} // namespace vecify
