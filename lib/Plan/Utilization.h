// How much of an AI Engine a plan uses, by the slots of its ops.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Declines where the arrays of constant size do not fit the tile's memory.
std::optional<Remark> exceedsTile(const Nest &nest, const Target &target);

/// Declines arithmetic on floats where the core rounds other than C: AIE's know no subnormal numbers, the later ones make
/// products of bfloat16 parts.
std::optional<Remark> roundsOtherwise(const Nest &nest, const Target &target);

/// See Cost::utilization.
double utilizationOf(const Function &code, const Target &target, const Nest &nest);

} // namespace vecify
