// Transposes that move the minor dim: blocks of n registers of n lanes, in log2(n) stages of two-register shuffles.
//
//     a0 a1 a2 a3     zip of     a0 b0 a1 b1     zip of pairs    a0 b0 c0 d0
//     b0 b1 b2 b3   neighbours   a2 b2 a3 b3                     a1 b1 c1 d1
//     c0 c1 c2 c3     ---->      c0 d0 c1 d1        ---->        a2 b2 c2 d2
//     d0 d1 d2 d3                c2 d2 c3 d3                     a3 b3 c3 d3
//
// Within 128 bits lanes are zipped, first single ones, then pairs and so on, which all targets do in one instruction;
// what is wider changes places in blocks of 128 bits and more. An 8x8 block of f32 on AVX2 takes 24 shuffles.
#include "Splitter.h"

namespace vecify {

using llvm::ArrayRef;
using Lanes = llvm::SmallVector<int64_t, 16>;

/// One register of a zip: `size` lanes of each in turn within groups of `group` lanes, from the lower or upper half of
/// the group.
static Lanes zipWithin(int64_t lanes, int64_t group, int64_t size, bool isUpper) {
  Lanes result;
  for (int64_t base = 0; base < lanes; base += group)
    for (int64_t l = 0; l < group; ++l) {
      const int64_t block = l / size, inside = l % size;
      result.push_back(base + (isUpper ? group / 2 : 0) + block / 2 * size + inside + (block % 2 ? lanes : 0));
    }
  return result;
}

/// Blocks of `size` lanes: the lower of each pair of them from both registers, or the upper.
static Lanes swapBlocks(int64_t lanes, int64_t size, bool isUpper) {
  Lanes result;
  for (int64_t base = 0; base < lanes; base += 2 * size)
    for (int64_t l = 0; l < 2 * size; ++l)
      result.push_back(base + (isUpper ? size : 0) + l % size + (l < size ? 0 : lanes));
  return result;
}

Splitter::Pieces Splitter::transposedBlock(ArrayRef<ValueId> rows, ScalarType element, ValueId named) {
  const int64_t n = rows.size();
  const int64_t group = std::min<int64_t>(n, 128 / bitsOf(element));
  const VectorType type = VectorType::vector(n, element);
  const auto shuffled = [&](ValueId a, ValueId b, const Lanes &lanes) {
    return emit(OpKind::Shuffle, type, {a, b}, lanes, named);
  };
  Pieces now(rows.begin(), rows.end());
  // Zips: at each stage the registers `distance` apart, and what was the place of a register becomes one of its lanes.
  for (int64_t distance = 1; distance < group; distance *= 2) {
    Pieces next(n);
    for (int64_t r = 0; r < n; ++r)
      if (!(r & distance)) {
        next[r] = shuffled(now[r], now[r | distance], zipWithin(n, group, distance, false));
        next[r | distance] = shuffled(now[r], now[r | distance], zipWithin(n, group, distance, true));
      }
    now = std::move(next);
  }
  // The zips leave the rows of a group in bit-reversed order.
  Pieces ordered(n);
  for (int64_t r = 0; r < n; ++r) {
    int64_t inside = 0;
    for (int64_t bit = 1, mirror = group / 2; bit < group; bit *= 2, mirror /= 2)
      inside |= r & bit ? mirror : 0;
    ordered[r - r % group + inside] = now[r];
  }
  for (int64_t distance = group; distance < n; distance *= 2) {
    Pieces next(n);
    for (int64_t r = 0; r < n; ++r)
      if (!(r & distance)) {
        next[r] = shuffled(ordered[r], ordered[r | distance], swapBlocks(n, distance, false));
        next[r | distance] = shuffled(ordered[r], ordered[r | distance], swapBlocks(n, distance, true));
      }
    ordered = std::move(next);
  }
  return ordered;
}

void Splitter::transposePlanes(const Op &op) {
  const VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  if (isMask(from.element))
    return fail(op);
  const unsigned rank = from.rank();
  // The plane is spanned by the source's minor dim and the dim that becomes the result's.
  const unsigned rowDim = op.ints.back();
  int64_t lanes = std::min(naturalOf(op.operands[0]), naturalOf(op.results[0]));
  if (!T.find(OpKind::Shuffle, from.element, lanes))
    lanes = 1;
  const Pieces source = at(op.operands[0], lanes);
  llvm::SmallVector<int64_t, 4> sourceStride(rank, 1), resultStride(rank, 1), resultDim(rank);
  for (int d = int(rank) - 2; d >= 0; --d) {
    sourceStride[d] = sourceStride[d + 1] * from.shape[d + 1];
    resultStride[d] = resultStride[d + 1] * to.shape[d + 1];
  }
  for (unsigned d = 0; d < rank; ++d)
    resultDim[op.ints[d]] = d;
  const auto piece = [&](int64_t lane) { return lane / lanes; };
  Pieces pieces(to.lanes() / lanes);
  // Every block of lanes x lanes, named by its first lane's coordinates in the source.
  for (int64_t lane = 0; lane < from.lanes(); lane += lanes) {
    int64_t target = 0, row = 0;
    for (unsigned d = 0; d < rank; ++d) {
      const int64_t at = lane / sourceStride[d] % from.shape[d];
      row = d == rowDim ? at : row;
      target += at * resultStride[resultDim[d]];
    }
    if (row % lanes)
      continue;
    Pieces block;
    for (int64_t r = 0; r < lanes; ++r)
      block.push_back(source[piece(lane + r * sourceStride[rowDim])]);
    if (lanes > 1)
      block = transposedBlock(block, from.element, op.results[0]);
    for (int64_t c = 0; c < lanes; ++c)
      pieces[piece(target + c * resultStride[resultDim[rank - 1]])] = block[c];
  }
  define(op.results[0], lanes, std::move(pieces));
}

} // namespace vecify
