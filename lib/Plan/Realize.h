// From a plan to its native code and price.
#pragma once
#include "vecify/Plan/Plan.h"
#include <map>
#include <utility>

namespace vecify {

/// Native code by the text of the super-vectors and the registers' width: several plans may build the same.
using Lowered = std::map<std::pair<std::string, unsigned>, Function>;

/// Builds, lowers and prices it; a plan that cannot be expressed says why in Plan::declined. `scalar`: of the loop as
/// it stands. `lowered`: what plans before this one were lowered to.
void realize(Plan &plan, const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
             const PlanOptions &options, const Cost &scalar, Lowered &lowered);

} // namespace vecify
