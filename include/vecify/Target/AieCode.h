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

/// aie::rounding_mode, as far as C has them: `>>`; with half of the unit added before; of floats.
enum class AieRounding { Floor, PositiveInf, ConvEven };
/// "conv_even": the API's name.
const char *textOf(AieRounding rounding);

/// What leaves an accumulator, or the API computes through one or in wider lanes, obeys the modes on the way out: which
/// ones an op needs, if it does.
struct ModeUse {
  std::optional<AieRounding> rounding;
  std::optional<bool> saturates;
};
ModeUse modesObeyed(const Op &op, const Function &code, const AieCore &core);

/// Of each op: whether reading or writing memory does it on the way (VLDA.UPS, VST.SRS): an accumulator made of what is
/// loaded for it alone, a sum that leaves its accumulator only to be stored.
std::vector<bool> partsOfAccesses(const Function &code);

} // namespace vecify
