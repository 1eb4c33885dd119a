// Steps, AI Engines: what leaves an accumulator is shifted, rounded, saturated and made narrower in one op.
//
//     %v = srs %acc, 0 [0, 0] : 32xi32 nowrap
//     %r = add %v, 32 : 32xi32 nowrap                  %n = srs %acc, 6 [1, 1] : 32xu8
//     %s = shr_imm %r [6] : 32xi32              ->
//     %c = min (max %s, 0), 255
//     %n = cast %c : 32xu8
//
// A shift behind a sum sees the sum as C has it only if C's sum cannot wrap, or if the accumulator wraps alike; adding
// half of what is shifted out must not wrap either, for the core's own rounding does not. A clamp is saturation if its
// ends are those of the result's type. Nothing else rounds or saturates.
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"
#include "Steps.h"
#include "vecify/Support/Decline.h"
#include "vecify/Target/AieCode.h"

namespace vecify {

namespace {

/// A value about to leave an accumulator.
struct Leaving {
  ValueId sum = NoValue, shift = NoValue; ///< an accumulator; a scalar I32
  bool half = false;
  bool isExact = false; ///< shifted, it is the value that C computes
};

class SrsForming {
public:
  SrsForming(Rewriter &rewriter, const Target &target, bool takesPlainCasts)
      : R(rewriter), F(rewriter.result()), B(rewriter.builder()), Core(*target.aie), TakesPlainCasts(takesPlainCasts) {}

  bool operator()(const Op &original) {
    if (original.results.size() != 1)
      return false;
    const VectorType type = R.source().typeOf(original.results[0]);
    if (type.rank() != 1 || !isInteger(type.element) || type.element == ScalarType::Index ||
        isAccumulator(type.element))
      return false;
    const Op op = R.mapped(original);
    std::optional<ValueId> result;
    if (op.kind == OpKind::Cast && isInteger(F.typeOf(op.operands[0]).element))
      result = narrowing(op.operands[0], type);
    else if (isShift(op.kind) && isSrs(op.operands[0]))
      result = shiftOfSum(op, type);
    if (!result)
      return false;
    F.values[*result].name = R.source().values[original.results[0]].name;
    R.map(original.results[0], *result);
    return true;
  }

private:
  static bool isShift(OpKind kind) {
    return kind == OpKind::ShrImm || kind == OpKind::ShrUniform || kind == OpKind::Shr;
  }

  const Op *definition(ValueId v, OpKind kind) const { return definedBy(F, v, kind); }

  /// An srs that neither shifts nor saturates.
  const Op *isSrs(ValueId v) const {
    const Op *srs = definition(v, OpKind::Srs);
    return srs && splatInt(F, srs->operands[1]) == 0 && srs->ints[1] == 0 ? srs : nullptr;
  }

  ValueId amountOf(const Op &shift) {
    const VectorType scalar = VectorType::scalar(ScalarType::I32);
    if (shift.kind == OpKind::ShrImm)
      return B.constant(scalar, shift.ints[0]);
    if (shift.kind == OpKind::ShrUniform)
      return shift.operands[1];
    std::optional<ValueId> splat = splatOf(F, shift.operands[1]);
    if (!splat)
      return NoValue;
    return F.typeOf(*splat) == scalar ? *splat : B.cast(*splat, ScalarType::I32);
  }

  /// 1 << (amount - 1).
  bool isHalf(ValueId v, ValueId amount) const {
    std::optional<ValueId> scalar = splatOf(F, v);
    std::optional<int64_t> value = splatInt(F, v), shift = splatInt(F, amount);
    if (value && shift)
      return *shift >= 1 && *shift < 62 && *value == int64_t(1) << (*shift - 1);
    if (const Op *cast = definition(v, OpKind::Cast))
      return isHalf(cast->operands[0], amount);
    if (!scalar)
      return false;
    if (const Op *broadcast = definition(v, OpKind::Broadcast))
      return isHalf(broadcast->operands[0], amount);
    const Op *shl = F.definitionOf(*scalar);
    if (!shl || (shl->kind != OpKind::Shl && shl->kind != OpKind::ShlUniform) || splatInt(F, shl->operands[0]) != 1)
      return false;
    return isOneLess(shl->operands[1], amount);
  }

  /// v == amount - 1, with the same scalar inside.
  bool isOneLess(ValueId v, ValueId amount) const {
    const ValueId inner = bare(v);
    const Op *op = F.definitionOf(inner);
    if (op && op->kind == OpKind::IndexValue)
      return op->index + IndexExpr(1) == polynomialOf(bare(amount));
    if (!op || (op->kind != OpKind::Add && op->kind != OpKind::Sub))
      return false;
    const std::optional<int64_t> by = splatInt(F, op->operands[1]);
    return by == (op->kind == OpKind::Add ? -1 : 1) && bare(op->operands[0]) == bare(amount);
  }

  IndexExpr polynomialOf(ValueId v) const {
    const Op *index = definition(v, OpKind::IndexValue);
    return index ? index->index : IndexExpr::symbol(v);
  }

  /// Without conversions among scalars that keep it.
  ValueId bare(ValueId v) const {
    while (const Op *cast = definition(v, OpKind::Cast))
      v = cast->operands[0];
    return v;
  }

  Leaving withRounding(ValueId sum, ValueId amount, bool isExact) {
    Leaving leaving{sum, amount, false, isExact};
    const Op *add = definition(sum, OpKind::Add);
    for (unsigned i : {1u, 0u})
      if (add && isExact && isHalf(add->operands[i], amount)) {
        leaving.sum = add->operands[1 - i];
        leaving.half = true;
        break;
      }
    // One product, added to the half.
    if (const Op *mac = definition(sum, OpKind::WideMac); mac && isExact && isHalf(mac->operands[0], amount)) {
      leaving.sum = B.create(OpKind::WideMul, F.typeOf(sum), {mac->operands[1], mac->operands[2]});
      leaving.half = true;
    }
    return leaving;
  }

  std::optional<ValueId> shiftOfSum(const Op &shift, const VectorType &type) {
    const Op srs = *isSrs(shift.operands[0]);
    const ScalarType sum = F.typeOf(srs.operands[0]).element;
    const bool isOddWidth = sum == ScalarType::Acc48 || sum == ScalarType::Acc80;
    const bool wrapsAlike = bitsOf(sum) == bitsOf(type.element) && !isOddWidth;
    if (!isSignedInteger(type.element) || !(srs.noWrap || wrapsAlike))
      return std::nullopt;
    const ValueId amount = amountOf(shift);
    if (amount == NoValue)
      return std::nullopt;
    return leave(withRounding(srs.operands[0], amount, srs.noWrap), type, false);
  }

  ValueId leave(const Leaving &leaving, const VectorType &type, bool saturate) {
    Op op;
    op.kind = OpKind::Srs;
    op.operands = {leaving.sum, leaving.shift};
    op.ints = {leaving.half, saturate};
    op.noWrap = leaving.isExact;
    const OpId id = B.append(std::move(op), {type});
    return F.ops[id].results[0];
  }

  /// What is clamped to just the range of `to`; nothing if the clamp is another one.
  std::optional<ValueId> clamped(ValueId v, ScalarType to) const {
    bool below = false, above = false;
    for (unsigned level = 0; level < 2; ++level) {
      const Op *op = F.definitionOf(v);
      if (!op || (op->kind != OpKind::Min && op->kind != OpKind::Max))
        break;
      const bool isMin = op->kind == OpKind::Min;
      const unsigned side = splatInt(F, op->operands[1]) ? 1 : 0;
      if (splatInt(F, op->operands[side]) != (isMin ? maxValue(to) : minValue(to)) || (isMin ? above : below))
        break;
      (isMin ? above : below) = true;
      v = op->operands[1 - side];
    }
    if (!below && !above)
      return std::nullopt;
    const ValueRange range = rangeOf(F, v);
    if ((!below && range.lo < minValue(to)) || (!above && range.hi > maxValue(to)))
      return std::nullopt;
    return v;
  }

  ValueId accumulatorOf(ValueId v) {
    const VectorType type = F.typeOf(v);
    const ScalarType acc = bitsOf(type.element) <= 16 ? Core.shortSum : Core.longSum;
    return B.create(OpKind::Cast, type.withElement(acc), {v}, F.values[v].name);
  }

  /// The conversion of `v` to a narrower integer.
  std::optional<ValueId> narrowing(ValueId v, const VectorType &type) {
    const ScalarType from = F.typeOf(v).element, to = type.element;
    if (bitsOf(from) <= bitsOf(to) || bitsOf(to) > 32 || isAccumulator(from))
      return std::nullopt;
    if (std::optional<int64_t> constant = splatInt(F, v))
      return B.constant(type, wrapTo(to, *constant));
    const std::optional<ValueId> inside = clamped(v, to);
    const bool saturates = inside.has_value();
    const ValueId value = inside.value_or(v);
    if (const Op *srs = definition(value, OpKind::Srs); srs && srs->ints[1] == 0 && (srs->noWrap || !saturates))
      return leave({srs->operands[0], srs->operands[1], srs->ints[0] != 0, srs->noWrap}, type, saturates);
    if (bitsOf(F.typeOf(value).element) > 32)
      return std::nullopt;
    const Op *definition = F.definitionOf(value);
    if (definition && isShift(definition->kind) && isSignedInteger(from) && bitsOf(from) == 32) {
      const Op shift = *definition; // what follows appends ops
      if (const ValueId amount = amountOf(shift); amount != NoValue)
        return leave(shifted(shift.operands[0], amount), type, saturates);
    }
    if (!saturates && !TakesPlainCasts)
      return std::nullopt;
    return leave({accumulatorOf(value), B.constant(VectorType::scalar(ScalarType::I32), 0), false, true}, type,
                 saturates);
  }

  Leaving shifted(ValueId value, ValueId amount) {
    bool half = false;
    const Op *add = definition(value, OpKind::Add);
    for (unsigned i : {1u, 0u})
      if (add && isHalf(add->operands[i], amount) &&
          (add->noWrap || rangeOf(F, add->operands[1 - i]).plus(rangeOf(F, add->operands[i])).fits(ScalarType::I32))) {
        value = add->operands[1 - i];
        half = true;
        break;
      }
    return {accumulatorOf(value), amount, half, true};
  }

  Rewriter &R;
  Function &F;
  Builder &B;
  const AieCore &Core;
  bool TakesPlainCasts;
};

Function formSrs(const Function &f, const Target &target, bool takesPlainCasts) {
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return SrsForming(r, target, takesPlainCasts)(op); }));
}

} // namespace

llvm::Expected<Function> shiftRoundSaturate(const Function &f, const Target &target, const LowerOptions &) {
  return formSrs(f, target, false);
}

llvm::Expected<Function> narrowBySrs(const Function &f, const Target &target, const LowerOptions &) {
  return formSrs(f, target, true);
}

llvm::Expected<Function> requireOneMode(const Function &f, const Target &target, const LowerOptions &) {
  std::optional<AieRounding> rounding;
  std::optional<bool> saturates;
  const auto takes = [](auto &mode, const auto &wanted) {
    mode = mode ? mode : wanted;
    return !wanted || mode == wanted;
  };
  for (const Op &op : f.ops) {
    const ModeUse use = modesObeyed(op, f, *target.aie);
    const bool fits = takes(rounding, use.rounding) && takes(saturates, use.saturates);
    if (!fits)
      return decline(op.loc, Reason::NoVectorForm,
                     {"a second way to round or to saturate in one loop", target.name + ", whose modes are set once"});
  }
  return f;
}

} // namespace vecify
