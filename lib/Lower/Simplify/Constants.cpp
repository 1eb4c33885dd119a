// Operations on constants, as the copies of a short loop's body have them. What the interpreter says is their value.
#include "Patterns.h"
#include "Rewrites.h"
#include "vecify/IR/Interpret.h"

namespace vecify {

static Replacement valueOfConstants(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ScalarType element = s.type.element;
  if (!isInteger(element) || element == ScalarType::Index)
    return std::nullopt;
  std::vector<std::vector<uint64_t>> lanes;
  for (ValueId operand : op.operands) {
    const std::optional<int64_t> constant = splatInt(s.f, operand);
    if (!constant)
      return std::nullopt;
    lanes.emplace_back(s.type.lanes(), uint64_t(*constant));
  }
  const bool isShift = op.kind == OpKind::Shl || op.kind == OpKind::Shr;
  if (isShift && lanes[1][0] >= bitsOf(element))
    return std::nullopt; // undefined: left to whoever runs it
  llvm::Expected<std::vector<uint64_t>> value = evaluate(op, rewriter.source(), lanes);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  return with(s.constant(int64_t(value->front())));
}

#define VECIFY_OF_CONSTANTS(NAME, SUMMARY, OP, A, B, VALUE, KIND)                                                      \
  const Pattern NAME = {SUMMARY,                                                                                       \
                        "  %a = transfer_read i32[0] lanes(1) : 8xi32\n"                                               \
                        "  %c = constant " #A " : i32\n"                                                               \
                        "  %d = constant " #B " : i32\n"                                                               \
                        "  %s = " #OP " %c, %d : i32\n"                                                                \
                        "  %v = broadcast %s : 8xi32\n"                                                                \
                        "  %r = mul %a, %v : 8xi32\n"                                                                  \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        "  %a = transfer_read i32[0] lanes(1) : 8xi32\n"                                               \
                        "  %s = constant " #VALUE " : i32\n"                                                           \
                        "  %v = broadcast %s : 8xi32\n"                                                                \
                        "  %r = mul %a, %v : 8xi32\n"                                                                  \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        KIND, valueOfConstants}

VECIFY_OF_CONSTANTS(addConstants, "a sum of constants is a constant", add, 8, 2, 10, OpKind::Add);
VECIFY_OF_CONSTANTS(subConstants, "a difference of constants is a constant", sub, 3, 5, -2, OpKind::Sub);
VECIFY_OF_CONSTANTS(mulConstants, "a product of constants is a constant", mul, 7, -6, -42, OpKind::Mul);
VECIFY_OF_CONSTANTS(andConstants, "common bits of constants are a constant", and, 12, 7, 4, OpKind::And);
VECIFY_OF_CONSTANTS(orConstants, "bits of either constant are a constant", or, 12, 7, 15, OpKind::Or);
VECIFY_OF_CONSTANTS(xorConstants, "bits of one of two constants are a constant", xor, 12, 7, 11, OpKind::Xor);
VECIFY_OF_CONSTANTS(shlConstants, "a constant that is shifted left is a constant", shl, 5, 3, 40, OpKind::Shl);
VECIFY_OF_CONSTANTS(shrConstants, "a constant that is shifted right is a constant", shr, -41, 3, -6, OpKind::Shr);
VECIFY_OF_CONSTANTS(minConstants, "the lesser of constants is a constant", min, -41, 3, -41, OpKind::Min);
VECIFY_OF_CONSTANTS(maxConstants, "the greater of constants is a constant", max, -41, 3, 3, OpKind::Max);

#undef VECIFY_OF_CONSTANTS

} // namespace vecify
