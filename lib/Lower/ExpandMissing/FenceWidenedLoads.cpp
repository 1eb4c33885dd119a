// gcc 12 makes one instruction of a partial load, its widening and a select by a predicate, and then fails to allocate
// registers for it ("unable to generate reloads"):
//
//     _mm256_mask_blend_epi64(m, w, _mm256_cvtepu8_epi64(_mm_loadu_si32(p)))
#include "FenceWidenedLoads.h"
#include "Rewrites.h"

namespace vecify {

static Replacement fenceWidened(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || s.typeOf(op.operands[0]).element != ScalarType::I1)
    return std::nullopt;
  const std::optional<Op> cast = s.definition(op.operands[1], OpKind::Cast);
  const std::optional<Op> load = cast ? s.definition(cast->operands[0], OpKind::Load) : std::nullopt;
  if (!load || s.typeOf(cast->operands[0]).bits() >= 128 || !isInteger(s.typeOf(cast->operands[0]).element))
    return std::nullopt;
  return with(s.emit(OpKind::Select, {s.operand(0), s.emit(OpKind::FpFence, {s.operand(1)}), s.operand(2)}));
}

const Pattern selectOfWidenedLoad = {"a widened partial load is kept apart from the select of it",
                                     R"(  %a = load u8[0] : 8xu8
  %w = cast %a : 8xi32
  %b = load i32[0] : 8xi32
  %m = cmp_gt %b, %w : 8xi1
  %r = select %m, %w, %b : 8xi32
  store %r, i32[8])",
                                     R"(  %a = load u8[0] : 8xu8
  %w = cast %a : 8xi32
  %b = load i32[0] : 8xi32
  %m = cmp_gt %b, %w : 8xi1
  %f = fp_fence %w : 8xi32
  %r = select %m, %f, %b : 8xi32
  store %r, i32[8])",
                                     OpKind::Select, fenceWidened};

} // namespace vecify
