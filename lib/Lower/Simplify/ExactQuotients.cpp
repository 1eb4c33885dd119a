// A quotient by a power of two is the product with its inverse, which is exact: both are the same number, rounded once.
#include "Patterns.h"
#include "Rewrites.h"
#include <cmath>

namespace vecify {

/// 1 / divisor, where that is a normal number of the type and has no bit but the first one.
static std::optional<double> exactInverse(double divisor, ScalarType type) {
  int exponent = 0;
  const bool isPower = std::abs(std::frexp(divisor, &exponent)) == 0.5; // divisor == +-2^(exponent - 1)
  const int most = type == ScalarType::F64 ? 1022 : 126;
  return isPower && std::abs(exponent - 1) <= most ? std::optional(1 / divisor) : std::nullopt;
}

static Replacement multiply(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ScalarType type = s.type.element;
  const std::optional<double> divisor = s.isVector() && (type == ScalarType::F32 || type == ScalarType::F64)
                                            ? splatFp(s.f, op.operands[1])
                                            : std::nullopt;
  const std::optional<double> inverse = divisor ? exactInverse(*divisor, type) : std::nullopt;
  if (!inverse)
    return std::nullopt;
  s.b.fp = op.fp;
  s.b.fp.contract = false; // a quotient fuses with nothing
  return with(s.emit(OpKind::Mul, {op.operands[0], s.b.constantFp(s.type, *inverse)}));
}

const Pattern divByPowerOfTwo = {"a quotient of floats by a power of two is a product",
                                 R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 32768.0 : 8xf32
  %r = div %x, %c : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                 R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %c = constant 3.0517578125e-05 : 8xf32
  %r = mul %x, %c : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                 OpKind::Div, multiply};

} // namespace vecify
