// Rules of products that are summed in wider lanes, and of what brings the sums back.
#include "Verify/OpChecker.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::Twine;

bool OpChecker::areFactors(unsigned first, int64_t lanesA, int64_t lanesB) {
  for (unsigned i : {first, first + 1}) {
    const VectorType &factor = operand(i);
    const int64_t lanes = i == first ? lanesA : lanesB;
    const bool isForAll = i > first && factor.isScalar();
    if (!want(isForAll || (factor.rank() == 1 && factor.lanes() == lanes),
              "operand " + Twine(i) + " has not " + Twine(lanes) + " lanes") ||
        !multiplies(factor.element, type().element))
      return false;
  }
  return isOneDim(type());
}

bool OpChecker::accumulates() {
  const int64_t lanes = type().lanes();
  switch (O.kind) {
  case OpKind::WideMul:
    return areFactors(0, lanes, lanes);
  case OpKind::WideMac:
    return isOperandOf(0, type()) && areFactors(1, lanes, lanes);
  case OpKind::SlidingMul: {
    if (!hasInts(3) || !isOperandOf(0, type()) || !isOneDim(operand(1)) || !isOneDim(operand(2)) ||
        !want(isInteger(type().element), "slides over integers only") ||
        !areFactors(1, operand(1).lanes(), operand(2).lanes()))
      return false;
    const int64_t first = O.ints[0], place = O.ints[1], points = O.ints[2];
    return want(first >= 0 && place >= 0 && points > 0 && first + points <= operand(1).lanes() &&
                    place + lanes + points - 1 <= operand(2).lanes(),
                "reaches lanes that do not exist");
  }
  case OpKind::Mmul: {
    if (!hasInts(3) || !isOperandOf(0, type()) || !isOneDim(operand(1)) || !isOneDim(operand(2)) ||
        !want(llvm::all_of(O.ints, [](int64_t n) { return n > 0; }), "has an empty block"))
      return false;
    const int64_t r = O.ints[0], s = O.ints[1], t = O.ints[2];
    return areFactors(1, r * s, s * t) && want(lanes == r * t, "the accumulator is no " + Twine(r) + " x " + Twine(t));
  }
  default:
    break;
  }
  // Srs
  if (isFloat(type().element))
    return hasInts(2) && isOneDim(type()) && isOperandOf(1, VectorType::scalar(ScalarType::I32)) &&
           want(O.ints[0] == 0 && O.ints[1] == 0, "rounds to nearest even only") &&
           want(operand(0).element == ScalarType::AccFloat && operand(0).lanes() == type().lanes() &&
                    bitsOf(type().element) <= 32 && type().element != ScalarType::F16,
                operand(0).text() + " does not become " + type().text());
  return hasInts(2) && isOneDim(type()) && isOperandOf(1, VectorType::scalar(ScalarType::I32)) &&
         want(O.ints[0] == 0 || O.ints[0] == 1, "rounds down or half up") &&
         want(O.ints[1] == 0 || O.ints[1] == 1, "saturates or wraps") &&
         want(isInteger(type().element) && isInteger(operand(0).element) && operand(0).lanes() == type().lanes() &&
                  bitsOf(operand(0).element) >= bitsOf(type().element),
              operand(0).text() + " is not shifted into " + type().text());
}

} // namespace vecify
