// (a + b + 1) >> 1, the rounding average of image and video code.
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

/// The addends of a sum, at most three deep.
static void addends(const Site &s, ValueId v, llvm::SmallVectorImpl<ValueId> &found, unsigned depth = 3) {
  const Op *add = definedBy(s.f, v, OpKind::Add);
  if (!add || !depth) {
    found.push_back(v);
    return;
  }
  ValueId a = add->operands[0], b = add->operands[1];
  addends(s, a, found, depth - 1);
  addends(s, b, found, depth - 1);
}

static Replacement average(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || op.ints[0] != 1)
    return std::nullopt;
  llvm::SmallVector<ValueId, 4> parts;
  addends(s, s.operand(0), parts);
  auto one = llvm::find_if(parts, [&](ValueId v) { return splatInt(s.f, v) == 1; });
  if (parts.size() != 3 || one == parts.end())
    return std::nullopt;
  parts.erase(one);
  std::optional<ScalarType> type = narrowFor(s, OpKind::AvgUp, parts, {ScalarType::U8, ScalarType::U16});
  if (!type)
    return std::nullopt;
  return with(narrowOp(s, OpKind::AvgUp, *type, parts[0], parts[1]));
}

const Pattern averageUp = {"(a + b + 1) >> 1 on bytes",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = add %x, %y : 16xi32
  %one = constant 1 : 16xi32
  %t = add %s, %one : 16xi32
  %h = shr_imm %t [1] : 16xi32
  %r = cast %h : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xu8
  %q = cast %y : 16xu8
  %h = avg_up %p, %q : 16xu8
  %w = cast %h : 16xi32
  %r = cast %w : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                           OpKind::ShrImm, average};

} // namespace vecify
