// Bits that are asked for one by one: nothing is shifted.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// Which bit of its lane each lane asks for: by how much a shift moves it, if that is the same in all iterations.
static std::optional<llvm::SmallVector<int64_t, 64>> bitsAskedFor(const Site &s, const Op &shift) {
  const VectorType type = s.typeOf(shift.operands[0]);
  const int64_t lanes = type.lanes();
  llvm::SmallVector<int64_t, 64> bits;
  if (shift.kind == OpKind::ShrImm) {
    bits.assign(size_t(lanes), shift.ints[0]);
  } else {
    const Op *count = definedBy(s.f, shift.operands[1], OpKind::Iota);
    if (!count)
      return std::nullopt;
    for (int64_t lane = 0; lane < lanes; ++lane)
      bits.push_back(count->ints[0] + lane * count->ints[1]);
  }
  const auto isInside = [&](int64_t bit) { return bit >= 0 && bit < int64_t(bitsOf(type.element)); };
  return llvm::all_of(bits, isInside) ? std::optional(std::move(bits)) : std::nullopt;
}

/// (x >> n & 1) != 0
static Replacement testBits(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const VectorType type = s.typeOf(op.operands[0]);
  const std::optional<Op> lowest = s.definition(op.operands[0], OpKind::And);
  if (type.isScalar() || !isInteger(type.element) || !lowest || s.constantOperand(1) != 0)
    return std::nullopt;
  const unsigned shifted = splatInt(s.f, lowest->operands[0]) == 1 ? 1 : 0;
  const Op *shift = s.f.definitionOf(lowest->operands[shifted]);
  if (splatInt(s.f, lowest->operands[1 - shifted]) != 1 || !shift ||
      (shift->kind != OpKind::Shr && shift->kind != OpKind::ShrImm))
    return std::nullopt;
  const auto bits = bitsAskedFor(s, *shift);
  if (!bits)
    return std::nullopt;
  const ValueId x = shift->operands[0];
  // Literals are signed.
  const ScalarType number = integerType(bitsOf(type.element), true);
  const auto bitAt = [&](int64_t bit) { return wrapTo(number, int64_t(uint64_t(1) << bit)); };
  ValueId asked;
  if (llvm::all_equal(*bits)) {
    asked = s.b.constant(type, wrapTo(type.element, bitAt(bits->front())));
  } else {
    llvm::SmallVector<ValueId, 64> lanes;
    for (int64_t bit : *bits)
      lanes.push_back(s.b.constant(VectorType::scalar(number), bitAt(bit)));
    asked = s.cast(s.emit(OpKind::FromLanes, type.withElement(number), lanes), type.element);
  }
  const ValueId found = s.emit(OpKind::And, type, {x, asked});
  // AVX-512 tests bits; others have no comparison for what is unequal.
  if (target.predicateMasks || op.kind == OpKind::CmpEq)
    return with(s.emit(op.kind, {found, s.operand(1)}));
  return with(s.emit(OpKind::CmpEq, {found, asked}));
}

const Pattern bitIsSet = {"(x >> n & 1) != 0 looks at the bit where it stands",
                          R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %s = shr_imm %a [3] : 8xu32
  %one = constant 1 : 8xu32
  %b = and %s, %one : 8xu32
  %z = constant 0 : 8xu32
  %m = cmp_ne %b, %z : 8xi1
  %r = select %m, %a, %z : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                          R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %z = constant 0 : 8xu32
  %c = constant 8 : 8xu32
  %b = and %a, %c : 8xu32
  %m = cmp_eq %b, %c : 8xi1
  %r = select %m, %a, %z : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                          OpKind::CmpNe, testBits};

const Pattern bitIsClear = {"(x >> n & 1) == 0 looks at the bit where it stands",
                            R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %n = iota [2, 1] : 8xu32
  %s = shr %a, %n : 8xu32
  %one = constant 1 : 8xu32
  %b = and %s, %one : 8xu32
  %z = constant 0 : 8xu32
  %m = cmp_eq %b, %z : 8xi1
  %r = select %m, %a, %n : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                            R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %n = iota [2, 1] : 8xu32
  %z = constant 0 : 8xu32
  %0 = constant 4 : i32
  %1 = constant 8 : i32
  %2 = constant 16 : i32
  %3 = constant 32 : i32
  %4 = constant 64 : i32
  %5 = constant 128 : i32
  %6 = constant 256 : i32
  %7 = constant 512 : i32
  %l = from_lanes %0, %1, %2, %3, %4, %5, %6, %7 : 8xi32
  %c = bitcast %l : 8xu32
  %b = and %a, %c : 8xu32
  %m = cmp_eq %b, %z : 8xi1
  %r = select %m, %a, %n : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                            OpKind::CmpEq, testBits};

} // namespace vecify
