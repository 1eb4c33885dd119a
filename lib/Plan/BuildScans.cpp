// Reductions of which every iteration reads what they are so far.
//
//     s += x[i]; y[i] = s;         c      = x[i]                             what each lane adds
//                                  c      = c + <0, c0, c1, c2>              all lanes up to each, in log2 steps
//                                  c      = c + <0, 0, c0, c1>
//                                  y[i]   = c + before
//                                  before = before + <c3, c3, c3, c3>        what the next block begins with
//
// The update is built as if nothing had been before it, register by register, so that only the last line waits for the
// block before. Source: Hillis & Steele, Data Parallel Algorithms, 1986.
#include "Accumulators.h"
#include "SuperVectorBuilder.h"
#include <numeric>

namespace vecify {

using llvm::Error;

/// Lanes of concat(left, right), as many as right has: `lane(l)` of them is lane l.
static ValueId shuffled(Builder &b, ValueId left, ValueId right, llvm::function_ref<int64_t(int64_t)> lane) {
  const VectorType type = b.function().typeOf(right);
  Op op;
  op.kind = OpKind::Shuffle;
  op.operands = {left, right};
  for (int64_t l = 0; l < type.lanes(); ++l)
    op.ints.push_back(lane(l));
  return b.function().ops[b.append(std::move(op), {type})].results[0];
}

/// The lanes of right moved up, behind the last ones of left.
static ValueId movedUp(Builder &b, ValueId left, ValueId right, int64_t by) {
  const int64_t lanes = b.function().typeOf(right).lanes();
  return shuffled(b, left, right, [&](int64_t l) { return lanes - by + l; });
}

std::vector<LocalId> SuperVectorBuilder::scannedBy(NodeId statement) const {
  std::vector<LocalId> scanned;
  for (LocalId l = 0; l < Fa.locals.size(); ++l)
    if (Fa.locals[l].kind == ScalarFacts::Scan && Fa.locals[l].scan == statement)
      scanned.push_back(l);
  return scanned;
}

Error SuperVectorBuilder::scan(NodeId statement, llvm::ArrayRef<LocalId> scanned, ValueId mask) {
  for (LocalId l : scanned)
    locals[l] = B.neutral(Fa.locals[l].reduction, vectorOf(N.locals[l].type));
  if (Error error = this->statement(N.nodes[statement], mask))
    return error;
  for (LocalId l : scanned) {
    const ScalarFacts &facts = Fa.locals[l];
    const LocalId updated = facts.next == NoId ? l : facts.next;
    const VectorType type = vectorOf(N.locals[l].type);
    ValueId lanes = widen(locals[updated]);
    // A variable of the body is set in all lanes.
    if (mask != NoId && updated != l)
      lanes = B.create(OpKind::Select, type, {mask, lanes, B.neutral(facts.reduction, type)});
    const ValueId before = this->before[l];
    const ValueId after = locals[updated] = soFar(l, lanes);
    if (facts.next == NoId)
      continue;
    // The lane before, or the block before.
    locals[l] = Lanes == 1 ? before : movedUp(B, before, after, 1);
  }
  return Error::success();
}

/// The reduction up to and with each lane; `before` is what it is behind all of them.
ValueId SuperVectorBuilder::soFar(LocalId local, ValueId lanes) {
  const OpKind op = opOf(Fa.locals[local].reduction);
  const std::string &name = N.locals[local].name;
  const ScalarType element = N.locals[local].type;
  B.fp = FpFlags::fast();
  if (Lanes == 1) {
    const ValueId sum = before[local] = B.create(op, vectorOf(element), {before[local], lanes}, name);
    B.fp = {};
    return sum;
  }
  const unsigned inRegister = RegisterBits == 0 ? Lanes : RegisterBits / bitsOf(element);
  const unsigned width = std::gcd(Lanes, inRegister);
  const VectorType type = VectorType::vector(width, element);
  const ValueId nothing = B.neutral(Fa.locals[local].reduction, type);
  const auto slice = [&](ValueId v, unsigned at) {
    return Lanes == width ? v : B.extractSlice(v, {int64_t(at)}, type);
  };
  ValueId sum = slice(before[local], 0);
  std::vector<ValueId> parts;
  for (unsigned at = 0; at < Lanes; at += width) {
    ValueId part = slice(lanes, at);
    for (unsigned by = 1; by < width; by *= 2)
      part = B.create(op, type, {movedUp(B, nothing, part, by), part});
    parts.push_back(B.create(op, type, {sum, part}, name));
    const ValueId all = shuffled(B, part, part, [&](int64_t) { return width - 1; });
    sum = B.create(op, type, {sum, all}, name + "_before");
  }
  B.fp = {};
  const auto joined = [&](std::vector<ValueId> parts) {
    return parts.size() == 1 ? parts[0] : B.create(OpKind::Concat, VectorType::vector(Lanes, element), parts);
  };
  before[local] = joined(std::vector<ValueId>(parts.size(), sum));
  return joined(std::move(parts));
}

} // namespace vecify
