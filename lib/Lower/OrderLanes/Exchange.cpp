// See Exchange.h.
#include "Exchange.h"

namespace vecify {

static int64_t laneAt(const LaneOrder &order, int64_t place) { return order.empty() ? place : order[place]; }

std::optional<BlockExchange> exchangeInBlocks(OpKind kind, const VectorType &type, const LaneOrder &order) {
  const int64_t n = type.lanes(), block = 128 / bitsOf(type.element), half = block / 2;
  if (type.rank() != 1 || n <= block || n % block)
    return std::nullopt;
  const bool isZip = kind == OpKind::ZipLo || kind == OpKind::ZipHi,
             isUpper = kind == OpKind::ZipHi || kind == OpKind::Odd;
  BlockExchange exchange;
  bool isNatural = true;
  for (int64_t p = 0; p < n; ++p) {
    const int64_t inside = p % block;
    const bool ofSecond = isZip ? inside % 2 : inside >= half;
    const int64_t from = p - inside + (isZip ? inside / 2 + (isUpper ? half : 0) : inside % half * 2 + isUpper);
    const int64_t lane = laneAt(order, from);
    int64_t result;
    if (isZip) {
      if ((lane >= n / 2) != isUpper)
        return std::nullopt;
      result = lane % (n / 2) * 2 + ofSecond;
    } else {
      if (lane % 2 != isUpper)
        return std::nullopt;
      result = lane / 2 + (ofSecond ? n / 2 : 0);
    }
    exchange.lanes.push_back(from + (ofSecond ? n : 0));
    exchange.order.push_back(result);
    isNatural &= result == p;
  }
  if (isNatural)
    exchange.order.clear();
  return exchange;
}

llvm::SmallVector<int64_t, 16> reordering(const LaneOrder &from, const LaneOrder &to, int64_t lanes) {
  llvm::SmallVector<int64_t, 16> placeOf(lanes), result;
  for (int64_t p = 0; p < lanes; ++p)
    placeOf[laneAt(from, p)] = p;
  for (int64_t p = 0; p < lanes; ++p)
    result.push_back(placeOf[laneAt(to, p)]);
  return result;
}

} // namespace vecify
