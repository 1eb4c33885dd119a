// Step: native ops without a row become ops that have one. Targets have rows for nearly everything; what is left are
// ops that are two others on some of them.
#include "AllPatterns.h"
#include "EverySecond.h"
#include "FenceWidenedLoads.h"
#include "MaskedAddition.h"
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"
#include "Steps.h"
#include <cmath>

namespace vecify {

/// The row of `kind` for the site's type, or null.
static const Row *rowOf(const Site &s, OpKind kind) {
  return s.target.find(kind, s.type.element, unsigned(s.type.lanes()));
}

/// fmax(x, c) where c is a number: x > c ? x : c, which is c where x is none. Of two zeros c must be the one to take.
static Replacement extremeOfConstant(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const bool isMin = op.kind == OpKind::FMin;
  const OpKind chosen = isMin ? OpKind::CMin : OpKind::CMax;
  const auto row = [&](OpKind kind) { return rowOf(s, kind); };
  if (!s.isVector() || !row(chosen) || (row(op.kind) && row(op.kind)->uops <= row(chosen)->uops))
    return std::nullopt;
  for (unsigned i : {1u, 0u}) {
    const std::optional<double> c = splatFp(s.f, op.operands[i]);
    if (c && !std::isnan(*c) && (*c != 0 || std::signbit(*c) == isMin))
      return with(s.emit(chosen, {op.operands[1 - i], op.operands[i]}));
  }
  return std::nullopt;
}

const Pattern minOfConstant = {"a minimum with a number",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 1.5 : 8xf32
  %r = fmin %c, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 1.5 : 8xf32
  %r = cmin %a, %c : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                               OpKind::FMin, extremeOfConstant};
const Pattern maxOfConstant = {"a maximum with a number",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 0.0 : 8xf32
  %r = fmax %a, %c : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 0.0 : 8xf32
  %r = cmax %a, %c : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                               OpKind::FMax, extremeOfConstant};

/// max(a, b) - min(a, b), or for unsigned lanes one of the two saturating differences, the other being 0.
static Replacement expandAbsDiff(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || rowOf(s, OpKind::AbsDiff))
    return std::nullopt;
  if (isUnsignedInteger(s.type.element) && rowOf(s, OpKind::SubSat)) {
    ValueId up = s.emit(OpKind::SubSat, {s.operand(0), s.operand(1)});
    ValueId down = s.emit(OpKind::SubSat, {s.operand(1), s.operand(0)});
    return with(s.emit(OpKind::Or, {up, down}));
  }
  ValueId high = s.emit(OpKind::Max, {s.operand(0), s.operand(1)});
  ValueId low = s.emit(OpKind::Min, {s.operand(0), s.operand(1)});
  return with(s.emit(OpKind::Sub, {high, low}));
}

const Pattern absDiffToSubSat = {"an absolute difference by two saturating ones",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %r = abs_diff %a, %b : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %p = sub_sat %a, %b : 16xu8
  %q = sub_sat %b, %a : 16xu8
  %r = or %p, %q : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 OpKind::AbsDiff, expandAbsDiff};

/// One amount for all lanes moves to a register of its own every time; an amount for each is there before the loop.
static Replacement shiftLanes(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const OpKind kind = op.kind == OpKind::ShlUniform ? OpKind::Shl : OpKind::Shr;
  const auto row = [&](OpKind k) { return rowOf(s, k); };
  if (!s.isIntegerVector() || !row(kind) || (row(op.kind) && row(op.kind)->uops <= row(kind)->uops))
    return std::nullopt;
  const VectorType scalar = VectorType::scalar(s.type.element);
  const ValueId amount =
      s.typeOf(op.operands[1]) == scalar ? op.operands[1] : s.emit(OpKind::Cast, scalar, {op.operands[1]});
  return with(s.emit(kind, {s.operand(0), s.emit(OpKind::Broadcast, {amount})}));
}

const Pattern shlOfLanes = {"a left shift by one amount is one by an amount for each lane, where that takes less",
                            R"(  %a = transfer_read u64[0] lanes(1) : 4xu64
  %r = shl_uniform %a, %amount : 4xu64
  transfer_write %r, u64[4] lanes(1))",
                            R"(  %a = transfer_read u64[0] lanes(1) : 4xu64
  %k = cast %amount : u64
  %c = broadcast %k : 4xu64
  %r = shl %a, %c : 4xu64
  transfer_write %r, u64[4] lanes(1))",
                            OpKind::ShlUniform, shiftLanes};
const Pattern shrOfLanes = {"a right shift by one amount is one by an amount for each lane, where that takes less",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = shr_uniform %a, %amount : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %c = broadcast %amount : 8xi32
  %r = shr %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            OpKind::ShrUniform, shiftLanes};

/// x << 1 is x + x, where that takes less: bytes are shifted as words, and masked.
static Replacement doubleLanes(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const auto row = [&](OpKind k) { return rowOf(s, k); };
  if (!s.isIntegerVector() || op.ints[0] != 1 || !row(OpKind::ShlImm) || !row(OpKind::Add) ||
      row(OpKind::ShlImm)->uops <= row(OpKind::Add)->uops)
    return std::nullopt;
  return with(s.emit(OpKind::Add, {s.operand(0), s.operand(0)}));
}

const Pattern shlByOne = {"a left shift by one bit is a sum, where that takes less",
                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %r = shl_imm %a [1] : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %r = add %a, %a : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                          OpKind::ShlImm, doubleLanes};

/// Both halves of a register, joined again.
static Replacement joinHalves(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> low = op.operands.size() == 2 ? s.definition(op.operands[0], OpKind::ExtractSlice) : std::nullopt;
  std::optional<Op> high = low ? s.definition(op.operands[1], OpKind::ExtractSlice) : std::nullopt;
  if (!high || low->operands != high->operands || !(s.typeOf(low->operands[0]) == s.type) || low->ints[0] != 0 ||
      high->ints[0] != s.type.lanes() / 2)
    return std::nullopt;
  return with(low->operands[0]);
}

/// x + (a . b + 0) is a . b + x, and where 16-bit products are accumulated so are pairs of them.
static Replacement accumulate(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || s.type.element != ScalarType::I32)
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    ValueId acc = op.operands[1 - i];
    std::optional<Op> dot = s.definition(op.operands[i], OpKind::DotAccumulate);
    if (dot && splatInt(s.f, dot->operands[2]) == 0)
      return with(s.emit(OpKind::DotAccumulate, {dot->operands[0], dot->operands[1], acc}));
    std::optional<Op> pairs = s.definition(op.operands[i], OpKind::MulAddPairs);
    if (pairs && target.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, ScalarType::I16, unsigned(s.type.lanes()),
                                    uint8_t(ScalarType::I16)}))
      return with(s.emit(OpKind::DotAccumulate, {pairs->operands[0], pairs->operands[1], acc}));
  }
  return std::nullopt;
}

/// x + (a . b - y) is (x + a . b) - y, whose sum is accumulated.
static Replacement accumulateDifference(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || s.type.element != ScalarType::I32)
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    std::optional<Op> difference = s.definition(op.operands[i], OpKind::Sub);
    std::optional<Op> dot = difference ? s.definition(difference->operands[0], OpKind::DotAccumulate) : std::nullopt;
    if (!dot || splatInt(s.f, dot->operands[2]) != 0)
      continue;
    ValueId sum = s.emit(OpKind::DotAccumulate, {dot->operands[0], dot->operands[1], op.operands[1 - i]});
    return with(s.emit(OpKind::Sub, {sum, difference->operands[1]}));
  }
  return std::nullopt;
}

const Pattern sumOfDifferenceOfDots = {"a sum with products less others",
                                       R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read i8[0] lanes(1) : 16xi8
  %c = transfer_read i32[0] lanes(1) : 4xi32
  %e = transfer_read i32[4] lanes(1) : 4xi32
  %z = constant 0 : 4xi32
  %d = dot_acc %a, %b, %z : 4xi32
  %s = sub %d, %e : 4xi32
  %r = add %c, %s : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                                       R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read i8[0] lanes(1) : 16xi8
  %c = transfer_read i32[0] lanes(1) : 4xi32
  %e = transfer_read i32[4] lanes(1) : 4xi32
  %s = dot_acc %a, %b, %c : 4xi32
  %r = sub %s, %e : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                                       OpKind::Add, accumulateDifference};

/// Four products of bytes by pairs of pairs, where no pair saturates.
static Replacement dotByPairs(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const VectorType bytes = s.typeOf(op.operands[0]);
  if (s.type.element != ScalarType::I32 || bytes.element != ScalarType::U8 ||
      s.typeOf(op.operands[1]).element != ScalarType::I8 ||
      target.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, ScalarType::U8, unsigned(s.type.lanes()),
                         uint8_t(ScalarType::I8)}))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    std::optional<std::array<int64_t, 4>> weights = byteWeights(s.f, op.operands[i]);
    if (!weights || !pairSumsFit(rangeOf(s.f, op.operands[1 - i]), *weights))
      continue;
    const VectorType pairs = VectorType::vector(2 * s.type.lanes(), ScalarType::I16);
    ValueId sums = s.emit(OpKind::MulAddBytes, pairs, {op.operands[0], op.operands[1]});
    ValueId products = s.emit(OpKind::MulAddPairs, {sums, s.b.constant(pairs, 1)});
    return with(s.emit(OpKind::Add, {products, op.operands[2]}));
  }
  return std::nullopt;
}

const Pattern dotOfBytes = {"a dot product with constant bytes by pairs of pairs",
                            R"(  %a = transfer_read u8[0] lanes(1) : 32xu8
  %k = constant 1310742 : 8xi32
  %w = bitcast %k : 32xi8
  %c = transfer_read i32[0] lanes(1) : 8xi32
  %r = dot_acc %a, %w, %c : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                            R"(  %a = transfer_read u8[0] lanes(1) : 32xu8
  %k = constant 1310742 : 8xi32
  %w = bitcast %k : 32xi8
  %c = transfer_read i32[0] lanes(1) : 8xi32
  %p = mul_add_bytes %a, %w : 16xi16
  %o = constant 1 : 16xi16
  %s = mul_add_pairs %p, %o : 8xi32
  %r = add %s, %c : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                            OpKind::DotAccumulate, dotByPairs};

const Pattern sumOfDot = {"a sum with products that are accumulated onto 0",
                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read i8[0] lanes(1) : 16xi8
  %c = transfer_read i32[0] lanes(1) : 4xi32
  %z = constant 0 : 4xi32
  %d = dot_acc %a, %b, %z : 4xi32
  %r = add %c, %d : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                          R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read i8[0] lanes(1) : 16xi8
  %c = transfer_read i32[0] lanes(1) : 4xi32
  %r = dot_acc %a, %b, %c : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                          OpKind::Add, accumulate};

/// The last resort: lane by lane, in scalars. What it costs is the planner's affair.
static bool expandByLanes(const Op &op, Rewriter &rewriter, const Target &target) {
  const Function &source = rewriter.source();
  OpClass kind = classOf(op.kind);
  bool isElementwise = kind == OpClass::Elementwise || kind == OpClass::ElementwiseInts || kind == OpClass::Callee ||
                       op.kind == OpKind::Cast;
  if (!isElementwise || op.kind == OpKind::FpFence || op.kind == OpKind::Select || target.find(source, op))
    return false;
  VectorType type = source.typeOf(op.results[0]);
  if (type.rank() != 1 || isMask(type.element))
    return false;
  Op fresh = rewriter.mapped(op);
  Site s(fresh, rewriter, target);
  llvm::SmallVector<ValueId, 16> lanes;
  for (int64_t l = 0; l < type.lanes(); ++l) {
    Op scalar = fresh;
    for (ValueId &operand : scalar.operands)
      if (VectorType from = s.typeOf(operand); !from.isScalar())
        operand = s.emitInts(OpKind::Extract, VectorType::scalar(from.element), {operand}, {l});
    OpId id = s.b.append(std::move(scalar), {VectorType::scalar(type.element)}, s.name);
    lanes.push_back(s.f.ops[id].results[0]);
  }
  rewriter.map(op.results[0], s.emit(OpKind::FromLanes, lanes));
  return true;
}

const Pattern halvesToWhole = {"both halves of a register joined are the register",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %l = extract_slice %a [0] : 8xu8
  %h = extract_slice %a [8] : 8xu8
  %r = concat %l, %h : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  transfer_write %a, u8[16] lanes(1))",
                               OpKind::Concat, joinHalves};

llvm::ArrayRef<const Pattern *> expansionPatterns() {
  static const Pattern *const all[] = {&absDiffToSubSat, &halvesToWhole, &sumOfDot,      &sumOfDifferenceOfDots,
                                       &widenOfEvery2nd, &sumOfPairs,    &dotOfBytes,    &selectOfWidenedLoad,
                                       &sumWithSelected, &selectedSum,   &minOfConstant, &maxOfConstant,
                                       &shlOfLanes,      &shrOfLanes,    &shlByOne};
  return all;
}

llvm::Expected<Function> expandMissing(const Function &f, const Target &target, const LowerOptions &) {
  Function expanded = applyPatterns(f, expansionPatterns(), target);
  Rewriter rewriter(expanded);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return expandByLanes(op, r, target); }));
}

} // namespace vecify
