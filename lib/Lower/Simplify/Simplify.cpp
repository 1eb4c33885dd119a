// Step: canonical forms, on N lanes and on scalars, so that later steps have one form of each idea to look for.
#include "Patterns.h"
#include "Steps.h"

namespace vecify {

llvm::ArrayRef<const Pattern *> simplifyPatterns() {
  static const Pattern *const all[] = {
      &addConstants,
      &subConstants,
      &mulConstants,
      &andConstants,
      &orConstants,
      &xorConstants,
      &shlConstants,
      &shrConstants,
      &minConstants,
      &maxConstants,
      &addNothing,
      &subNothing,
      &orNothing,
      &xorNothing,
      &andNothing,
      &andOfZero,
      &mulNothing,
      &mulByPowerOfTwo,
      &mulOfShifted,
      &remOfLittle,
      &shrOfShl,
      &orOfMasks,
      &shlByConstant,
      &shrByConstant,
      &shlByUniform,
      &shlUniformByConstant,
      &shrUniformByConstant,
      &shrByUniform,
      &notOfCompare,
      &xorOfTrue,
      &andOfNot,
      &selectOfEqual,
      &selectOfNot,
      &selectByOpposite,
      &selectToMinMax,
      &selectToAbs,
      &selectToUnsignedAbs,
      &selectToSaturatedNeg,
      &selectToSaturatedAbs,
      &divByPowerOfTwo,
      &selectOfReduced,
      &selectToFloatMinMax,
      &selectToClamp,
      &selectOfFloats,
      &selectOfIntegers,
      &castOfClampedFloat,
      &castOfShiftedSum,
      &castOfShifted,
      &clampOfUniformSum,
      &clampOfUniformDifference,
      &selectOfZeros,
      &selectOfTruths,
      &castOfCast,
      &castThroughNarrow,
      &bitcastOfCast,
      &castOfConstant,
      &castOfIota,
      &laneOfCast,
      &castToTruth,
      &castFromTruth,
      &compareOfTruth,
      &mulByTruth,
      &negOfTruth,
      &zeroLessTruth,
      &andOfTruthBits,
      &compareOfFalsehood,
      &andOfTruths,
      &orOfTruths,
      &selectOfSum,
      &selectOfSums,
      &selectOfSelect,
      &selectOfMasked,
      &minOfBounded,
      &maxOfBounded,
      &andOfBounded,
      &minOfTwins,
      &maxOfTwins,
      &cminOfTwins,
      &cmaxOfTwins,
      &andOfBounds,
      &orOfBounds,
      &lessThanAll,
      &atMostAll,
      &greaterThanAll,
      &atLeastAll,
      &equalToNone,
      &unequalToAll,
      &equalComplements,
      &unequalComplements,
      &lessComplements,
      &atMostComplements,
      &greaterComplements,
      &atLeastComplements,
      &readOfAll,
      &writeOfNone,
      &andOfAnd,
      &equalOfMasked,
      &unequalOfMasked,
      &castOfWideFloat,
      &divByEven,
      &absOfPositive,
      &castOfChoice,
      &castOfFloats,
      &equalFloats,
      &unequalFloats,
      &lessFloats,
      &lessOrEqualFloats,
      &greaterFloats,
      &greaterOrEqualFloats,
  };
  return all;
}

llvm::Expected<Function> simplify(const Function &f, const Target &target, const LowerOptions &) {
  return applyPatterns(f, simplifyPatterns(), target);
}

llvm::ArrayRef<const Pattern *> nativePatterns() {
  static const Pattern *const all[] = {&addNothing, &subNothing, &orNothing,      &xorNothing,     &andNothing,
                                       &minOfTwins, &maxOfTwins, &cminOfTwins,    &cmaxOfTwins,    &sumOfNeighbours,
                                       &bitIsSet,   &bitIsClear, &zipLowByBlocks, &zipHighByBlocks};
  return all;
}

llvm::ArrayRef<const Pattern *> exchangePatterns() {
  static const Pattern *const all[] = {&blocksLast, &blocksOfBlocks};
  return all;
}

llvm::Expected<Function> dropNothing(const Function &f, const Target &target, const LowerOptions &) {
  return applyPatterns(f, nativePatterns(), target);
}

llvm::Expected<Function> exchangeBlocksLast(const Function &f, const Target &target, const LowerOptions &options) {
  return mergeEqual(applyPatterns(f, exchangePatterns(), target), target, options);
}

llvm::ArrayRef<const Pattern *> divisionPatterns() {
  static const Pattern *const all[] = {&divByConstant, &remByConstant, &mulOfHalves};
  return all;
}

llvm::Expected<Function> divideByConstants(const Function &f, const Target &target, const LowerOptions &) {
  return applyPatterns(f, divisionPatterns(), target);
}

} // namespace vecify
