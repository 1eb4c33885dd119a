// Every pattern of every step, for the tests that run their examples.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

llvm::ArrayRef<const Pattern *> simplifyPatterns();
llvm::ArrayRef<const Pattern *> divisionPatterns();
llvm::ArrayRef<const Pattern *> nativePatterns();
llvm::ArrayRef<const Pattern *> exchangePatterns();
llvm::ArrayRef<const Pattern *> idiomPatterns();
llvm::ArrayRef<const Pattern *> rotationPatterns();
llvm::ArrayRef<const Pattern *> fmaPatterns();
llvm::ArrayRef<const Pattern *> maskPatterns();
llvm::ArrayRef<const Pattern *> expansionPatterns();

/// The patterns of each step, together.
inline std::vector<llvm::ArrayRef<const Pattern *>> allPatterns() {
  return {simplifyPatterns(), divisionPatterns(), nativePatterns(), exchangePatterns(), idiomPatterns(),
          rotationPatterns(), fmaPatterns(),      maskPatterns(),   expansionPatterns()};
}

} // namespace vecify
