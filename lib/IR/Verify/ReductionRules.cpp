// Rules of reductions and contractions.
#include "Verify/OpChecker.h"
#include "Verify/OpRules.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::Twine;

VectorType withoutDims(const VectorType &source, llvm::ArrayRef<int64_t> dims) {
  VectorType result = VectorType::scalar(source.element);
  for (unsigned d = 0; d < source.rank(); ++d)
    if (!llvm::is_contained(dims, int64_t(d)))
      result.shape.push_back(source.shape[d]);
  return result;
}

llvm::SmallVector<int64_t, 4> iterationSpace(const Function &function,
                                             const Op &contract) {
  llvm::SmallVector<int64_t, 4> space(contract.contract.isReduction.size(), 0);
  for (unsigned o = 0; o < 3; ++o) {
    const auto &map = contract.contract.maps[o];
    for (unsigned d = 0; d < map.size(); ++d)
      space[map[d]] = function.typeOf(contract.operands[o]).shape[d];
  }
  return space;
}

bool OpChecker::combines(ReductionKind kind, ScalarType t) {
  bool fits = false;
  switch (kind) {
  case ReductionKind::Add:
  case ReductionKind::Mul:
    fits = isNumber(t);
    break;
  case ReductionKind::Min:
  case ReductionKind::Max:
    fits = isInteger(t);
    break;
  case ReductionKind::And:
  case ReductionKind::Or:
  case ReductionKind::Xor:
    fits = isInteger(t) || isMask(t);
    break;
  case ReductionKind::CMin:
  case ReductionKind::CMax:
  case ReductionKind::FMin:
  case ReductionKind::FMax:
    fits = isFloat(t);
    break;
  }
  return want(fits, "'" + textOf(kind) + "' does not combine values of type " +
                        textOf(t));
}

bool OpChecker::reduce() {
  return isOneDim(operand(0)) && isTruthOr(operand(0).element) && combines(O.combine, operand(0).element);
}

bool OpChecker::multiReduce() {
  for (size_t i = 0; i < O.ints.size(); ++i)
    if (!want(O.ints[i] >= 0 && O.ints[i] < int64_t(operand(0).rank()) &&
                  (i == 0 || O.ints[i - 1] < O.ints[i]),
              "the reduced dims are not ascending dims of the source"))
      return false;
  return isOperandOf(1, withoutDims(operand(0), O.ints)) &&
         isResultOf(operand(1)) && combines(O.combine, type().element);
}

bool OpChecker::multiplies(ScalarType from, ScalarType to) {
  return want((isFloat(from) && isFloat(to)) ||
                  (isInteger(from) && isInteger(to)),
              "products of " + textOf(from) + " are not accumulated in " +
                  textOf(to)) &&
         want(bitsOf(from) <= bitsOf(to),
              "the accumulator is narrower than the factors");
}

bool OpChecker::outerProduct() {
  return isOneDim(operand(0)) && isOneDim(operand(1)) &&
         isResultOf(operand(2)) &&
         want(type().shape == llvm::SmallVector<int64_t, 2>{operand(0).lanes(),
                                                            operand(1).lanes()},
              "the accumulator " + type().text() +
                  " has not the shape of the product") &&
         multiplies(operand(0).element, type().element) &&
         multiplies(operand(1).element, type().element) &&
         combines(O.combine, type().element) &&
         combines(O.product, type().element);
}

bool OpChecker::contract() {
  const ContractMaps &c = O.contract;
  if (!want(c.maps.size() == 3, "needs three maps"))
    return false;
  llvm::SmallVector<int64_t, 4> space(c.isReduction.size(), 0);
  for (unsigned o = 0; o < 3; ++o) {
    if (!want(c.maps[o].size() == operand(o).rank(),
              "map " + Twine(o) + " has not the rank of its operand"))
      return false;
    llvm::SmallVector<bool, 4> seen(space.size(), false);
    for (unsigned d = 0; d < c.maps[o].size(); ++d) {
      const unsigned dim = c.maps[o][d];
      if (!want(dim < space.size() && !seen[dim],
                "map " + Twine(o) + " names no dim, or one twice"))
        return false;
      seen[dim] = true;
      const int64_t size = operand(o).shape[d];
      if (!want(space[dim] == 0 || space[dim] == size,
                "the operands disagree about dim " + Twine(dim)))
        return false;
      space[dim] = size;
      if (!want(o != 2 || !c.isReduction[dim],
                "the accumulator has the reduced dim " + Twine(dim)))
        return false;
    }
    for (unsigned dim = 0; o == 2 && dim < space.size(); ++dim)
      if (!want(seen[dim] || c.isReduction[dim],
                "the accumulator lacks the dim " + Twine(dim)))
        return false;
  }
  for (unsigned dim = 0; dim < space.size(); ++dim)
    if (!want(space[dim] != 0, "no operand has the dim " + Twine(dim)))
      return false;
  return isResultOf(operand(2)) &&
         multiplies(operand(0).element, type().element) &&
         multiplies(operand(1).element, type().element) &&
         combines(O.combine, type().element) &&
         combines(O.product, type().element);
}

} // namespace vecify
