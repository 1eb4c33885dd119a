// Which rules an op has, those of arithmetic and control, and what all rules
// are made of.
#include "Verify/OpRules.h"
#include "Verify/OpChecker.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace vecify {

using llvm::Twine;

bool OpChecker::run() {
  if (const int count = operandCount(O.kind); count >= 0 && O.operands.size() != size_t(count))
    return fail("takes " + Twine(count) + " operands, has " + Twine(O.operands.size()));
  if (!resultsAndBlocks())
    return false;
  switch (classOf(O.kind)) {
  case OpClass::Constant:
    return true;
  case OpClass::Index:
    return want(type().isScalar() && isInteger(type().element), "the result is no integer or index scalar");
  case OpClass::Elementwise:
    return elementwise();
  case OpClass::ElementwiseInts:
    return O.kind == OpKind::RecoverProduct  ? recoverProduct()
           : O.kind == OpKind::Within        ? within()
           : O.kind == OpKind::RotateLeftImm ? rotationByConstant()
                                             : shiftByConstant();
  case OpClass::Compare:
    return compare();
  case OpClass::Callee:
    return mathCall();
  case OpClass::Memory:
    return memory();
  case OpClass::Combine:
    return O.kind == OpKind::Reduce ? reduce() : O.kind == OpKind::BlockReduce ? blockReduce() : outerProduct();
  case OpClass::CombineInts:
    return multiReduce();
  case OpClass::Contract:
    return contract();
  case OpClass::Control:
    return O.kind == OpKind::For ? forLoop() : O.kind == OpKind::Launch ? launch() : ifElse();
  default:
    return shape();
  }
}

bool OpChecker::isOperandOf(unsigned i, const VectorType &wanted) {
  return operand(i) == wanted ||
         fail("operand " + Twine(i) + " is " + operand(i).text() + " where " + wanted.text() + " is needed");
}

bool OpChecker::isTruthOr(ScalarType element) {
  const bool isTruth = isMask(element) && type().element == ScalarType::I1;
  return isResultOf(VectorType::scalar(isTruth ? ScalarType::I1 : element));
}

bool OpChecker::isResultOf(const VectorType &wanted) {
  return type() == wanted || fail("the result is " + type().text() + " where " + wanted.text() + " is needed");
}

bool OpChecker::hasInts(size_t count) {
  return want(O.ints.size() == count, "needs " + Twine(count) + " integers, has " + Twine(O.ints.size()));
}

bool OpChecker::isVector(const VectorType &t) { return want(!t.isScalar(), "a scalar where a vector is needed"); }

bool OpChecker::isOneDim(const VectorType &t) { return t.rank() == 1 || fail(t.text() + " is not one-dimensional"); }

bool OpChecker::isMaskFor(ValueId mask, const VectorType &value) {
  const VectorType &t = F.typeOf(mask);
  if (!isMask(t.element))
    return fail("the mask " + t.text() + " holds no truth values");
  if (t.shape != value.shape)
    return fail("the mask " + t.text() + " has not the shape of " + value.text());
  if (t.element != ScalarType::I1 && bitsOf(t.element) != bitsOf(value.element))
    return fail("the mask " + t.text() + " has not the lane width of " + value.text());
  return true;
}

bool OpChecker::resultsAndBlocks() {
  const bool isFor = O.kind == OpKind::For, isIf = O.kind == OpKind::If, isLaunch = O.kind == OpKind::Launch;
  if (!want(O.blocks.size() == (isFor || isLaunch ? 1u : isIf ? 2u : 0u), "has " + Twine(O.blocks.size()) + " blocks"))
    return false;
  if (isFor || isIf)
    return true;
  const bool hasResult =
      !isEffect(O.kind) && O.kind != OpKind::Yield && O.kind != OpKind::Return && O.kind != OpKind::Launch;
  return want(O.results.size() == hasResult, "has " + Twine(O.results.size()) + " results");
}

bool OpChecker::elementwise() {
  if (O.kind == OpKind::Select)
    return isMaskFor(O.operands[0], type()) && isOperandOf(1, type()) && isOperandOf(2, type());
  if (O.kind == OpKind::MaskedAdd)
    return isVector(type()) && isMaskFor(O.operands[0], type()) && isOperandOf(1, type()) && isOperandOf(2, type()) &&
           want(isNumber(type().element), "needs numbers, not " + textOf(type().element));
  const bool isUniformShift = O.kind == OpKind::ShlUniform || O.kind == OpKind::ShrUniform;
  for (unsigned i = 0; i < O.operands.size(); ++i)
    if (!isOperandOf(i, isUniformShift && i == 1 ? VectorType::scalar(ScalarType::I32) : type()))
      return false;
  const ScalarType t = type().element;
  switch (O.kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Div:
  case OpKind::Neg:
  case OpKind::Abs:
  case OpKind::Fma:
  case OpKind::Fms:
  case OpKind::Fnma:
  case OpKind::Fnms:
    return want(isNumber(t), "needs numbers, not " + textOf(t));
  case OpKind::Popcount:
  case OpKind::LeadingZeros:
  case OpKind::RotateLeft:
    return want(isInteger(t) && !isSignedInteger(t), "needs unsigned integers, not " + textOf(t));
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::AndNot:
  case OpKind::Not:
    return want(isInteger(t) || isMask(t), "needs integers or masks, not " + textOf(t));
  case OpKind::FpFence:
    return true;
  case OpKind::CMin:
  case OpKind::CMax:
  case OpKind::FMin:
  case OpKind::FMax:
  case OpKind::Sqrt:
  case OpKind::Floor:
  case OpKind::Ceil:
  case OpKind::Trunc:
  case OpKind::Rint:
  case OpKind::Round:
  case OpKind::CopySign:
    return want(isFloat(t), "needs floats, not " + textOf(t));
  default:
    return want(isInteger(t), "needs integers, not " + textOf(t));
  }
}

bool OpChecker::shiftByConstant() {
  if (!isOperandOf(0, type()) || !hasInts(1))
    return false;
  return want(isInteger(type().element), "needs integers, not " + textOf(type().element)) &&
         want(O.ints[0] >= 0 && O.ints[0] < int64_t(bitsOf(type().element)),
              "the amount " + Twine(O.ints[0]) + " is not below the width");
}

bool OpChecker::rotationByConstant() {
  return shiftByConstant() &&
         want(isUnsignedInteger(type().element), "needs unsigned integers, not " + textOf(type().element)) &&
         want(O.ints[0] > 0, "the amount is 0");
}

bool OpChecker::within() {
  return isOperandOf(0, type()) && hasInts(2) &&
         want(isInteger(type().element), "needs integers, not " + textOf(type().element)) &&
         want(O.ints[0] <= O.ints[1], "the bounds are the wrong way round");
}

bool OpChecker::recoverProduct() {
  for (unsigned i = 0; i < O.operands.size(); ++i)
    if (!isOperandOf(i, type()))
      return false;
  const ScalarType t = type().element;
  return hasInts(1) &&
         want(t == ScalarType::F32 || t == ScalarType::F64, "needs floats of 32 or 64 bits, not " + textOf(t)) &&
         want(O.ints[0] == 0 || O.ints[0] == 1, "needs 0 or 1 for the real or the imaginary part");
}

bool OpChecker::compare() {
  return isOperandOf(1, operand(0)) &&
         want(isNumber(operand(0).element), "needs numbers, not " + textOf(operand(0).element)) &&
         isMaskFor(O.results[0], operand(0));
}

bool OpChecker::compareWhere() {
  const ScalarType element = operand(0).element;
  return isVector(operand(0)) && isOperandOf(1, operand(0)) &&
         want(isNumber(element), "needs numbers, not " + textOf(element)) && isMaskFor(O.results[0], operand(0)) &&
         isOperandOf(2, type()) && hasInts(1) &&
         want(O.ints[0] >= 0 && O.ints[0] <= int64_t(isFloat(element) ? Relation::NotGe : Relation::Ge),
              "asks for relation " + Twine(O.ints[0]));
}

bool OpChecker::mathCall() {
  for (unsigned i = 0; i < O.operands.size(); ++i)
    if (!isOperandOf(i, type()))
      return false;
  return want(O.operands.size() == operandCount(O.function), "has not as many operands as the function") &&
         want(O.ints.size() <= 1, "has more than one error bound") &&
         want(isFloat(type().element), "needs floats, not " + textOf(type().element));
}

bool OpChecker::forLoop() {
  if (!want(O.operands.size() >= 3, "needs bounds and a step"))
    return false;
  for (unsigned i = 0; i < 3; ++i)
    if (!isOperandOf(i, VectorType::scalar(ScalarType::Index)))
      return false;
  const Op *step = F.definitionOf(O.operands[2]);
  if (step && step->kind == OpKind::Constant && !want(step->intValue > 0, "the step is not positive"))
    return false;
  if (step && step->kind == OpKind::IndexValue && step->index.asConstant() &&
      !want(*step->index.asConstant() > 0, "the step is not positive"))
    return false;
  if (!O.ints.empty() &&
      !want(O.ints.size() == 5 && O.ints[0] >= 0 && O.ints[0] < 3 && O.ints[1] >= 1 && O.ints[2] >= 1 &&
                O.ints[3] >= 1 && O.ints[2] % O.ints[3] == 0 && (O.ints[4] & ~1) == 0,
            "maps its steps in no way there is"))
    return false;
  const size_t carried = O.operands.size() - 3;
  if (!want(!O.mayStop || (carried > 0 && operand(3) == VectorType::scalar(ScalarType::I1)),
            "stops by no truth value that it carries"))
    return false;
  const std::vector<ValueId> &arguments = F.blocks[O.blocks[0]].arguments;
  if (!want(O.results.size() == carried && arguments.size() == carried + 1,
            "carries " + Twine(carried) + " values, has " + Twine(O.results.size()) + " results and " +
                Twine(arguments.size()) + " block arguments") ||
      !want(F.typeOf(arguments[0]) == VectorType::scalar(ScalarType::Index), "the counter is no index"))
    return false;
  for (size_t i = 0; i < carried; ++i)
    if (!want(F.typeOf(arguments[i + 1]) == operand(i + 3) && F.typeOf(O.results[i]) == operand(i + 3),
              "carried value " + Twine(i) + " changes its type"))
      return false;
  return true;
}

bool OpChecker::launch() {
  for (unsigned i = 0; i < 3; ++i)
    if (!isOperandOf(i, VectorType::scalar(ScalarType::Index)))
      return false;
  if (!hasInts(3))
    return false;
  int64_t threads = 1;
  for (int64_t size : O.ints)
    if (!want(size >= 1 && (threads *= size) <= 1024, "a block has from 1 to 1024 threads"))
      return false;
  const std::vector<ValueId> &arguments = F.blocks[O.blocks[0]].arguments;
  return want(
      arguments.size() == 6 &&
          llvm::all_of(arguments, [&](ValueId v) { return F.typeOf(v) == VectorType::scalar(ScalarType::Index); }),
      "its block takes six indices");
}

bool OpChecker::blockReduce() {
  return isResultOf(operand(0)) && want(type().isScalar(), "combines scalars of threads") &&
         combines(O.combine, type().element);
}

bool OpChecker::ifElse() {
  if (!isOperandOf(0, VectorType::scalar(ScalarType::I1)))
    return false;
  return want(llvm::all_of(O.blocks, [&](BlockId b) { return F.blocks[b].arguments.empty(); }),
              "its blocks take no arguments");
}

std::string brokenRule(const Function &function, const Op &op) {
  OpChecker checker(function, op);
  const bool holds = checker.run();
  assert(holds == checker.why.empty());
  return holds ? "" : checker.why;
}

} // namespace vecify
