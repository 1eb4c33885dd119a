// Comparisons of complements: ~x < c is x > ~c. Compilers warn of ~x where x was an unsigned byte.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// What `v` is the complement of: a value, or the complement of a constant.
static std::optional<ValueId> complementOf(Site &s, ValueId v) {
  const VectorType type = s.typeOf(v);
  if (const std::optional<int64_t> constant = splatInt(s.f, v))
    return s.b.constant(type, wrapTo(type.element, ~*constant));
  const Op *op = s.f.definitionOf(v);
  if (op && op->kind == OpKind::Not)
    return op->operands[0];
  if (op && op->kind == OpKind::Xor && splatInt(s.f, op->operands[1]) == wrapTo(type.element, -1))
    return op->operands[0];
  return std::nullopt;
}

static Replacement compareComplements(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ScalarType element = s.typeOf(op.operands[0]).element;
  if (!isInteger(element) || element == ScalarType::I1 || element == ScalarType::Index)
    return std::nullopt;
  if (s.constantOperand(0).has_value() == s.constantOperand(1).has_value())
    return std::nullopt;
  const unsigned i = s.constantOperand(0) ? 1 : 0; // which is the value
  const std::optional<ValueId> value = complementOf(s, op.operands[i]);
  if (!value)
    return std::nullopt;
  const ValueId constant = *complementOf(s, op.operands[1 - i]);
  return with(s.emit(mirrored(op.kind), {i ? constant : *value, i ? *value : constant}));
}

#define COMPARE_COMPLEMENTS(name, kind, before, after)                                                                 \
  const Pattern name = {"what is compared with a complement is compared with the constant's",                          \
                        "  %a = transfer_read i32[0] lanes(1) : 8xi32\n"                                               \
                        "  %m = constant -1 : 8xi32\n"                                                                 \
                        "  %c = constant 113 : 8xi32\n"                                                                \
                        "  %x = xor %a, %m : 8xi32\n"                                                                  \
                        "  %t = " before " %x, %c : 8xi1\n"                                                            \
                        "  %r = select %t, %a, %m : 8xi32\n"                                                           \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        "  %a = transfer_read i32[0] lanes(1) : 8xi32\n"                                               \
                        "  %m = constant -1 : 8xi32\n"                                                                 \
                        "  %c = constant -114 : 8xi32\n"                                                               \
                        "  %t = " after " %a, %c : 8xi1\n"                                                             \
                        "  %r = select %t, %a, %m : 8xi32\n"                                                           \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        OpKind::kind, compareComplements};
COMPARE_COMPLEMENTS(equalComplements, CmpEq, "cmp_eq", "cmp_eq")
COMPARE_COMPLEMENTS(unequalComplements, CmpNe, "cmp_ne", "cmp_ne")
COMPARE_COMPLEMENTS(lessComplements, CmpLt, "cmp_lt", "cmp_gt")
COMPARE_COMPLEMENTS(atMostComplements, CmpLe, "cmp_le", "cmp_ge")
COMPARE_COMPLEMENTS(greaterComplements, CmpGt, "cmp_gt", "cmp_lt")
COMPARE_COMPLEMENTS(atLeastComplements, CmpGe, "cmp_ge", "cmp_le")
#undef COMPARE_COMPLEMENTS

} // namespace vecify
