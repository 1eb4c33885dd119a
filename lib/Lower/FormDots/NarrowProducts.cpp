// See NarrowProducts.h.
#include "NarrowProducts.h"

namespace vecify {

std::optional<NarrowProduct> NarrowProducts::factorsOf(ValueId v, unsigned sumBits) {
  const ValueId term = v;
  v = withoutCasts(v);
  while (const Op *same = sumBits == 32 ? definedBy(F, v, OpKind::Bitcast) : nullptr) {
    if (bitsOf(F.typeOf(same->operands[0]).element) != 32)
      break;
    v = withoutCasts(same->operands[0]);
  }
  const Op *mul = definedBy(F, v, OpKind::Mul);
  if (!mul || F.typeOf(v).rank() != 1)
    return std::nullopt;
  const unsigned bits = bitsOf(F.typeOf(v).element);
  const ValueRange exact = Ranges[mul->operands[0]].times(Ranges[mul->operands[1]]);
  if ((bits != 32 || sumBits != 32) && !exact.fits(F.typeOf(v).element))
    return std::nullopt;
  NarrowProduct product{factor(mul->operands[0]), factor(mul->operands[1]), term};
  if (isShared(F, product.y))
    std::swap(product.x, product.y);
  return isShared(F, product.y) ? std::nullopt : std::optional(product);
}

/// What `v` is converted from without a change of value.
ValueId NarrowProducts::withoutCasts(ValueId v) {
  for (;;) {
    const Op *cast = F.definitionOf(v);
    const bool isCast = cast && (cast->kind == OpKind::Cast || cast->kind == OpKind::Bitcast);
    if (!isCast || !isInteger(F.typeOf(v).element) || !isInteger(F.typeOf(cast->operands[0]).element) ||
        F.typeOf(cast->operands[0]).shape != F.typeOf(v).shape || !Ranges[cast->operands[0]].fits(F.typeOf(v).element))
      return v;
    v = cast->operands[0];
  }
}

/// The same of a factor, down to the scalar where all lanes have one.
ValueId NarrowProducts::factor(ValueId v) {
  v = withoutCasts(v);
  const Op *broadcast = definedBy(F, v, OpKind::Broadcast);
  return broadcast && F.typeOf(broadcast->operands[0]).isScalar() ? withoutCasts(broadcast->operands[0]) : v;
}

} // namespace vecify
