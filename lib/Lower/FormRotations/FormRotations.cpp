// Step: shifts both ways that put every bit of a number somewhere are one rotation, where the target has it.
//
//     (x << 7) | (x >> 25)                    rotate_left_imm(x, 7)         also with + and ^
//     (x << r) | (x >> (32 - r))              rotate_left(x, r)
//     (x << (r & 31)) | (x >> (-r & 31))      rotate_left(x, r)             for r = 0 as well: not with + and ^
//
// Bytes that are rotated on targets without the op are a shuffle, which compose-lanes finds where they are joined by |.
#include "AllPatterns.h"
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

namespace {

/// What a shift's amount is a sum of, with values for symbols; right modulo 256, for no conversion has fewer bits.
class Amounts {
public:
  /// Seen through masks, what is left is right modulo the number of bits only.
  Amounts(const Function &function, unsigned bits, bool seesThroughMasks)
      : F(function), Bits(bits), SeesThroughMasks(seesThroughMasks) {}

  IndexExpr of(ValueId v, unsigned depth = 8) const {
    const Op *op = depth ? F.definitionOf(v) : nullptr;
    if (!op || !isWhole(v))
      return IndexExpr::symbol(v);
    const auto operand = [&](unsigned i) { return of(op->operands[i], depth - 1); };
    switch (op->kind) {
    case OpKind::Constant:
      return op->intValue;
    case OpKind::IndexValue:
      return op->index.substituteAll([&](SymbolId symbol) { return of(symbol, depth - 1); });
    case OpKind::Add:
      return operand(0) + operand(1);
    case OpKind::Sub:
      return operand(0) - operand(1);
    case OpKind::Neg:
      return -operand(0);
    case OpKind::And:
      for (unsigned i : {0u, 1u})
        if (SeesThroughMasks && keepsAmount(F, op->operands[i], Bits))
          return operand(1 - i);
      return IndexExpr::symbol(v);
    case OpKind::Cast:
    case OpKind::Broadcast:
    case OpKind::Within:
      return isWhole(op->operands[0]) ? operand(0) : IndexExpr::symbol(v);
    case OpKind::Bitcast:
      return bitsOf(F.typeOf(op->operands[0]).element) == bitsOf(F.typeOf(v).element) && isWhole(op->operands[0])
                 ? operand(0)
                 : IndexExpr::symbol(v);
    default:
      return IndexExpr::symbol(v);
    }
  }

  /// Masked by this, an amount is the same modulo `bits`.
  static bool keepsAmount(const Function &f, ValueId mask, unsigned bits) {
    const std::optional<int64_t> splat = splatInt(f, mask);
    return splat && (uint64_t(*splat) & (bits - 1)) == bits - 1;
  }

private:
  bool isWhole(ValueId v) const { return isInteger(F.typeOf(v).element); }

  const Function &F;
  const unsigned Bits;
  const bool SeesThroughMasks;
};

struct Shifts {
  Op left, right;
};

} // namespace

/// The site's operands, if they shift one value by these kinds of ops.
static std::optional<Shifts> shiftsAt(const Site &s, OpKind left, OpKind right) {
  if (!s.isIntegerVector() || !isUnsignedInteger(s.type.element))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    const std::optional<Op> up = s.definition(s.operand(i), left), down = s.definition(s.operand(1 - i), right);
    if (up && down && up->operands[0] == down->operands[0])
      return Shifts{*up, *down};
  }
  return std::nullopt;
}

/// Amounts of 0 both ways make x of (x | x) alone. What C promotes before it shifts may be shifted by more than its
/// bits.
static bool addUp(const Site &s, const Shifts &shifts) {
  const int64_t bits = bitsOf(s.type.element);
  const bool mayBeZero = s.op.kind == OpKind::Or && bits >= 32;
  const Amounts amounts(s.f, unsigned(bits), mayBeZero);
  const IndexExpr sum = amounts.of(shifts.left.operands[1]) + amounts.of(shifts.right.operands[1]);
  const std::optional<int64_t> total = sum.isPoisoned() ? std::nullopt : sum.asConstant();
  return total && (mayBeZero ? *total % bits == 0 : (*total - bits) % 256 == 0);
}

static Replacement byConstant(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Shifts> shifts = shiftsAt(s, OpKind::ShlImm, OpKind::ShrImm);
  const int64_t bits = bitsOf(s.type.element);
  if (!shifts || shifts->left.ints[0] + shifts->right.ints[0] != bits)
    return std::nullopt;
  const int64_t amount = shifts->left.ints[0];
  if (!target.find(RowKey{OpKind::RotateLeftImm, s.type.element, s.type.element, target.lanesOf(s.type.element),
                          uint8_t(2 * amount == bits)})) {
    if (op.kind == OpKind::Or || amount % 8)
      return std::nullopt;
    return with(s.emit(OpKind::Or, {s.operand(0), s.operand(1)}));
  }
  return with(s.emitInts(OpKind::RotateLeftImm, s.type, {shifts->left.operands[0]}, {amount}));
}

static bool hasRotation(const Site &s) {
  return s.target.find(OpKind::RotateLeft, s.type.element, s.target.lanesOf(s.type.element));
}

static Replacement byLanes(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Shifts> shifts = shiftsAt(s, OpKind::Shl, OpKind::Shr);
  if (!shifts || !hasRotation(s) || !addUp(s, *shifts))
    return std::nullopt;
  ValueId amount = shifts->left.operands[1];
  if (const std::optional<Op> masked = s.definition(amount, OpKind::And))
    for (unsigned i : {0u, 1u})
      if (Amounts::keepsAmount(s.f, masked->operands[i], bitsOf(s.type.element)))
        amount = masked->operands[1 - i];
  return with(s.emit(OpKind::RotateLeft, {shifts->left.operands[0], amount}));
}

static Replacement byUniform(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Shifts> shifts = shiftsAt(s, OpKind::ShlUniform, OpKind::ShrUniform);
  if (!shifts || !hasRotation(s) || !addUp(s, *shifts))
    return std::nullopt;
  const ValueId amount = s.b.broadcast(s.cast(shifts->left.operands[1], s.type.element), s.type);
  return with(s.emit(OpKind::RotateLeft, {shifts->left.operands[0], amount}));
}

static Replacement rotate(const Op &op, Rewriter &rewriter, const Target &target) {
  for (auto *form : {byConstant, byLanes, byUniform})
    if (Replacement rotation = form(op, rewriter, target))
      return rotation;
  return std::nullopt;
}

static const Pattern orOfShifts = {
    "shifts both ways that add up to the width are a rotation",
    R"(  %a = transfer_read u32[0] lanes(1) : 16xu32
  %l = shl_imm %a [7] : 16xu32
  %h = shr_imm %a [25] : 16xu32
  %r = or %h, %l : 16xu32
  transfer_write %r, u32[16] lanes(1))",
    R"(  %a = transfer_read u32[0] lanes(1) : 16xu32
  %r = rotate_left_imm %a [7] : 16xu32
  transfer_write %r, u32[16] lanes(1))",           OpKind::Or, rotate, "avx512"};

static const Pattern sumOfShifts = {"shifts both ways may be added up too",
                                    R"(  %a = transfer_read u64[0] lanes(1) : 8xu64
  %l = shl_imm %a [32] : 8xu64
  %h = shr_imm %a [32] : 8xu64
  %r = add %l, %h : 8xu64
  transfer_write %r, u64[8] lanes(1))",
                                    R"(  %a = transfer_read u64[0] lanes(1) : 8xu64
  %r = rotate_left_imm %a [32] : 8xu64
  transfer_write %r, u64[8] lanes(1))", OpKind::Add, rotate, "neon"};

static const Pattern xorOfShifts = {
    "shifts by a scalar, and by what it leaves of the width",
    R"(  %a = transfer_read u64[0] lanes(1) : 8xu64
  %k = index (-%amount + 64) : i32
  %l = shl_uniform %a, %amount : 8xu64
  %h = shr_uniform %a, %k : 8xu64
  %r = xor %l, %h : 8xu64
  transfer_write %r, u64[8] lanes(1))",
    R"(  %a = transfer_read u64[0] lanes(1) : 8xu64
  %k = cast %amount : u64
  %n = broadcast %k : 8xu64
  %r = rotate_left %a, %n : 8xu64
  transfer_write %r, u64[8] lanes(1))",          OpKind::Xor, rotate, "avx512"};

static const Pattern sumOfBytes = {"bytes that are rotated without a rotation are joined by or",
                                   R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %l = shl_imm %a [8] : 8xu32
  %h = shr_imm %a [24] : 8xu32
  %r = add %l, %h : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                   R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %l = shl_imm %a [8] : 8xu32
  %h = shr_imm %a [24] : 8xu32
  %r = or %l, %h : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                   OpKind::Add, rotate};

llvm::ArrayRef<const Pattern *> rotationPatterns() {
  static const Pattern *const all[] = {&orOfShifts, &sumOfShifts, &xorOfShifts, &sumOfBytes};
  return all;
}

llvm::Expected<Function> formRotations(const Function &f, const Target &target, const LowerOptions &) {
  return sweep(applyPatterns(f, rotationPatterns(), target));
}

} // namespace vecify
