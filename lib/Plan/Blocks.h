// Matrix products in blocks of mmul, for AI Engines.
#pragma once
#include "vecify/Plan/Plan.h"
#include <optional>

namespace vecify {

/// The parts of a nest that is a matrix product:
///
///     for i, for j { s = start; for k s += A[i][k] * B[k][j]; v = f(s); C[i][j] = g(v, s) }
struct MatrixProduct {
  int64_t m = 0, n = 0, k = 0;
  AccessId a = NoId, b = NoId, c = NoId;
  LocalId sum = NoId;
  ExprId start = NoId;        ///< what the sum begins with
  std::vector<NodeId> finish; ///< assignments behind the sum: to locals, and last to C
};

/// Nothing where the nest is no product of whole row-major matrices of constant size that are known to be apart.
std::optional<MatrixProduct> matrixProduct(const Nest &nest, const Facts &facts);

/// Adds the block plans that the target has for the product, if it is one.
void enumerateBlocks(const Nest &nest, const Facts &facts, const Target &target, std::vector<Plan> &plans);

/// buildSuperVectors for Plan::blocks.
llvm::Expected<Function> buildBlocks(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                     const PlanOptions &options);

} // namespace vecify
