// Sums of neighbouring bytes in registers whose lanes of 16 bits hold two of them.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// What has these bits, of lanes as wide, with a sign or without.
static ValueId bitsOfValue(const Function &f, ValueId v) {
  const Op *op = definedBy(f, v, OpKind::Bitcast);
  return op && bitsOf(f.typeOf(op->operands[0]).element) == bitsOf(f.typeOf(v).element) ? op->operands[0] : v;
}

/// The lanes of which `low` has the lower byte and `high` the upper one.
static std::optional<ValueId> lanesOfBytes(const Function &f, ValueId low, ValueId high) {
  const Op *mask = definedBy(f, bitsOfValue(f, low), OpKind::And),
           *shift = definedBy(f, bitsOfValue(f, high), OpKind::ShrImm);
  if (!mask || !shift || shift->ints[0] != 8 || isSignedInteger(f.typeOf(shift->results[0]).element))
    return std::nullopt;
  const ValueId lanes = bitsOfValue(f, shift->operands[0]);
  for (unsigned i : {0u, 1u})
    if (splatInt(f, mask->operands[1 - i]) == 255 && bitsOfValue(f, mask->operands[i]) == lanes)
      return lanes;
  return std::nullopt;
}

static Replacement sumNeighbours(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const unsigned lanes = unsigned(minorLanes(s.type));
  if (!s.isIntegerVector() || bitsOf(s.type.element) != 16 ||
      !target.find(OpKind::MulAddBytes, ScalarType::I16, ScalarType::U8, lanes))
    return std::nullopt;
  const auto sumOf = [&](ValueId a, ValueId b) -> std::optional<ValueId> {
    std::optional<ValueId> words = lanesOfBytes(s.f, a, b);
    if (!words)
      words = lanesOfBytes(s.f, b, a);
    if (!words)
      return std::nullopt;
    const VectorType bytes = VectorType::vector(2 * lanes, ScalarType::U8);
    const ValueId ones = s.b.constant(bytes.withElement(ScalarType::I8), 1);
    const ValueId sum = s.emit(OpKind::MulAddBytes, s.type.withElement(ScalarType::I16),
                               {s.emit(OpKind::Bitcast, bytes, {*words}), ones});
    return s.cast(sum, s.type.element);
  };
  if (const std::optional<ValueId> sum = sumOf(op.operands[0], op.operands[1]))
    return with(*sum);
  // (z + lower) + upper
  for (unsigned i : {0u, 1u})
    if (const std::optional<Op> inner = s.definition(op.operands[i], OpKind::Add))
      for (unsigned j : {0u, 1u})
        if (const std::optional<ValueId> sum = sumOf(inner->operands[j], op.operands[1 - i]))
          return with(s.emit(OpKind::Add, {inner->operands[1 - j], *sum}));
  return std::nullopt;
}

const Pattern sumOfNeighbours = {"neighbouring bytes are summed by one instruction",
                                 R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %m = constant 255 : 16xu16
  %x = and %a, %m : 16xu16
  %y = shr_imm %a [8] : 16xu16
  %r = add %x, %y : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                                 R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %o = constant 1 : 32xi8
  %b = bitcast %a : 32xu8
  %s = mul_add_bytes %b, %o : 16xi16
  %r = bitcast %s : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                                 OpKind::Add, sumNeighbours};

} // namespace vecify
