// Plans for distributed loops: a strip of iterations, part by part.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Plans with lanes for the parts that may have some; `isDrawn`: one of all that are legal is wanted, tiny strips among
/// them.
Legality enumerateStrips(const Variant &variant, const Target &target, const PlanOptions &options, bool isDrawn,
                         std::vector<Plan> &plans);

/// buildSuperVectors for a plan with strips.
llvm::Expected<Function> buildStrips(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                     const PlanOptions &options);

/// The root as C runs it, its carried scalars in registers: for its price.
llvm::Expected<Function> buildInOrder(const Nest &nest, const Facts &facts, const PlanOptions &options);

} // namespace vecify
