// Step: what C spells out in wide arithmetic and targets do in one narrow op. Every pattern is exact for the ranges
// that it proves; its result is widened back, and narrow-integers removes the conversions.
#include "InterleavedDots.h"
#include "JoinedWords.h"
#include "Patterns.h"
#include "Steps.h"
#include "SumPairs.h"

namespace vecify {

llvm::ArrayRef<const Pattern *> idiomPatterns() {
  static const Pattern *const all[] = {&averageUp,         &averageOfThree,   &roundedShiftOfNarrow, &addSaturating,
                                       &subSaturating,     &subOrZero,        &clampedSum,           &clampedDifference,
                                       &clampedByUniform,  &clampedWords,     &absOfDifference,      &highProduct,
                                       &fixedPointProduct, &saturatingNarrow, &populationCount};
  return all;
}

llvm::Expected<Function> recognizeIdioms(const Function &f, const Target &target, const LowerOptions &options) {
  llvm::Expected<Function> joined = joinedWords(f, target, options);
  if (!joined)
    return joined;
  const Function narrow = applyPatterns(*joined, idiomPatterns(), target);
  return interleavedDots(sumPairs(narrow, target, options), target, options);
}

} // namespace vecify
