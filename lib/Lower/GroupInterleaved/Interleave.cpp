// See Interleave.h. The ways that an odd number of vectors goes are in OddShuffles.h.
#include "Interleave.h"
#include "../Match.h"
#include "OddShuffles.h"

namespace vecify {

ValueId shuffled(Builder &b, ValueId x, ValueId y, llvm::ArrayRef<int64_t> lanes, const std::string &name) {
  if (x == y && splatOf(b.function(), x)) // whose lanes are all alike
    return x;
  Op op;
  op.kind = OpKind::Shuffle;
  op.operands = {x, y};
  op.ints.assign(lanes.begin(), lanes.end());
  const VectorType type = b.function().typeOf(x);
  OpId id = b.append(std::move(op), {type}, name);
  return b.function().ops[id].results[0];
}

/// The values that the shuffles leave for each result.
static llvm::SmallVector<ValueId, 4> applied(const Shuffles &shuffles, llvm::ArrayRef<ValueId> inputs, Builder &b,
                                             const std::string &name) {
  llvm::SmallVector<ValueId, 16> values(inputs.begin(), inputs.end());
  for (const Shuffles::Step &step : shuffles.steps)
    values.push_back(shuffled(b, values[step.x], values[step.y], step.lanes, name));
  llvm::SmallVector<ValueId, 4> results;
  for (unsigned result : shuffles.results)
    results.push_back(values[result]);
  return results;
}

ValueId everyNth(llvm::ArrayRef<ValueId> wide, int64_t first, const Target &target, Builder &b,
                 const std::string &name) {
  const VectorType type = b.function().typeOf(wide[0]);
  const int64_t n = int64_t(wide.size());
  if (n == 1)
    return wide[0];
  if (n % 2)
    return applied(shufflesApart(type, n, first, target), wide, b, name)[0];
  llvm::SmallVector<ValueId, 4> halves;
  for (int64_t v = 0; v < n; v += 2)
    halves.push_back(b.create(first % 2 ? OpKind::Odd : OpKind::Even, type, {wide[v], wide[v + 1]}, name));
  return everyNth(halves, first / 2, target, b, name);
}

llvm::SmallVector<ValueId, 4> interleaved(llvm::ArrayRef<ValueId> values, const Target &target, Builder &b) {
  const VectorType type = b.function().typeOf(values[0]);
  const int64_t n = int64_t(values.size());
  const std::string name = b.function().values[values[0]].name;
  if (n == 1)
    return {values[0]};
  if (n % 2)
    return applied(shufflesTogether(type, n, target), values, b, name);
  // 0 2 0 2.. with 1 3 1 3.. gives 0 1 2 3..
  llvm::SmallVector<ValueId, 4> wide, evens, odds;
  for (int64_t v = 0; v < n; ++v)
    (v % 2 ? odds : evens).push_back(values[v]);
  evens = interleaved(evens, target, b);
  odds = interleaved(odds, target, b);
  for (int64_t v = 0; v < n / 2; ++v)
    for (OpKind half : {OpKind::ZipLo, OpKind::ZipHi})
      wide.push_back(b.create(half, type, {evens[v], odds[v]}, name));
  return wide;
}

} // namespace vecify
