// What is added to all lanes before they are clamped matters only within bounds: beyond them every lane is clamped to
// the same end. The scalar is clamped, so that the lanes can be narrow.
//
//     min(max(a + b, 0), 255)     a in [0, 255]      b in [-255, 255] is enough
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {
namespace {

/// What 16 bits of either sign and their differences hold.
constexpr int64_t Widest = 65535;

class Clamped {
public:
  explicit Clamped(Site &site) : S(site) {}

  /// `v` with its wide uniform terms clamped, where only what is within [lo, hi] of it is told apart.
  std::optional<ValueId> within(ValueId v, __int128 lo, __int128 hi, unsigned depth = 0) {
    if (lo > hi || depth > 4)
      return std::nullopt;
    if (const std::optional<ValueId> scalar = splatOf(S.f, v))
      return clampedScalar(*scalar, S.typeOf(v), lo, hi);
    const Op *found = S.f.definitionOf(v);
    if (!found)
      return std::nullopt;
    const Op op = *found;
    if (op.kind == OpKind::ShrImm && isSignedInteger(S.typeOf(v).element) && op.ints[0] < 16) {
      const __int128 scale = __int128(1) << op.ints[0];
      if (const std::optional<ValueId> inner = within(op.operands[0], lo * scale, hi * scale + scale - 1, depth + 1))
        return S.emitInts(OpKind::ShrImm, S.typeOf(v), {*inner}, op.ints);
    }
    if ((op.kind != OpKind::Add && op.kind != OpKind::Sub) || (!op.noWrap && !fits(op)))
      return std::nullopt;
    for (unsigned i : {0u, 1u}) {
      const ValueRange other = rangeOf(S.f, op.operands[1 - i]);
      std::optional<ValueId> inner;
      if (op.kind == OpKind::Add)
        inner = within(op.operands[i], lo - other.hi, hi - other.lo, depth + 1);
      else if (i == 0)
        inner = within(op.operands[i], lo + other.lo, hi + other.hi, depth + 1);
      else
        inner = within(op.operands[i], other.lo - hi, other.hi - lo, depth + 1);
      if (!inner)
        continue;
      Op sum;
      sum.kind = op.kind;
      sum.noWrap = true;
      sum.operands = op.operands;
      sum.operands[i] = *inner;
      const OpId id = S.b.append(std::move(sum), {S.typeOf(v)}, S.f.values[v].name);
      return S.f.ops[id].results[0];
    }
    return std::nullopt;
  }

private:
  bool fits(const Op &sum) const {
    const ValueRange a = rangeOf(S.f, sum.operands[0]), b = rangeOf(S.f, sum.operands[1]);
    return (sum.kind == OpKind::Add ? a.plus(b) : a.minus(b)).fits(S.typeOf(sum.operands[0]).element);
  }

  std::optional<ValueId> clampedScalar(ValueId scalar, const VectorType &lanes, __int128 lo, __int128 hi) {
    const VectorType type = S.typeOf(scalar);
    const ValueRange range = rangeOf(S.f, scalar);
    if (!type.isScalar() || splatInt(S.f, scalar) || lo < -Widest || hi > Widest ||
        (range.lo >= -Widest && range.hi <= Widest))
      return std::nullopt;
    const std::string name = S.f.values[scalar].name;
    ValueId bounded = S.b.create(OpKind::Max, type, {scalar, S.b.constant(type, int64_t(lo))}, name);
    bounded = S.b.create(OpKind::Min, type, {bounded, S.b.constant(type, int64_t(hi))}, name);
    return S.b.broadcast(bounded, lanes);
  }

  Site &S;
};

} // namespace

/// max(min(x, hi), lo) and min(max(x, lo), hi); `op` is the outer of the two.
static Replacement clampUniforms(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || !isSignedInteger(s.type.element) || bitsOf(s.type.element) < 32)
    return std::nullopt;
  const std::optional<Clamp> clamp = clampAt(s);
  const std::optional<ValueId> bounded =
      clamp ? Clamped(s).within(clamp->value, clamp->low, clamp->high) : std::nullopt;
  if (!bounded)
    return std::nullopt;
  const OpKind otherKind = op.kind == OpKind::Max ? OpKind::Min : OpKind::Max;
  return with(s.emit(op.kind, {s.emit(otherKind, {*bounded, clamp->inner}), clamp->outer}));
}

const Pattern clampOfUniformSum = {"what all lanes add is clamped where their sum is",
                                   R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [8] : i32
  %b = broadcast %w : 16xi32
  %s = add %x, %b : 16xi32 nowrap
  %lo = constant 0 : 16xi32
  %hi = constant 255 : 16xi32
  %m = max %s, %lo : 16xi32
  %r = min %m, %hi : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                   R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [8] : i32
  %lo = constant 0 : 16xi32
  %hi = constant 255 : 16xi32
  %l = constant -255 : i32
  %p = max %w, %l : i32
  %h = constant 255 : i32
  %q = min %p, %h : i32
  %b = broadcast %q : 16xi32
  %s = add %x, %b : 16xi32 nowrap
  %m = max %s, %lo : 16xi32
  %r = min %m, %hi : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                   OpKind::Min, clampUniforms};

const Pattern clampOfUniformDifference = {"what all lanes subtract is clamped where their difference is",
                                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [8] : i32
  %b = broadcast %w : 16xi32
  %s = sub %x, %b : 16xi32 nowrap
  %lo = constant 0 : 16xi32
  %hi = constant 255 : 16xi32
  %m = min %s, %hi : 16xi32
  %r = max %m, %lo : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [8] : i32
  %lo = constant 0 : 16xi32
  %hi = constant 255 : 16xi32
  %l = constant -255 : i32
  %p = max %w, %l : i32
  %h = constant 255 : i32
  %q = min %p, %h : i32
  %b = broadcast %q : 16xi32
  %s = sub %x, %b : 16xi32 nowrap
  %m = min %s, %hi : 16xi32
  %r = max %m, %lo : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                          OpKind::Max, clampUniforms};

} // namespace vecify
