// Skewed rows: several iterations of the root at once, each some columns behind the one before.
//
//     for i                                  for i, 8 at a time: for j
//       for j                                  row i at j + 14, row i + 1 at j + 12, ..., row i + 7 at j
//         a[i][j] = f(a[i][j-1], a[i-1][j+1])
//
// Every row waits for its own last result, but not for those of the others in the same step, so that a processor works
// on all of them at the same time. No row reads what it would not have read: dependences between rows stay in order.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Plans with such rows for a root of two loops, the inner of which carries a dependence.
void enumerateWaves(const Nest &nest, const Facts &facts, const Target &target, std::vector<Plan> &plans);

/// buildSuperVectors for a plan with a wave.
llvm::Expected<Function> buildWave(const Nest &nest, const Facts &facts, const Plan &plan, const PlanOptions &options);

} // namespace vecify
