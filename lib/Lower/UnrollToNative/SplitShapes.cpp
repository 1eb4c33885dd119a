// Slices, reshapes and transposes: where no lane leaves its row, they only rename pieces.
#include "Splitter.h"

namespace vecify {

using llvm::ArrayRef;

static int64_t rowsOf(const VectorType &type) { return type.lanes() / minorLanes(type); }

/// The rows of `whole` that a slice covers, in the slice's row-major order.
llvm::SmallVector<int64_t, 4> Splitter::rowsOfSlice(const VectorType &slice, const VectorType &whole,
                                                    ArrayRef<int64_t> offsets) const {
  llvm::SmallVector<int64_t, 4> shape(whole.rank() - slice.rank(), 1);
  shape.append(slice.shape.begin(), slice.shape.end());
  llvm::SmallVector<int64_t, 4> rows;
  for (int64_t r = 0; r < rowsOf(slice); ++r) {
    int64_t rest = r, row = 0, scale = 1;
    for (int d = int(whole.rank()) - 2; d >= 0; --d) {
      row += (rest % shape[d] + offsets[d]) * scale;
      rest /= shape[d];
      scale *= whole.shape[d];
    }
    rows.push_back(row);
  }
  return rows;
}

void Splitter::splitExtractSlice(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  int64_t offset = op.ints.back(), n = minorLanes(to);
  int64_t lanes = std::min(naturalOf(op.operands[0]), naturalOf(op.results[0]));
  while (offset % lanes)
    lanes /= 2;
  const Pieces &all = at(op.operands[0], lanes);
  int64_t perRow = minorLanes(from) / lanes;
  Pieces pieces;
  for (int64_t row : rowsOfSlice(to, from, op.ints))
    for (int64_t p = 0; p < n / lanes; ++p)
      pieces.push_back(all[row * perRow + offset / lanes + p]);
  define(op.results[0], lanes, std::move(pieces));
}

void Splitter::splitInsertSlice(const Op &op) {
  VectorType small = S.typeOf(op.operands[0]), big = S.typeOf(op.operands[1]);
  int64_t offset = op.ints.back(), n = minorLanes(small);
  int64_t lanes = std::min(naturalOf(op.operands[1]), naturalOf(op.operands[0]));
  while (offset % lanes)
    lanes /= 2;
  Pieces pieces = at(op.operands[1], lanes);
  const Pieces &inserted = at(op.operands[0], lanes);
  int64_t perRow = minorLanes(big) / lanes;
  size_t next = 0;
  for (int64_t row : rowsOfSlice(small, big, op.ints))
    for (int64_t p = 0; p < n / lanes; ++p)
      pieces[row * perRow + offset / lanes + p] = inserted[next++];
  define(op.results[0], lanes, std::move(pieces));
}

void Splitter::splitShapeCast(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  if (from.isScalar() || to.isScalar())
    return fail(op);
  // Pieces are in row-major order of the lanes, whatever the shape.
  int64_t lanes = std::min(naturalOf(op.operands[0]), naturalOf(op.results[0]));
  define(op.results[0], lanes, at(op.operands[0], lanes));
}

/// From a shape with fewer rows, or with unit dims, to all rows; a unit minor dim is spread over the lanes.
void Splitter::splitBroadcastOfRows(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  int64_t lanes = natural(to.element, minorLanes(to)), perRow = minorLanes(to) / lanes;
  bool spreads = minorLanes(from) != minorLanes(to);
  const Pieces source = at(op.operands[0], spreads ? 1 : lanes);
  Pieces pieces;
  for (int64_t r = 0; r < rowsOf(to); ++r) {
    int64_t rest = r, row = 0, scale = 1;
    for (int d = int(to.rank()) - 2; d >= 0; --d) {
      int own = d - int(to.rank() - from.rank());
      if (own >= 0) {
        row += (from.shape[own] == 1 ? 0 : rest % to.shape[d]) * scale;
        scale *= from.shape[own];
      }
      rest /= to.shape[d];
    }
    for (int64_t p = 0; p < perRow; ++p)
      pieces.push_back(spreads && lanes > 1 ? emit(OpKind::Broadcast, VectorType::vector(lanes, to.element),
                                                   {source[row]}, {}, op.results[0])
                                            : source[row * perRow + p]);
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// Where the minor dim stays, rows are renamed; else planes are transposed in registers.
void Splitter::splitTranspose(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  unsigned rank = from.rank();
  if (op.ints.back() != int64_t(rank) - 1)
    return transposePlanes(op);
  int64_t lanes = naturalOf(op.operands[0]), perRow = minorLanes(from) / lanes;
  const Pieces source = at(op.operands[0], lanes);
  llvm::SmallVector<int64_t, 4> strides(rank, 1);
  for (int d = int(rank) - 3; d >= 0; --d)
    strides[d] = strides[d + 1] * from.shape[d + 1];
  Pieces pieces;
  for (int64_t r = 0; r < rowsOf(to); ++r) {
    int64_t rest = r, row = 0;
    for (int d = int(rank) - 2; d >= 0; --d) {
      row += rest % to.shape[d] * strides[op.ints[d]];
      rest /= to.shape[d];
    }
    for (int64_t p = 0; p < perRow; ++p)
      pieces.push_back(source[row * perRow + p]);
  }
  define(op.results[0], lanes, std::move(pieces));
}

} // namespace vecify
