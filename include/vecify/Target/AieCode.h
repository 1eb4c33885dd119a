// What the compilers of AI Engines make of code, as far as plans and hints depend on it.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Aie.h"
#include <set>
#include <vector>

namespace vecify {

/// Loops that the compiler is asked to write out: innermost, directly inside another one, short and of constant length.
/// What is pipelined is then the loop around them, which is entered less often.
std::set<OpId> loopsToWriteOut(const Function &code);

/// What the API computes through accumulators or wider lanes obeys the modes on the way out.
struct ModeUse {
  bool rounds = false, saturates = false;
};
ModeUse modesObeyed(const Op &op, const Function &code, const AieCore &core);

/// Of each op: whether reading or writing memory does it on the way (VLDA.UPS, VST.SRS): an accumulator made of what is
/// loaded for it alone, a sum that leaves its accumulator only to be stored.
std::vector<bool> partsOfAccesses(const Function &code);

} // namespace vecify
