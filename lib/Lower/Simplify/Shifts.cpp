// Shifts by one amount for all lanes, and products that are such shifts.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

static Replacement shiftByConstant(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<int64_t> amount = s.constantOperand(1);
  if (!s.isIntegerVector() || !amount || *amount < 0 || *amount >= int64_t(bitsOf(s.type.element)))
    return std::nullopt;
  if (*amount == 0)
    return with(s.operand(0));
  const bool isLeft = op.kind == OpKind::Shl || op.kind == OpKind::ShlUniform;
  const OpKind kind = isLeft ? OpKind::ShlImm : OpKind::ShrImm;
  return with(s.emitInts(kind, s.type, {s.operand(0)}, {*amount}));
}

static Replacement shiftByUniform(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<ValueId> amount = splatOf(s.f, op.operands[1]);
  if (!s.isIntegerVector() || !amount || *amount == op.operands[1])
    return std::nullopt;
  OpKind kind = op.kind == OpKind::Shl ? OpKind::ShlUniform : OpKind::ShrUniform;
  return with(s.emit(kind, {s.operand(0), s.cast(*amount, ScalarType::I32)}));
}

static Replacement mulToShift(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector())
    return std::nullopt;
  for (unsigned i : {1u, 0u}) {
    std::optional<int64_t> factor = s.constantOperand(i);
    std::optional<unsigned> amount = factor ? log2Exact(*factor) : std::nullopt;
    if (amount && *amount > 0)
      return with(s.emitInts(OpKind::ShlImm, s.type, {s.operand(1 - i)}, {*amount}));
  }
  return std::nullopt;
}

/// (x << k) * u is x * (u << k) where u is the same in all lanes: it is shifted once. Not of a short one, whose
/// products with shorts may be summed up in pairs.
static Replacement shiftFactor(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned i : {0u, 1u}) {
    const std::optional<ValueId> factor = s.isIntegerVector() ? splatOf(s.f, op.operands[i]) : std::nullopt;
    if (!factor || splatInt(s.f, *factor) || rangeOf(s.f, op.operands[i]).fits(ScalarType::I16))
      continue;
    // Through conversions of what no shift has lost a bit of.
    const Op *shift = s.f.definitionOf(op.operands[1 - i]);
    llvm::SmallVector<ScalarType, 4> types;
    for (; shift && shift->kind == OpKind::Cast; shift = s.f.definitionOf(shift->operands[0]))
      types.push_back(s.typeOf(shift->results[0]).element);
    if (!shift || shift->kind != OpKind::ShlImm)
      continue;
    types.push_back(s.typeOf(shift->results[0]).element);
    const ValueId shifted = shift->operands[0];
    const int64_t amount = shift->ints[0];
    const ValueRange range = rangeOf(s.f, shifted);
    const auto holds = [&](ScalarType type) {
      return isInteger(type) && range.lo >= 0 && range.hi <= maxValue(type) >> amount;
    };
    if (types.size() > 1 && !llvm::all_of(types, holds))
      continue;
    const VectorType scalar = VectorType::scalar(s.type.element);
    const ValueId once = s.emitInts(OpKind::ShlImm, scalar, {s.cast(*factor, s.type.element)}, {amount});
    return with(s.emit(OpKind::Mul, {s.cast(shifted, s.type.element), s.emit(OpKind::Broadcast, {once})}));
  }
  return std::nullopt;
}

/// ((a << k) + b) >> k, of which as many bits are kept as there are above k, is a + (b >> k): nothing is carried into
/// a.
static Replacement sumAbove(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Op> shift = s.isIntegerVector() ? s.definition(op.operands[0], OpKind::ShrImm) : std::nullopt;
  const std::optional<Op> sum = shift ? s.definition(shift->operands[0], OpKind::Add) : std::nullopt;
  if (!sum || shift->ints[0] + bitsOf(s.type.element) > bitsOf(s.typeOf(op.operands[0]).element))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    const std::optional<Op> above = s.definition(sum->operands[i], OpKind::ShlImm);
    if (!above || above->ints != shift->ints)
      continue;
    const ValueId rest = s.emitInts(OpKind::ShrImm, s.typeOf(op.operands[0]), {sum->operands[1 - i]}, shift->ints);
    return with(s.emit(OpKind::Add, {s.cast(above->operands[0], s.type.element), s.cast(rest, s.type.element)}));
  }
  return std::nullopt;
}

const Pattern castOfShiftedSum = {"a sum above what is shifted out is one without it",
                                  R"(  %a = transfer_read i64[0] lanes(1) : 8xi64
  %b = transfer_read i64[8] lanes(1) : 8xi64
  %h = shl_imm %a [32] : 8xi64
  %s = add %h, %b : 8xi64
  %t = shr_imm %s [32] : 8xi64
  %r = cast %t : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                  R"(  %a = transfer_read i64[0] lanes(1) : 8xi64
  %b = transfer_read i64[8] lanes(1) : 8xi64
  %t = shr_imm %b [32] : 8xi64
  %x = cast %a : 8xi32
  %y = cast %t : 8xi32
  %r = add %x, %y : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                  OpKind::Cast, sumAbove};

/// Of ((x << a) >> b) the low bits are those of x >> (b - a), as long as none comes from outside of x << a; of x << a
/// they are 0 where all lie below a.
static Replacement keptOfShifted(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const VectorType wide = s.typeOf(op.operands[0]);
  const unsigned kept = bitsOf(s.type.element);
  if (!s.isIntegerVector() || s.type.element == ScalarType::I1 || !isInteger(wide.element) ||
      kept >= bitsOf(wide.element))
    return std::nullopt;
  if (const std::optional<Op> left = s.definition(op.operands[0], OpKind::ShlImm))
    return left->ints[0] >= kept ? with(s.constant(0)) : std::nullopt;
  const std::optional<Op> right = s.definition(op.operands[0], OpKind::ShrImm);
  const std::optional<Op> left = right ? s.definition(right->operands[0], OpKind::ShlImm) : std::nullopt;
  const int64_t further = left ? right->ints[0] - left->ints[0] : -1;
  if (further < 0 || right->ints[0] + kept > bitsOf(wide.element))
    return std::nullopt;
  const ValueId x = left->operands[0];
  return with(s.cast(further == 0 ? x : s.emitInts(OpKind::ShrImm, s.typeOf(x), {x}, {further}), s.type.element));
}

const Pattern castOfShifted = {"bits that are shifted to and fro are taken from where they were",
                               R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %h = shl_imm %a [8] : 8xu32
  %t = shr_imm %h [16] : 8xu32
  %r = cast %t : 8xu8
  transfer_write %r, u8[0] lanes(1))",
                               R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %t = shr_imm %a [8] : 8xu32
  %r = cast %t : 8xu8
  transfer_write %r, u8[0] lanes(1))",
                               OpKind::Cast, keptOfShifted};

const Pattern mulOfShifted = {"a factor that all lanes share is shifted in place of the other one",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %h = shl_imm %x [6] : 16xi32
  %u = broadcast %scalar : 16xi32
  %r = mul %h, %u : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %h = shl_imm %scalar [6] : i32
  %u = broadcast %h : 16xi32
  %r = mul %x, %u : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                              OpKind::Mul, shiftFactor};

const Pattern shlByConstant = {"a left shift by a constant is an immediate one",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant 3 : 8xi32
  %r = shl %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shl_imm %a [3] : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               OpKind::Shl, shiftByConstant};

const Pattern shrByConstant = {"a right shift by a constant is an immediate one",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant 3 : 8xi32
  %r = shr %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shr_imm %a [3] : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               OpKind::Shr, shiftByConstant};

const Pattern shlByUniform = {"a left shift by a splat takes the amount as a scalar",
                              R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %k = cast %amount : i16
  %c = broadcast %k : 16xi16
  %r = shl %a, %c : 16xi16
  transfer_write %r, i16[16] lanes(1))",
                              R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %k = cast %amount : i16
  %c = cast %k : i32
  %r = shl_uniform %a, %c : 16xi16
  transfer_write %r, i16[16] lanes(1))",
                              OpKind::Shl, shiftByUniform};

const Pattern shrByUniform = {"a right shift by a splat takes the amount as a scalar",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = broadcast %amount : 8xi32
  %r = shr %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shr_uniform %a, %amount : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              OpKind::Shr, shiftByUniform};

const Pattern shlUniformByConstant = {"a left shift by a scalar that is a constant is an immediate one",
                                      R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = index (3) : i32
  %r = shl_uniform %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shl_imm %a [3] : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      OpKind::ShlUniform, shiftByConstant};

const Pattern shrUniformByConstant = {"a right shift by a scalar that is a constant is an immediate one",
                                      R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = index (3) : i32
  %r = shr_uniform %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shr_imm %a [3] : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      OpKind::ShrUniform, shiftByConstant};

/// Bits that are shifted out, and back again as zeros, are masked.
static Replacement maskByShifts(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Op> left = s.definition(op.operands[0], OpKind::ShlImm);
  if (!s.isIntegerVector() || isSignedInteger(s.type.element) || !left || left->ints[0] != op.ints[0])
    return std::nullopt;
  const uint64_t all = ~uint64_t(0) >> (64 - bitsOf(s.type.element));
  return with(s.emit(OpKind::And, {left->operands[0], s.constant(int64_t(all >> op.ints[0]))}));
}

const Pattern shrOfShl = {"bits that are shifted out and back are masked",
                          R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %b = shl_imm %a [24] : 8xu32
  %r = shr_imm %b [24] : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                          R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %m = constant 255 : 8xu32
  %r = and %a, %m : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                          OpKind::ShrImm, maskByShifts};

const Pattern mulByPowerOfTwo = {"a product with 2^k is a shift",
                                 R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant 8 : 8xi32
  %r = mul %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                 R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shl_imm %a [3] : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                 OpKind::Mul, mulToShift};

} // namespace vecify
