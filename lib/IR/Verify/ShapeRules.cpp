// Rules of ops that move, pair or convert lanes.
#include "Verify/OpChecker.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace vecify {

using llvm::Twine;

bool OpChecker::shape() {
  switch (O.kind) {
  case OpKind::Iota:
    return want(O.ints.size() == 2 || (O.ints.size() == 3 && O.ints[2] >= 0 && O.ints[2] < int64_t(type().rank())),
                "needs start and step, and a dim unless it is the minor one") &&
           isVector(type()) && want(isInteger(type().element), "lane numbers are integers");
  case OpKind::Broadcast:
    return broadcast();
  case OpKind::Cast: {
    const ScalarType from = operand(0).element, to = type().element;
    const auto converts = [](ScalarType t) { return isNumber(t) || t == ScalarType::I1; };
    return isOperandOf(0, type().withElement(from)) && want(converts(from) && converts(to), "converts no masks but i1");
  }
  case OpKind::Bitcast:
    return want(operand(0).bits() == type().bits(), operand(0).text() + " and " + type().text() + " differ in size");
  case OpKind::MaskCast:
    return isOperandOf(0, type().withElement(operand(0).element)) &&
           want(isMask(operand(0).element) && isMask(type().element), "casts masks to masks");
  case OpKind::ExtractSlice:
    return slice(type(), operand(0));
  case OpKind::InsertSlice:
    return isResultOf(operand(1)) && slice(operand(0), operand(1));
  case OpKind::Concat:
    return concat();
  case OpKind::FromLanes:
    return fromLanes();
  case OpKind::Extract:
    return isTruthOr(operand(0).element) && isVector(operand(0)) &&
           slice(VectorType{llvm::SmallVector<int64_t, 2>(operand(0).rank(), 1), operand(0).element}, operand(0));
  case OpKind::FirstTrue:
    return isOneDim(operand(0)) && want(isMask(operand(0).element), "looks at truth values") &&
           isResultOf(VectorType::scalar(ScalarType::Index));
  case OpKind::CountTrue:
    return isOneDim(operand(0)) && want(isMask(operand(0).element), "counts truth values") &&
           isResultOf(VectorType::scalar(ScalarType::Index));
  case OpKind::CompareWhere:
    return compareWhere();
  case OpKind::Compress:
    return isOneDim(type()) && isOperandOf(1, type()) && isMaskFor(O.operands[0], type());
  case OpKind::ShapeCast:
    return want(operand(0).element == type().element && operand(0).lanes() == type().lanes(),
                operand(0).text() + " and " + type().text() + " differ in lanes or element");
  case OpKind::Transpose:
    return transpose();
  case OpKind::Reverse:
    return isOperandOf(0, type()) && isVector(type());
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
    return isOperandOf(0, type()) && isOperandOf(1, type()) && isVector(type());
  case OpKind::Shuffle:
    return shuffle();
  case OpKind::Permute:
  case OpKind::PermuteBlocks:
    return permute();
  case OpKind::Slide:
    return hasInts(1) && isOperandOf(0, type()) && isOperandOf(1, type()) && isOneDim(type()) &&
           want(O.ints[0] >= 0 && O.ints[0] <= type().lanes(), "begins at a lane that does not exist");
  case OpKind::WideMul:
  case OpKind::WideMac:
  case OpKind::SlidingMul:
  case OpKind::Mmul:
  case OpKind::Srs:
    return accumulates();
  case OpKind::NarrowPair:
  case OpKind::NarrowPairSat:
  case OpKind::NarrowBlocks:
  case OpKind::NarrowBlocksSat:
    return narrowPair();
  case OpKind::CreateMask:
    return createMask();
  case OpKind::SadOctets: {
    const VectorType bytes = VectorType::vector(8 * type().lanes(), ScalarType::U8);
    return isOneDim(type()) && isResultOf(VectorType::vector(type().lanes(), ScalarType::U64)) &&
           isOperandOf(0, bytes) && isOperandOf(1, bytes);
  }
  case OpKind::MulAddPairs:
    return isOneDim(type()) && isResultOf(VectorType::vector(type().lanes(), ScalarType::I32)) &&
           isOperandOf(0, VectorType::vector(2 * type().lanes(), ScalarType::I16)) &&
           isOperandOf(1, VectorType::vector(2 * type().lanes(), ScalarType::I16));
  case OpKind::MulAddQuads:
    return isOneDim(type()) && isResultOf(VectorType::vector(type().lanes(), ScalarType::I64)) &&
           isOperandOf(0, VectorType::vector(4 * type().lanes(), ScalarType::I16)) &&
           isOperandOf(1, VectorType::vector(4 * type().lanes(), ScalarType::I16));
  case OpKind::MulAddBytes:
    return isOneDim(type()) && isResultOf(VectorType::vector(type().lanes(), ScalarType::I16)) &&
           isOperandOf(0, VectorType::vector(2 * type().lanes(), ScalarType::U8)) &&
           isOperandOf(1, VectorType::vector(2 * type().lanes(), ScalarType::I8));
  case OpKind::DotAccumulate:
    return dotAccumulate();
  default:
    return true; // yield and return, which Verify compares with what they end
  }
}

bool OpChecker::broadcast() {
  const VectorType &from = operand(0), &to = type();
  if (!want(from.element == to.element, "changes the element") || !want(from.rank() <= to.rank(), "loses dims"))
    return false;
  const unsigned missing = to.rank() - from.rank();
  for (unsigned d = 0; d < from.rank(); ++d)
    if (!want(from.shape[d] == 1 || from.shape[d] == to.shape[d + missing],
              from.text() + " does not broadcast to " + to.text()))
      return false;
  return true;
}

bool OpChecker::slice(const VectorType &small, const VectorType &big) {
  if (!want(small.element == big.element, "changes the element") || !isVector(small) ||
      !want(small.rank() <= big.rank(), "adds dims") || !hasInts(big.rank()))
    return false;
  const unsigned missing = big.rank() - small.rank();
  for (unsigned d = 0; d < big.rank(); ++d) {
    const int64_t size = d < missing ? 1 : small.shape[d - missing];
    if (!want(O.ints[d] >= 0 && O.ints[d] + size <= big.shape[d],
              "the slice leaves dim " + Twine(d) + " of " + big.text()))
      return false;
  }
  return true;
}

bool OpChecker::concat() {
  if (!want(!O.operands.empty(), "has no operands") || !isVector(operand(0)))
    return false;
  VectorType sum = operand(0);
  for (unsigned i = 1; i < O.operands.size(); ++i) {
    VectorType next = operand(i);
    if (!want(next.rank() == sum.rank(), "the ranks differ"))
      return false;
    const int64_t lanes = std::exchange(next.shape.back(), sum.shape.back());
    if (!want(next == sum, operand(i).text() + " does not continue " + operand(0).text()))
      return false;
    sum.shape.back() += lanes;
  }
  return isResultOf(sum);
}

bool OpChecker::fromLanes() {
  for (unsigned i = 0; i < O.operands.size(); ++i)
    if (!isOperandOf(i, VectorType::scalar(type().element)))
      return false;
  return isResultOf(VectorType::vector(O.operands.size(), type().element));
}

bool OpChecker::transpose() {
  const VectorType &from = operand(0);
  if (!hasInts(from.rank()))
    return false;
  VectorType wanted = VectorType::scalar(from.element);
  llvm::SmallVector<bool, 4> seen(from.rank(), false);
  for (int64_t d : O.ints) {
    if (!want(d >= 0 && d < int64_t(from.rank()) && !seen[d], "the integers are no permutation of the dims"))
      return false;
    seen[d] = true;
    wanted.shape.push_back(from.shape[d]);
  }
  return isResultOf(wanted);
}

bool OpChecker::shuffle() {
  if (!isOneDim(operand(0)) || !isOperandOf(1, operand(0)) ||
      !isResultOf(VectorType::vector(O.ints.size(), operand(0).element)))
    return false;
  return want(llvm::all_of(O.ints, [&](int64_t i) { return i >= 0 && i < 2 * operand(0).lanes(); }),
              "selects a lane that does not exist");
}

bool OpChecker::permute() {
  if (!want(O.operands.size() > 1, "has no table") || !isOneDim(type()))
    return false;
  const VectorType indices = type().withElement(integerType(bitsOf(type().element), /*isSigned=*/false));
  for (unsigned i = 1; i < O.operands.size(); ++i)
    if (!isOneDim(operand(i)) || !isOperandOf(i, operand(1)) ||
        !want(operand(i).element == type().element, "has a table of other elements"))
      return false;
  if (!want(llvm::isPowerOf2_64(uint64_t(operand(1).lanes()) * (O.operands.size() - 1)),
            "has no power of 2 of entries"))
    return false;
  if (O.kind == OpKind::PermuteBlocks && !want(operand(1).bits() % 128 == 0, "has no blocks of 128 bits"))
    return false;
  return want(!isMask(type().element), "looks up truth values") && isOperandOf(0, indices);
}

bool OpChecker::narrowPair() {
  const VectorType &from = operand(0);
  if (!isOperandOf(1, from) || !isOneDim(from))
    return false;
  const bool isSat = O.kind == OpKind::NarrowPairSat || O.kind == OpKind::NarrowBlocksSat;
  const bool isOfBlocks = O.kind == OpKind::NarrowBlocks || O.kind == OpKind::NarrowBlocksSat;
  const bool fits =
      (isInteger(from.element) && isInteger(type().element)) || (isMask(from.element) && isMask(type().element));
  return want(fits && bitsOf(from.element) == 2 * bitsOf(type().element),
              from.text() + " does not narrow to " + type().text()) &&
         isResultOf(VectorType::vector(2 * from.lanes(), type().element)) &&
         want(!isSat || !isUnsignedInteger(from.element), "saturates signed operands only") &&
         want(!isOfBlocks || (isInteger(from.element) && from.bits() % 128 == 0), "has no blocks of 128 bits");
}

bool OpChecker::createMask() {
  if (!want(isMask(type().element), "the result is no mask") || !isVector(type()) ||
      !want(O.operands.size() == type().rank(), "needs one count per dim"))
    return false;
  for (unsigned i = 0; i < O.operands.size(); ++i)
    if (!isOperandOf(i, VectorType::scalar(ScalarType::Index)))
      return false;
  return true;
}

bool OpChecker::dotAccumulate() {
  const ScalarType a = operand(0).element, b = operand(1).element;
  if (!isOneDim(type()) || !isOperandOf(2, type()) ||
      !want(isInteger(type().element) && bitsOf(type().element) == 32, "accumulates in 32 bits") ||
      !want(isInteger(a) && isInteger(b) && bitsOf(a) == bitsOf(b) && bitsOf(a) <= 16,
            "multiplies bytes or 16-bit integers"))
    return false;
  const int64_t lanes = type().lanes() * 32 / bitsOf(a);
  return isOperandOf(0, VectorType::vector(lanes, a)) && isOperandOf(1, VectorType::vector(lanes, b));
}

} // namespace vecify
