// The patterns of step recognize-idioms, one idea a file.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

extern const Pattern averageUp, averageOfThree, roundedShiftOfNarrow;
extern const Pattern addSaturating, subSaturating, subOrZero, clampedSum, clampedDifference, clampedByUniform,
    clampedWords;
extern const Pattern absOfDifference;
extern const Pattern highProduct, fixedPointProduct;
extern const Pattern saturatingNarrow;
extern const Pattern populationCount;

llvm::ArrayRef<const Pattern *> idiomPatterns();

} // namespace vecify
