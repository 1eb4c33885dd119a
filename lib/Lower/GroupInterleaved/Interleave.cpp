// See Interleave.h.
#include "Interleave.h"

namespace vecify {

ValueId shuffled(Builder &b, ValueId x, ValueId y, llvm::ArrayRef<int64_t> lanes, const std::string &name) {
  Op op;
  op.kind = OpKind::Shuffle;
  op.operands = {x, y};
  op.ints.assign(lanes.begin(), lanes.end());
  const VectorType type = b.function().typeOf(x);
  OpId id = b.append(std::move(op), {type}, name);
  return b.function().ops[id].results[0];
}

ValueId everyNth(llvm::ArrayRef<ValueId> wide, int64_t first, Builder &b, const std::string &name) {
  const VectorType type = b.function().typeOf(wide[0]);
  const int64_t n = int64_t(wide.size()), lanes = type.lanes();
  if (n == 1)
    return wide[0];
  if (n % 2 == 0) {
    llvm::SmallVector<ValueId, 4> halves;
    for (int64_t v = 0; v < n; v += 2)
      halves.push_back(b.create(first % 2 ? OpKind::Odd : OpKind::Even, type, {wide[v], wide[v + 1]}, name));
    return everyNth(halves, first / 2, b, name);
  }
  // From two vectors what they have, then from each further one what it adds.
  ValueId result = wide[0];
  for (int64_t v = 1; v < n; ++v) {
    llvm::SmallVector<int64_t, 64> from;
    for (int64_t l = 0; l < lanes; ++l) {
      int64_t at = first + l * n, vector = at / lanes;
      from.push_back(vector == v ? lanes + at % lanes : v == 1 && vector == 0 ? at : l);
    }
    result = shuffled(b, result, wide[v], from, name);
  }
  return result;
}

llvm::SmallVector<ValueId, 4> interleaved(llvm::ArrayRef<ValueId> values, Builder &b) {
  const VectorType type = b.function().typeOf(values[0]);
  const int64_t n = int64_t(values.size()), lanes = type.lanes();
  const std::string name = b.function().values[values[0]].name;
  if (n == 1)
    return {values[0]};
  llvm::SmallVector<ValueId, 4> wide;
  if (n % 2 == 0) {
    // 0 2 0 2.. with 1 3 1 3.. gives 0 1 2 3..
    llvm::SmallVector<ValueId, 4> evens, odds;
    for (int64_t v = 0; v < n; ++v)
      (v % 2 ? odds : evens).push_back(values[v]);
    evens = interleaved(evens, b);
    odds = interleaved(odds, b);
    for (int64_t v = 0; v < n / 2; ++v)
      for (OpKind half : {OpKind::ZipLo, OpKind::ZipHi})
        wide.push_back(b.create(half, type, {evens[v], odds[v]}, name));
    return wide;
  }
  for (int64_t part = 0; part < n; ++part) {
    ValueId result = values[0];
    for (int64_t v = 1; v < n; ++v) {
      llvm::SmallVector<int64_t, 64> from;
      for (int64_t l = 0; l < lanes; ++l) {
        int64_t at = part * lanes + l, vector = at % n;
        from.push_back(vector == v ? lanes + at / n : v == 1 && vector == 0 ? at / n : l);
      }
      result = shuffled(b, result, values[v], from, name);
    }
    wide.push_back(result);
  }
  return wide;
}

} // namespace vecify
