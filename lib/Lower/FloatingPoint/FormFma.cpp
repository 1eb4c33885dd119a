// Step: a product and the addition it feeds become one multiply-add, where both allow it (fp(contract)) and the
// target has one. Strict ops are never fused: the result would differ in the last bit.
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

static bool hasFma(const Site &s) {
  if (!isFloat(s.type.element) || !s.op.fp.contract)
    return false;
  // Scalars are fused by the compiler that comes next, under the same permission.
  return s.isVector() && s.target.find(OpKind::Fma, s.type.element, s.target.lanesOf(s.type.element));
}

static std::optional<Op> fusibleProduct(const Site &s, ValueId v) {
  std::optional<Op> product = s.definition(v, OpKind::Mul);
  return product && product->fp.contract ? product : std::nullopt;
}

static ValueId fused(Site &s, OpKind kind, const Op &product, ValueId addend) {
  s.b.fp = s.op.fp & product.fp;
  return s.emit(kind, {product.operands[0], product.operands[1], addend});
}

static Replacement addOfProduct(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!hasFma(s))
    return std::nullopt;
  for (unsigned i : {0u, 1u})
    if (std::optional<Op> product = fusibleProduct(s, op.operands[i]))
      return with(fused(s, OpKind::Fma, *product, op.operands[1 - i]));
  return std::nullopt;
}

static Replacement subOfProduct(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!hasFma(s))
    return std::nullopt;
  if (std::optional<Op> product = fusibleProduct(s, op.operands[0]))
    return with(fused(s, OpKind::Fms, *product, op.operands[1]));
  if (std::optional<Op> product = fusibleProduct(s, op.operands[1]))
    return with(fused(s, OpKind::Fnma, *product, op.operands[0]));
  return std::nullopt;
}

const Pattern addToFma = {"a product and a sum that may be fused are one fma",
                          R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %p = mul %a, %b : 8xf32 fp(contract)
  %r = add %a, %p : 8xf32 fp(contract)
  transfer_write %r, f32[8] lanes(1))",
                          R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %r = fma %a, %b, %a : 8xf32 fp(contract)
  transfer_write %r, f32[8] lanes(1))",
                          OpKind::Add, addOfProduct};

const Pattern subToFma = {"a product and a difference that may be fused are one fma",
                          R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %p = mul %a, %b : 8xf32 fp(contract)
  %r = sub %a, %p : 8xf32 fp(contract)
  transfer_write %r, f32[8] lanes(1))",
                          R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %r = fnma %a, %b, %a : 8xf32 fp(contract)
  transfer_write %r, f32[8] lanes(1))",
                          OpKind::Sub, subOfProduct};

llvm::ArrayRef<const Pattern *> fmaPatterns() {
  static const Pattern *const all[] = {&addToFma, &subToFma};
  return all;
}

llvm::Expected<Function> formFma(const Function &f, const Target &target, const LowerOptions &) {
  return applyPatterns(f, fmaPatterns(), target);
}

} // namespace vecify
