// See DotForm.h.
#include "DotForm.h"

namespace vecify {

static bool hasDot(const Target &target, ScalarType first, ScalarType second, int64_t lanes) {
  return target.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, first, unsigned(lanes), uint8_t(second)});
}

/// Bytes in fours: as they are, or y's moved by 128.
static std::optional<DotForm> byteForm(const ValueRange &x, const ValueRange &y, bool maySplit, int64_t lanes,
                                       const Target &target) {
  constexpr ScalarType U8 = ScalarType::U8, I8 = ScalarType::I8;
  for (ScalarType a : {U8, I8})
    for (ScalarType b : {U8, I8})
      for (bool xFirst : {true, false})
        if (x.fits(a) && y.fits(b) && hasDot(target, xFirst ? a : b, xFirst ? b : a, lanes))
          return DotForm{4, a, b, xFirst};
  for (ScalarType a : {U8, I8}) {
    const ScalarType moved = a == U8 ? I8 : U8;
    for (bool xFirst : {true, false})
      if (maySplit && x.fits(a) && y.fits(a) && hasDot(target, xFirst ? a : moved, xFirst ? moved : a, lanes))
        return DotForm{4, a, moved, xFirst, true};
  }
  return std::nullopt;
}

std::optional<DotForm> dotFormOf(const Function &function, llvm::ArrayRef<NarrowProduct> products, unsigned bits,
                                 int64_t lanes, const Target &target, RangeTable &ranges) {
  ValueRange x, y;
  bool maySplit = true;
  for (const NarrowProduct &product : products) {
    const ValueRange factor = ranges[product.x];
    x = x.joined(product.isSubtracted ? factor.times(ValueRange::of(-1)) : factor);
    y = y.joined(ranges[product.y]);
    const Op *read = definedBy(function, product.x, OpKind::TransferRead);
    maySplit &= read && function.typeOf(product.x).isScalar();
  }
  constexpr ScalarType I16 = ScalarType::I16;
  const bool areShorts = x.fits(I16) && y.fits(I16);
  if (bits == 64) {
    if (products.size() % 4 != 0 || !areShorts ||
        !target.find(OpKind::MulAddQuads, ScalarType::I64, I16, unsigned(lanes)))
      return std::nullopt;
    return DotForm{4, I16, I16, true, false, OpKind::MulAddQuads};
  }
  if (products.size() % 4 == 0)
    if (std::optional<DotForm> form = byteForm(x, y, maySplit, lanes, target))
      return form;
  if (products.size() % 2 != 0 || !areShorts)
    return std::nullopt;
  if (hasDot(target, I16, I16, lanes))
    return DotForm{2, I16, I16};
  if (target.find(OpKind::MulAddPairs, ScalarType::I32, I16, unsigned(lanes)))
    return DotForm{2, I16, I16, true, false, OpKind::MulAddPairs};
  return std::nullopt;
}

} // namespace vecify
