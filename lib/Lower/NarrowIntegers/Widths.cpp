// See Widths.h.
//
// An op may be computed in W bits when W bits of its operands decide all of its demanded bits, or when its exact
// value fits W bits. Forwards, an op is not made narrower than its widest operand (that would take conversions);
// backwards, it is where all its users are narrower still. What that costs in conversions is weighed behind
// (WidenWhereCheaper.cpp).
#include "Widths.h"

namespace vecify {

bool Widths::isVectorInteger(const Function &f, ValueId v) {
  const VectorType &type = f.typeOf(v);
  return !type.isScalar() && isInteger(type.element) && type.element != ScalarType::Index;
}

/// No conversion needed in any width: a splat is truncated before it is spread, and what is computed of splats and
/// counts is computed as wide as it is used.
bool Widths::isFreeInAnyWidth(const Function &f, ValueId v, unsigned depth) {
  const Op *op = isVectorInteger(f, v) ? f.definitionOf(v) : nullptr;
  return op && (op->kind == OpKind::Constant || op->kind == OpKind::Iota ||
                (op->kind == OpKind::Broadcast && f.typeOf(op->operands[0]).isScalar()) || isOfFree(f, *op, depth));
}

bool Widths::isOfFree(const Function &f, const Op &op, unsigned depth) {
  const bool isSimple = op.kind == OpKind::Add || op.kind == OpKind::Sub || op.kind == OpKind::Cast;
  return isSimple && depth < 4 &&
         llvm::all_of(op.operands, [&](ValueId operand) { return isFreeInAnyWidth(f, operand, depth + 1); });
}

Widths::Widths(const Function &function, const Target &target, const LowerOptions &options, RangeTable &ranges)
    : F(function), T(target), O(options), Ranges(ranges), Demanded(function, ranges), Width(function.values.size()),
      Users(function.values.size()) {
  for (ValueId v = 0; v < Width.size(); ++v)
    Width[v] = bitsOf(F.typeOf(v).element);
  for (OpId id = 0; id < F.ops.size(); ++id)
    for (ValueId operand : F.ops[id].operands)
      Users[operand].push_back(id);
  for (const Op &op : F.ops)
    if (isNarrowable(op) && !isOfFree(F, op))
      Width[op.results[0]] = choose(op, widestOperand(op));
  for (const Op &op : llvm::reverse(F.ops))
    if (isNarrowable(op))
      Width[op.results[0]] = choose(op, isOfFree(F, op) ? widestUse(op) : std::min(widestOperand(op), widestUse(op)));
  if (!widenWhereCheaper())
    return;
  for (const Op &op : llvm::reverse(F.ops))
    if (isNarrowable(op) && isOfFree(F, op))
      Width[op.results[0]] = choose(op, widestUse(op));
}

bool Widths::isNarrowable(const Op &op) const {
  if (op.results.size() != 1)
    return false;
  if (classOf(op.kind) == OpClass::Compare)
    return isVectorInteger(F, op.operands[0]);
  if (!isVectorInteger(F, op.results[0]))
    return false;
  switch (op.kind) {
  case OpKind::Constant:
  case OpKind::Iota:
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Div:
  case OpKind::Rem:
  case OpKind::Neg:
  case OpKind::Abs:
  case OpKind::AbsDiff:
  case OpKind::Popcount:
  case OpKind::Min:
  case OpKind::Max:
  case OpKind::And:
  case OpKind::AndNot:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::Not:
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
  case OpKind::Select:
  case OpKind::Within:
    return true;
  case OpKind::Broadcast:
    return F.typeOf(op.operands[0]).isScalar();
  case OpKind::Cast:
    return isVectorInteger(F, op.operands[0]);
  case OpKind::Shuffle: // of neighbours, which costs the less the fewer registers they take up
    return isWindow(op);
  default:
    return false;
  }
}

/// Bits in which C computes it.
unsigned Widths::ownBits(const Op &op) const {
  return bitsOf(F.typeOf(classOf(op.kind) == OpClass::Compare ? op.operands[0] : op.results[0]).element);
}

unsigned Widths::widestOperand(const Op &op) const {
  unsigned widest = op.kind == OpKind::Select ? widthOfMask(op.operands[0]) : 8;
  for (ValueId operand : op.operands)
    if (isVectorInteger(F, operand) && !isFreeInAnyWidth(F, operand))
      widest = std::max(widest, Width[operand]);
  return widest;
}

/// Bits of the lanes whose comparison made the mask.
unsigned Widths::widthOfMask(ValueId mask) const {
  const Op *op = F.definitionOf(mask);
  if (!op)
    return 8;
  if (classOf(op->kind) == OpClass::Compare)
    return isVectorInteger(F, op->operands[0]) ? Width[mask] : bitsOf(F.typeOf(op->operands[0]).element);
  unsigned widest = 8;
  if (op->kind == OpKind::And || op->kind == OpKind::Or || op->kind == OpKind::Xor || op->kind == OpKind::Not ||
      op->kind == OpKind::AndNot)
    for (ValueId operand : op->operands)
      widest = std::max(widest, widthOfMask(operand));
  return widest;
}

unsigned Widths::widestUse(const Op &op) const {
  ValueId v = op.results[0];
  if (classOf(op.kind) == OpClass::Compare)
    return 64;
  unsigned widest = 8;
  for (OpId id : Users[v]) {
    const Op &user = F.ops[id];
    if (isNarrowable(user))
      widest = std::max(widest, classOf(user.kind) == OpClass::Compare ? ofComparison(user) : Width[user.results[0]]);
    else
      widest = std::max(widest, bitsOf(F.typeOf(v).element));
  }
  return widest;
}

unsigned Widths::choose(const Op &op, unsigned atLeast) {
  bool compares = classOf(op.kind) == OpClass::Compare;
  unsigned own = bitsOf(F.typeOf(compares ? op.operands[0] : op.results[0]).element);
  for (unsigned bits = 8; bits < own; bits *= 2)
    if (bits >= atLeast && isExactAt(op, bits) && hasRow(op, bits))
      return bits;
  return own;
}

/// Some integer type of `bits` holds all values of all of them.
bool Widths::fitsOne(llvm::ArrayRef<ValueId> values, unsigned bits, bool *isSigned) {
  for (bool sign : {false, true}) {
    ScalarType type = integerType(bits, sign);
    if (llvm::all_of(values, [&](ValueId v) { return Ranges[v].fits(type); })) {
      if (isSigned)
        *isSigned = sign;
      return true;
    }
  }
  return false;
}

bool Widths::isClamped(const Op &comparison, unsigned operand, unsigned bits) {
  ScalarType type = integerType(bits, true);
  const Op *splat = definedBy(F, comparison.operands[operand], OpKind::Broadcast);
  const ValueRange &other = Ranges[comparison.operands[1 - operand]];
  return splat && F.typeOf(splat->operands[0]).isScalar() && !Ranges[comparison.operands[operand]].fits(type) &&
         other.lo > minValue(type) && other.hi < maxValue(type);
}

bool Widths::isExactAt(const Op &op, unsigned bits) {
  if (classOf(op.kind) == OpClass::Compare)
    return fitsOne(op.operands, bits) || isClamped(op, 0, bits) || isClamped(op, 1, bits);
  ValueId result = op.results[0];
  bool lowBitsDo = !(Demanded[result] & ~lowBits(bits));
  if (!lowBitsDo && !fitsOne({result}, bits))
    return false;
  auto leavesOpenAfter = [&](unsigned amount) { return !(Demanded[result] & ~lowBits(bits - amount)); };
  auto amountIsBelow = [&](ValueId amount) { return Ranges[amount].lo >= 0 && Ranges[amount].hi < bits; };
  switch (op.kind) {
  case OpKind::ShlImm:
    return op.ints[0] < bits;
  case OpKind::Shl:
  case OpKind::ShlUniform:
    return amountIsBelow(op.operands[1]);
  // Either nothing above the narrow operand can come in, or nobody looks at where it would.
  case OpKind::ShrImm:
    if (Ranges[op.operands[0]].fits(integerType(bits, true)))
      return true; // all sign from the width on
    return op.ints[0] < bits && (fitsOne({op.operands[0]}, bits) || leavesOpenAfter(unsigned(op.ints[0])));
  case OpKind::ShrUniform:
    // What the signed type shows exactly is all sign once the amount, which is then clamped, has reached its width.
    if (Ranges[op.operands[0]].fits(integerType(bits, true)))
      return true;
    [[fallthrough]];
  case OpKind::Shr:
    return amountIsBelow(op.operands[1]) &&
           (fitsOne({op.operands[0]}, bits) || leavesOpenAfter(unsigned(Ranges[op.operands[1]].hi)));
  case OpKind::Min:
  case OpKind::Max:
  case OpKind::AbsDiff:
  case OpKind::Rem:
    return fitsOne(op.operands, bits);
  case OpKind::Div:
    // The one quotient that leaves the operands' type is MIN / -1.
    return fitsOne({op.operands[0], op.operands[1], result}, bits);
  case OpKind::Abs:
    return Ranges[op.operands[0]].fits(integerType(bits, true));
  case OpKind::Popcount:
    return Ranges[op.operands[0]].fits(integerType(bits, false));
  default:
    return true; // low bits of the operands decide low bits of the result
  }
}

ScalarType Widths::workType(const Op &op, unsigned bits) {
  bool isSigned = false;
  switch (op.kind) {
  case OpKind::Abs:
    isSigned = true;
    break;
  case OpKind::Min:
  case OpKind::Max:
  case OpKind::AbsDiff:
  case OpKind::Rem:
    fitsOne(op.operands, bits, &isSigned);
    break;
  case OpKind::Div:
    fitsOne({op.operands[0], op.operands[1], op.results[0]}, bits, &isSigned);
    break;
  case OpKind::Shr:
  case OpKind::ShrUniform:
  case OpKind::ShrImm:
    // A logical shift where only bits that stay inside are looked at.
    if (!fitsOne({op.operands[0]}, bits, &isSigned))
      isSigned = false;
    break;
  default:
    if (classOf(op.kind) == OpClass::Compare)
      isSigned = !fitsOne(op.operands, bits, &isSigned) || isSigned;
    else
      isSigned =
          !Ranges[op.results[0]].fits(integerType(bits, false)) && Ranges[op.results[0]].fits(integerType(bits, true));
  }
  return integerType(bits, isSigned);
}

/// How the target does it on a register; of windows, one that begins with the first register's last lane.
const Row *Widths::rowOf(const Op &op, unsigned bits) {
  const ScalarType type = workType(op, bits);
  const int64_t lanes = nativeLanes(T, O, type, minorLanes(F.typeOf(op.results[0])));
  if (op.kind != OpKind::Shuffle)
    return T.find(op.kind, type, unsigned(lanes));
  llvm::SmallVector<int64_t, 64> window;
  for (int64_t lane = 0; lane < lanes; ++lane)
    window.push_back(lanes - 1 + lane);
  return lanes > 1 ? T.find(shuffleKey(VectorType::vector(lanes, type), window)) : nullptr;
}

/// Of all registers that the op's lanes take up; nothing where the target has no such op.
std::optional<unsigned> Widths::uopsOf(const Op &op, unsigned bits) {
  const unsigned all = minorLanes(F.typeOf(op.results[0])), lanes = nativeLanes(T, O, workType(op, bits), all);
  const Row *row = rowOf(op, bits);
  return row ? std::optional(row->uops * std::max(1u, all / lanes)) : std::nullopt;
}

/// What it costs on all registers, or about what it takes to put it together where the target has no such op.
int64_t Widths::uopsAt(const Op &op, unsigned bits) {
  constexpr float ofMissing = 3;
  if (op.kind == OpKind::Cast)
    return 0;
  const int64_t lanes = minorLanes(F.typeOf(op.results[0]));
  const int64_t registers = lanes / nativeLanes(T, O, integerType(bits, true), lanes);
  const Row *row = rowOf(op, bits);
  return int64_t((row ? row->uops : ofMissing) * float(registers));
}

/// What every target has in every width is not looked up; expand-missing makes comparisons.
bool Widths::hasRow(const Op &op, unsigned bits) {
  switch (op.kind) {
  case OpKind::Mul:
  case OpKind::Min:
  case OpKind::Max:
  case OpKind::Abs:
  case OpKind::Popcount:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
  case OpKind::Shuffle:
    return rowOf(op, bits);
  case OpKind::Shl:
  case OpKind::Shr: {
    // Narrow ones may have to be put together of several; wide ones take about two conversions each.
    const std::optional<unsigned> narrow = uopsOf(op, bits), wide = uopsOf(op, bitsOf(F.typeOf(op.results[0]).element));
    return narrow && (!wide || *narrow <= 3 * *wide);
  }
  case OpKind::Div:
  case OpKind::Rem: {
    // By a constant: a cheap high product is wanted, or a shift.
    ScalarType type = workType(op, bits);
    const bool isShift = log2Exact(splatInt(F, op.operands[1]).value_or(0)).has_value();
    const Row *row = T.find(isShift ? OpKind::ShrImm : OpKind::MulHigh, type,
                            nativeLanes(T, O, type, minorLanes(F.typeOf(op.results[0]))));
    return row && row->uops <= (isShift ? 4 : 2);
  }
  default:
    return true;
  }
}

} // namespace vecify
