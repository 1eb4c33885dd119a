// Rules of memory ops: subscripts, lane steps, index vectors, masks.
#include "Verify/OpChecker.h"

namespace vecify {

using llvm::Twine;

bool OpChecker::memory() {
  const MemRef &m = O.mem;
  if (!want(m.pattern < F.patterns.size(), "has no pattern"))
    return false;
  const size_t subs = F.patterns[m.pattern].strideBytes.size();
  if (!want(m.subs.size() == subs, "the pattern takes " + Twine(subs) + " subscripts"))
    return false;
  for (const auto &steps : m.laneSteps)
    if (!want(steps.size() == subs, "a lane step needs " + Twine(subs) + " parts"))
      return false;
  for (size_t i = 0; i < m.indirectSubs.size(); ++i)
    if (!want(m.indirectSubs[i] < subs, "there is no subscript " + Twine(unsigned(m.indirectSubs[i]))) ||
        !want(i == 0 || m.indirectSubs[i - 1] < m.indirectSubs[i], "indirect subscripts are not ascending"))
      return false;

  const bool isWrite = O.results.empty();
  if (!want(!isWrite || !O.operands.empty(), "has no value to write"))
    return false;
  const VectorType &value = isWrite ? operand(0) : type();
  if (!want(value.element != ScalarType::I1, "truth values do not live in memory"))
    return false;
  switch (O.kind) {
  case OpKind::TransferRead:
    return transfer(value, 0, 2);
  case OpKind::TransferWrite:
    return transfer(value, 1, 1);
  case OpKind::MaskedLoad:
    return isNative() && isMaskFor(O.operands[0], value);
  case OpKind::CompressStore:
    return isOneDim(value) && isNative() && isMaskFor(O.operands[1], value);
  case OpKind::MaskedStore:
    return isNative() && isMaskFor(O.operands[1], value);
  case OpKind::Gather:
    return indexed(value, 0);
  case OpKind::Scatter:
    return indexed(value, 1);
  default:
    return isNative();
  }
}

bool OpChecker::isNative() { return want(O.mem.indirectSubs.empty(), "takes no index vectors"); }

bool OpChecker::transfer(const VectorType &value, size_t first, size_t masked) {
  const MemRef &m = O.mem;
  if (!want(m.laneSteps.size() == value.rank(),
            "has lane steps for " + Twine(m.laneSteps.size()) + " of " + Twine(value.rank()) + " dims") ||
      !want(bitsOf(F.patterns[m.pattern].type) == bitsOf(value.element),
            "the pattern holds " + textOf(F.patterns[m.pattern].type) + ", not " + textOf(value.element)))
    return false;
  const size_t vectors = m.indirectSubs.size(), count = O.operands.size();
  if (!want(count == first + vectors || count == first + vectors + masked,
            "has " + Twine(count) + " operands for " + Twine(vectors) + " index vectors"))
    return false;
  for (size_t i = first; i < first + vectors; ++i)
    if (!isIndexVector(i, value))
      return false;
  if (count == first + vectors)
    return true;
  return isMaskFor(O.operands[first + vectors], value) &&
         (masked == 1 || isOperandOf(first + vectors + 1, VectorType::scalar(value.element)));
}

bool OpChecker::isIndexVector(size_t i, const VectorType &value) {
  return want(isInteger(operand(i).element), "operand " + Twine(i) + " is no index vector") &&
         want(operand(i).shape == value.shape,
              "the index vector " + operand(i).text() + " has not the shape of " + value.text());
}

bool OpChecker::indexed(const VectorType &value, size_t first) {
  const size_t count = O.operands.size();
  if (!isNative() || !want(count == first + 1 || count == first + 2, "has " + Twine(count) + " operands"))
    return false;
  return isIndexVector(first, value) && (count == first + 1 || isMaskFor(O.operands[first + 1], value));
}

} // namespace vecify
