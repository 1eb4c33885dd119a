// The patterns of step simplify, one a file.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

extern const Pattern addConstants, subConstants, mulConstants, andConstants, orConstants, xorConstants, shlConstants;
extern const Pattern shrConstants, minConstants, maxConstants;
extern const Pattern clampOfUniformSum, clampOfUniformDifference;
extern const Pattern addNothing, subNothing, orNothing, xorNothing, andNothing, andOfZero, mulNothing;
extern const Pattern absOfPositive, minOfTwins, maxOfTwins, cminOfTwins, cmaxOfTwins;
extern const Pattern mulByPowerOfTwo, mulOfShifted;
extern const Pattern shlByConstant, shrByConstant, shlByUniform, shrByUniform, shlUniformByConstant, shrOfShl,
    shrUniformByConstant, castOfShiftedSum, castOfShifted;
extern const Pattern notOfCompare, xorOfTrue;
extern const Pattern andOfNot, andOfAnd, andOfBounds, orOfBounds, orOfMasks;
extern const Pattern lessThanAll, atMostAll, greaterThanAll, atLeastAll, equalToNone, unequalToAll;
extern const Pattern equalComplements, unequalComplements, lessComplements, atMostComplements, greaterComplements,
    atLeastComplements;
extern const Pattern readOfAll, writeOfNone;
extern const Pattern selectToMinMax, selectToAbs, selectToUnsignedAbs, selectOfReduced, selectOfNot, selectByOpposite,
    selectOfEqual, selectOfTruths, selectOfSum, selectOfSums, selectOfSelect, selectOfMasked;
extern const Pattern selectToFloatMinMax, selectToClamp, selectOfZeros, selectOfFloats, selectOfIntegers,
    castOfClampedFloat;
extern const Pattern castThroughNarrow;
extern const Pattern castOfCast, bitcastOfCast, castOfConstant, castOfIota, laneOfCast, castToTruth, castFromTruth;
extern const Pattern castOfWideFloat;
extern const Pattern castOfChoice;
extern const Pattern castOfFloats, equalFloats, unequalFloats, lessFloats, lessOrEqualFloats, greaterFloats,
    greaterOrEqualFloats;
extern const Pattern mulByTruth, negOfTruth, zeroLessTruth, andOfTruthBits;
extern const Pattern compareOfTruth, compareOfFalsehood, andOfTruths, orOfTruths;
extern const Pattern minOfBounded, maxOfBounded, andOfBounded, equalOfMasked, unequalOfMasked;
extern const Pattern mulOfHalves;
extern const Pattern sumOfNeighbours;
extern const Pattern bitIsSet, bitIsClear;
extern const Pattern zipLowByBlocks, zipHighByBlocks, blocksLast, blocksOfBlocks;
extern const Pattern selectToSaturatedNeg, selectToSaturatedAbs;
extern const Pattern divByPowerOfTwo;
extern const Pattern divByConstant, divByEven, remByConstant, remOfLittle;

/// The compare that is true where this one is false; on floats a NaN leaves few.
std::optional<OpKind> opposite(OpKind compare, bool floats);

/// All but those for products of halves and divisions, which must wait until it is known how wide they are.
llvm::ArrayRef<const Pattern *> simplifyPatterns();
llvm::ArrayRef<const Pattern *> divisionPatterns();
/// Of registers, once it is known what stands in them.
llvm::ArrayRef<const Pattern *> nativePatterns();
llvm::ArrayRef<const Pattern *> exchangePatterns();

} // namespace vecify
