// What is known of a nest, within a budget that random nests may exceed.
#pragma once
#include "vecify/Poly/Scop.h"
#include "gtest/gtest.h"

namespace vecify {

/// nullopt where the budget does not suffice.
inline std::optional<Facts> tryFactsOf(const Nest &nest) {
  llvm::Expected<Scop> scop = buildScop(nest, {.maxOperations = 500'000});
  EXPECT_TRUE(bool(scop));
  return llvm::expectedToOptional(analyse(*scop));
}

} // namespace vecify
