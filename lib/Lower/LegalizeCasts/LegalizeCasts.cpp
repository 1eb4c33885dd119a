// Step: conversions in stages for which the target has rows.
//
//     cast : 32xu8 -> 32xf32      ->   u8 -> i32 -> f32          the integer in the float's width first
//     cast : 32xi32 -> 32xu8      ->   i32 -> u16 -> u8          halves, which narrow_pair does two registers at a time
//     cast : 32xu8 -> 32xi8       ->   bitcast
//     cast : 32xu32 -> 32xu8 -> 32xu32   ->   and 255             where bits are only dropped; of i8, two shifts
//
// Every stage is exact or wraps as C does, so the chain means what the single conversion means.
#include "Edit.h"
#include "NarrowIntegers/Ranges.h"
#include "Stages.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class CastChains {
public:
  CastChains(Function &function, const Target &target, const LowerOptions &options)
      : F(function), T(target), O(options), Editor(function) {}

  void run() {
    Editor.run([&](OpId id) {
      if (!T.aie && F.ops[id].kind == OpKind::Cast && !F.typeOf(F.ops[id].results[0]).isScalar())
        clearInstead(id);
    });
    Editor.run([&](OpId id) {
      const Op &op = F.ops[id];
      if ((op.kind == OpKind::Cast || op.kind == OpKind::MaskCast) && !F.typeOf(op.results[0]).isScalar() &&
          !isAccumulator(F.typeOf(op.results[0]).element))
        legalize(id);
    });
  }

private:
  static bool isInt(ScalarType t) { return isInteger(t); }

  bool has(OpKind kind, ScalarType to, ScalarType from, int64_t n) const {
    return hasConversion(T, O, kind, to, from, n);
  }

  /// Dropping three quarters of each lane by two rows that saturate is cheaper than by two that truncate, if the upper
  /// bits are cleared first.
  ValueId cleared(ValueId v, ScalarType to, int64_t n, ValueId named) {
    VectorType type = F.typeOf(v);
    if (!isInt(type.element) || !isInt(to) || bitsOf(type.element) != 32 || bitsOf(to) != 8 ||
        n <= nativeLanes(T, O, type.element, n) || rangeOf(F, v).fits(ScalarType::U8))
      return v;
    int64_t lanes = 2 * nativeLanes(T, O, ScalarType::I32, n);
    const Row *exact = T.find(OpKind::NarrowPair, ScalarType::I16, ScalarType::I32, lanes);
    const Row *saturating = T.find(OpKind::NarrowPairSat, ScalarType::I16, ScalarType::I32, lanes);
    if (!exact || !saturating || saturating->uops + 1 >= exact->uops)
      return v;
    Op ones;
    ones.intValue = 255;
    ValueId mask = Editor.insert(std::move(ones), type);
    return Editor.insert(OpKind::And, type, {v, mask}, F.values[named].name);
  }

  /// Unsigned numbers below half of their range are converted as signed ones, where that is cheaper.
  ValueId signedForFloat(ValueId v, ScalarType to, int64_t n) {
    const VectorType type = F.typeOf(v);
    if (!isInt(type.element) || !isUnsignedInteger(type.element) || !isFloat(to) || bitsOf(type.element) < 32)
      return v;
    const ScalarType asSigned = integerType(bitsOf(type.element), true);
    const int64_t lanes = nativeLanes(T, O, bitsOf(to) > bitsOf(asSigned) ? to : asSigned, n);
    const Row *own = T.find(OpKind::Cast, to, type.element, lanes), *other = T.find(OpKind::Cast, to, asSigned, lanes);
    if (!other || (own && own->uops <= other->uops) || !rangeOf(F, v).fits(asSigned))
      return v;
    return as(v, type.withElement(asSigned));
  }

  /// Of an integer as wide as the result, some bits from `shift` on.
  struct Bits {
    ValueId of;
    int64_t shift = 0;
  };

  /// What is left of narrowing and shifting, all of which keeps these bits.
  std::optional<Bits> bitsKept(ValueId narrow, unsigned wanted) const {
    const auto width = [&](ValueId v) { return bitsOf(F.typeOf(v).element); };
    const unsigned kept = width(narrow);
    Bits bits{narrow};
    for (unsigned steps = 0; steps < 4 && width(bits.of) < wanted; ++steps) {
      const Op *op = F.definitionOf(bits.of);
      if (!op || (op->kind != OpKind::Cast && op->kind != OpKind::ShrImm))
        return std::nullopt;
      const ScalarType from = F.typeOf(op->operands[0]).element;
      if (!isInt(from) || bitsOf(from) < width(bits.of))
        return std::nullopt;
      if (op->kind == OpKind::ShrImm)
        bits.shift += op->ints[0];
      if (op->kind == OpKind::ShrImm && bits.shift + int64_t(kept) > int64_t(bitsOf(from)))
        return std::nullopt;
      bits.of = op->operands[0];
    }
    return width(bits.of) == wanted ? std::optional(bits) : std::nullopt;
  }

  ValueId as(ValueId v, const VectorType &type) {
    return F.typeOf(v) == type ? v : Editor.insert(OpKind::Bitcast, type, {v});
  }
  ValueId shifted(OpKind kind, ValueId v, int64_t amount) {
    Op shift;
    shift.kind = kind;
    shift.operands = {v};
    shift.ints = {amount};
    return amount == 0 ? v : Editor.insert(std::move(shift), F.typeOf(v));
  }

  /// Lanes that are made narrow and wide again stay where they are: their upper bits are cleared, or filled.
  void clearInstead(OpId id) {
    const VectorType type = F.typeOf(F.ops[id].results[0]);
    const ValueId narrow = F.ops[id].operands[0];
    const ScalarType from = F.typeOf(narrow).element;
    if (!isInt(type.element) || !isInt(from) || bitsOf(from) < 8 || bitsOf(from) >= bitsOf(type.element))
      return;
    const int64_t width = bitsOf(type.element), kept = bitsOf(from);
    const std::optional<Bits> bits = bitsKept(narrow, unsigned(width));
    const VectorType number = type.withElement(integerType(unsigned(width), isSignedInteger(from)));
    // 64-bit lanes are not filled everywhere.
    if (!bits || (isSignedInteger(from) && width == 64))
      return;
    if (isSignedInteger(from)) {
      const ValueId upmost = shifted(OpKind::ShlImm, as(bits->of, number), width - kept - bits->shift);
      const bool isThere = number == type;
      F.ops[id].kind = isThere ? OpKind::ShrImm : OpKind::Bitcast;
      F.ops[id].operands = {isThere ? upmost : shifted(OpKind::ShrImm, upmost, width - kept)};
      F.ops[id].ints.assign(isThere, width - kept);
      return;
    }
    const ValueId v = as(shifted(OpKind::ShrImm, bits->shift ? as(bits->of, number) : bits->of, bits->shift), type);
    Op ones;
    ones.intValue = (int64_t(1) << kept) - 1;
    const ValueId mask = Editor.insert(std::move(ones), type);
    F.ops[id].kind = OpKind::And;
    F.ops[id].operands = {v, mask};
  }

  struct Stage {
    OpKind kind;
    ScalarType to;
  };

  std::vector<Stage> stages(OpKind kind, ScalarType from, ScalarType to, int64_t n) const {
    std::vector<Stage> list;
    // Bytes are made as u8, which what has been cleared above fits.
    bool asUnsigned = isInt(from) && to == ScalarType::I8 && bitsOf(from) > 8;
    ScalarType last = asUnsigned ? ScalarType::U8 : to;
    while (from != last && list.size() < 8) {
      bool sameWidth = isInt(from) && isInt(last) && bitsOf(from) == bitsOf(last);
      ScalarType next = sameWidth ? last : nextStage(T, O, kind, from, last, n);
      bool isBitcast = isInt(from) && isInt(next) && bitsOf(from) == bitsOf(next);
      list.push_back({isBitcast ? OpKind::Bitcast : kind, next});
      from = next;
    }
    if (asUnsigned)
      list.push_back({OpKind::Bitcast, to});
    return list;
  }

  void legalize(OpId id) {
    ValueId v = F.ops[id].operands[0], result = F.ops[id].results[0];
    const VectorType type = F.typeOf(result);
    const std::string name = F.values[result].name;
    int64_t n = minorLanes(type);
    v = signedForFloat(cleared(v, type.element, n, result), type.element, n);
    std::vector<Stage> list = stages(F.ops[id].kind, F.typeOf(v).element, type.element, n);
    for (size_t s = 0; s + 1 < list.size(); ++s)
      v = Editor.insert(list[s].kind, type.withElement(list[s].to), {v}, name);
    F.ops[id].operands[0] = v;
    if (!list.empty())
      F.ops[id].kind = list.back().kind;
  }

  Function &F;
  const Target &T;
  const LowerOptions &O;
  BlockEditor Editor;
};

} // namespace

llvm::Expected<Function> legalizeCasts(const Function &f, const Target &target, const LowerOptions &options) {
  Function result = f;
  CastChains(result, target, options).run();
  return sweep(std::move(result));
}

} // namespace vecify
