// Moving lanes about. Everything along the minor dim works row by row, whatever
// the rank.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace vecify {
namespace {

size_t minorOf(const VectorType &type) { return type.isScalar() ? 1 : type.shape.back(); }

/// Row-major distance between neighbours of each dim.
llvm::SmallVector<size_t, 4> stridesOf(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<size_t, 4> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

/// Walks `shape` in row-major order, calling visit(lane, position) where the
/// position moves by `strides`.
template <class Visit>
void walk(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<size_t> strides, size_t position, Visit visit) {
  llvm::SmallVector<int64_t, 4> at(shape.size(), 0);
  size_t lanes = 1;
  for (int64_t dim : shape)
    lanes *= dim;
  for (size_t lane = 0; lane < lanes; ++lane) {
    visit(lane, position);
    for (size_t d = shape.size(); d-- > 0;) {
      position += strides[d];
      if (++at[d] < shape[d])
        break;
      position -= strides[d] * shape[d];
      at[d] = 0;
    }
  }
}

void broadcast(const VectorType &from, const VectorType &to, Lanes a, MutableLanes out) {
  if (a.size() == 1) {
    std::fill(out.begin(), out.end(), a[0]);
    return;
  }
  const auto own = stridesOf(from.shape);
  llvm::SmallVector<size_t, 4> strides(to.rank(), 0);
  for (unsigned d = 0; d < from.rank(); ++d)
    if (from.shape[d] != 1)
      strides[to.rank() - from.rank() + d] = own[d];
  walk(to.shape, strides, 0, [&](size_t lane, size_t position) { out[lane] = a[position]; });
}

/// Where a slice of type `small` at `offsets` lies in `big`: calls visit(lane
/// of small, lane of big).
template <class Visit>
void slice(const VectorType &small, const VectorType &big, llvm::ArrayRef<int64_t> offsets, Visit visit) {
  const auto strides = stridesOf(big.shape);
  size_t start = 0;
  for (unsigned d = 0; d < big.rank(); ++d)
    start += offsets[d] * strides[d];
  walk(small.shape, llvm::ArrayRef(strides).take_back(small.rank()), start, visit);
}

void transpose(const VectorType &from, const VectorType &to, llvm::ArrayRef<int64_t> dims, Lanes a, MutableLanes out) {
  const auto own = stridesOf(from.shape);
  llvm::SmallVector<size_t, 4> strides;
  for (int64_t d : dims)
    strides.push_back(own[d]);
  walk(to.shape, strides, 0, [&](size_t lane, size_t position) { out[lane] = a[position]; });
}

/// Calls visit(out's row, row of a, row of b) for every row.
template <class Visit> void rows(size_t minor, llvm::ArrayRef<Lanes> operands, MutableLanes out, Visit visit) {
  for (size_t r = 0; r < out.size(); r += minor)
    visit(out.slice(r, minor), operands[0].slice(r, minor),
          operands.size() > 1 ? operands[1].slice(r, minor) : Lanes());
}

void concat(const Function &f, const Op &op, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const size_t minor = minorOf(f.typeOf(op.results[0]));
  size_t start = 0;
  for (size_t o = 0; o < operands.size(); ++o) {
    const size_t part = minorOf(f.typeOf(op.operands[o]));
    for (size_t r = 0; r < operands[o].size() / part; ++r)
      std::copy_n(operands[o].begin() + r * part, part, out.begin() + r * minor + start);
    start += part;
  }
}

/// `block` lanes of the first operand, as many of the second, and so on.
void narrowPair(bool isSaturating, ScalarType to, size_t block, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const auto narrow = [&](uint64_t lane) {
    if (isSaturating && isInteger(to))
      lane = uint64_t(std::clamp(int64_t(lane), minValue(to), maxValue(to)));
    return canonical(to, lane);
  };
  for (size_t l = 0; l < operands[0].size(); ++l) {
    const size_t at = l / block * 2 * block + l % block;
    out[at] = narrow(operands[0][l]);
    out[at + block] = narrow(operands[1][l]);
  }
}

void createMask(const VectorType &type, llvm::ArrayRef<Lanes> counts, MutableLanes out) {
  const uint64_t yes = canonical(type.element, ~uint64_t(0));
  const auto strides = stridesOf(type.shape);
  for (size_t lane = 0; lane < out.size(); ++lane) {
    bool isInside = true;
    for (unsigned d = 0; d < type.rank(); ++d)
      isInside &= int64_t(lane / strides[d] % type.shape[d]) < int64_t(counts[d][0]);
    out[lane] = isInside ? yes : 0;
  }
}

} // namespace

void shapeOp(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const VectorType &to = f.typeOf(op.results[0]);
  const size_t minor = minorOf(to);
  switch (op.kind) {
  case OpKind::Iota: {
    const size_t dim = op.ints.size() > 2 ? op.ints[2] : to.rank() - 1;
    size_t inner = 1;
    for (size_t d = dim + 1; d < to.rank(); ++d)
      inner *= to.shape[d];
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = canonical(to.element, uint64_t(op.ints[0]) + l / inner % to.shape[dim] * uint64_t(op.ints[1]));
    return;
  }
  case OpKind::Broadcast:
    return broadcast(f.typeOf(op.operands[0]), to, operands[0], out);
  case OpKind::ExtractSlice:
    return slice(to, f.typeOf(op.operands[0]), op.ints,
                 [&](size_t small, size_t big) { out[small] = operands[0][big]; });
  case OpKind::InsertSlice:
    std::copy(operands[1].begin(), operands[1].end(), out.begin());
    return slice(f.typeOf(op.operands[0]), to, op.ints,
                 [&](size_t small, size_t big) { out[big] = operands[0][small]; });
  case OpKind::Concat:
    return concat(f, op, operands, out);
  case OpKind::FromLanes:
    for (size_t l = 0; l < operands.size(); ++l)
      out[l] = operands[l][0];
    return;
  case OpKind::Extract:
    return slice(VectorType::scalar(to.element), f.typeOf(op.operands[0]), op.ints,
                 [&](size_t, size_t big) { out[0] = operands[0][big]; });
  case OpKind::FirstTrue:
    out[0] = uint64_t(llvm::find_if(operands[0], [](uint64_t lane) { return lane != 0; }) - operands[0].begin());
    return;
  case OpKind::CountTrue:
    out[0] = uint64_t(llvm::count_if(operands[0], [](uint64_t lane) { return lane != 0; }));
    return;
  case OpKind::Compress: {
    size_t next = 0;
    for (size_t l = 0; l < operands[1].size(); ++l)
      if (operands[0][l])
        out[next++] = operands[1][l];
    std::fill(out.begin() + ptrdiff_t(next), out.end(), 0);
    return;
  }
  case OpKind::ShapeCast:
    std::copy(operands[0].begin(), operands[0].end(), out.begin());
    return;
  case OpKind::Transpose:
    return transpose(f.typeOf(op.operands[0]), to, op.ints, operands[0], out);
  case OpKind::Reverse:
    return rows(minor, operands, out,
                [](MutableLanes row, Lanes a, Lanes) { std::reverse_copy(a.begin(), a.end(), row.begin()); });
  case OpKind::Even:
  case OpKind::Odd:
    return rows(minor, operands, out, [&](MutableLanes row, Lanes a, Lanes b) {
      for (size_t l = 0; l < minor; ++l) {
        const size_t from = 2 * l + (op.kind == OpKind::Odd);
        row[l] = from < minor ? a[from] : b[from - minor];
      }
    });
  case OpKind::ZipLo:
  case OpKind::ZipHi:
    return rows(minor, operands, out, [&](MutableLanes row, Lanes a, Lanes b) {
      for (size_t l = 0; l < minor; ++l) {
        const size_t at = l + (op.kind == OpKind::ZipHi ? minor : 0);
        row[l] = (at % 2 ? b : a)[at / 2];
      }
    });
  case OpKind::Shuffle:
    for (size_t l = 0; l < out.size(); ++l) {
      const size_t from = op.ints[l], lanes = operands[0].size();
      out[l] = from < lanes ? operands[0][from] : operands[1][from - lanes];
    }
    return;
  case OpKind::Permute:
    for (size_t l = 0; l < out.size(); ++l) {
      const size_t lanes = operands[1].size(), from = operands[0][l] % (lanes * (operands.size() - 1));
      out[l] = operands[1 + from / lanes][from % lanes];
    }
    return;
  case OpKind::PermuteBlocks: {
    const size_t block = 128 / bitsOf(to.element);
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = operands[1][l % operands[1].size() / block * block + operands[0][l] % block];
    return;
  }
  case OpKind::Slide:
    for (size_t l = 0; l < out.size(); ++l) {
      const size_t from = l + op.ints[0];
      out[l] = from < out.size() ? operands[0][from] : operands[1][from - out.size()];
    }
    return;
  case OpKind::NarrowPair:
  case OpKind::NarrowPairSat:
    return narrowPair(op.kind == OpKind::NarrowPairSat, to.element, operands[0].size(), operands, out);
  case OpKind::NarrowBlocks:
  case OpKind::NarrowBlocksSat:
    return narrowPair(op.kind == OpKind::NarrowBlocksSat, to.element, 64 / bitsOf(to.element), operands, out);
  case OpKind::CreateMask:
    return createMask(to, operands, out);
  default:
    llvm_unreachable("not a shape op");
  }
}

} // namespace vecify
