// How much of an AI Engine a plan uses, by the slots of its ops.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Declines where the arrays of constant size do not fit the tile's memory.
std::optional<Remark> exceedsTile(const Nest &nest, const Target &target);

/// Declines arithmetic on floats where the core rounds other than C: subnormal numbers are zero to it, and products are
/// of bfloat16. What is permitted (reassoc) and sums floats or products of bfloat16 passes on cores that do that.
std::optional<Remark> roundsOtherwise(const Nest &nest, const Target &target);

/// See Cost::utilization.
double utilizationOf(const Function &code, const Target &target, const Nest &nest);

} // namespace vecify
