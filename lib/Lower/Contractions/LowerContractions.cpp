// Step: contractions, outer products and n-D reductions become ops on rows, which the unroller makes registers of.
//
//     %c = contract add %a, %b, %c0 : (i,k) (k,j) -> (i,j)
//  -> for every i, and every k in order:   c[i] = fma(broadcast a[i,k], b[k], c[i])
//
// An outer product is the contraction (i) (j) -> (i,j). The order is row-major over the iteration space, as the
// interpreter's, so strict floating point keeps its meaning. A factor that has the accumulator's minor dim elsewhere is
// transposed first. Where the order is free and everything is reduced, rows are combined and the result is reduced
// once:
//
//     %c = contract add %a, %b, %c0 : (k) (k) -> ()     ->   c0 + reduce(a * b)
#include "Contractions/Rows.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace vecify {

using llvm::ArrayRef;
using Coordinates = llvm::SmallVector<int64_t, 4>;

/// Calls `visit` for every point of a box in row-major order.
static void forEachPoint(ArrayRef<int64_t> sizes, llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  Coordinates at(sizes.size(), 0);
  for (;;) {
    visit(at);
    int d = int(sizes.size()) - 1;
    for (; d >= 0 && ++at[d] == sizes[d]; --d)
      at[d] = 0;
    if (d < 0)
      return;
  }
}

/// Whether values may be combined in any order: always for integers, else by permission.
static bool orderIsFree(const Op &op, ScalarType element) {
  const bool isChoice = op.combine == ReductionKind::CMin || op.combine == ReductionKind::CMax;
  return isInteger(element) || (op.fp.reassoc && !isChoice);
}

namespace {

class Contraction {
public:
  Contraction(const Op &op, const ContractMaps &maps, Rewriter &rewriter)
      : O(op), Maps(maps), R(rewriter), Rows(rewriter.builder()), B(rewriter.builder()), F(rewriter.result()) {
    A = R.mapped(O.operands[0]);
    C = R.mapped(O.operands[1]);
    Accumulator = R.mapped(O.operands[2]);
    Space.assign(Maps.isReduction.size(), 1);
    const ValueId operands[] = {A, C, Accumulator};
    for (unsigned o = 0; o < 3; ++o)
      for (unsigned d = 0; d < Maps.maps[o].size(); ++d)
        Space[Maps.maps[o][d]] = F.typeOf(operands[o]).shape[d];
  }

  ValueId run() {
    if (isDot())
      return dot();
    const VectorType type = F.typeOf(Accumulator);
    const auto &map = Maps.maps[2];
    // The dim along which a row of the accumulator runs, and all others in row-major order.
    int minor = map.empty() ? -1 : map.back();
    A = withMinor(A, Maps.maps[0], minor);
    C = withMinor(C, Maps.maps[1], minor);
    Coordinates outer = Space;
    if (minor >= 0)
      outer[minor] = 1;
    ValueId result = Accumulator;
    forEachPoint(outer, [&](ArrayRef<int64_t> at) {
      Coordinates place;
      for (uint8_t dim : map)
        place.push_back(at[dim]);
      ValueId row = type.isScalar() ? result : Rows.row(result, place);
      VectorType rowType = F.typeOf(row);
      ValueId a = factor(A, Maps.maps[0], at, minor, rowType), b = factor(C, Maps.maps[1], at, minor, rowType);
      row = combined(row, a, b, rowType);
      result = type.isScalar() ? row : Rows.withRow(result, place, row);
    });
    return result;
  }

private:
  /// The factor with `dim` as its minor dim, if it has that dim at all.
  ValueId withMinor(ValueId v, llvm::SmallVectorImpl<uint8_t> &map, int dim) {
    const auto found = dim < 0 ? map.end() : llvm::find(map, uint8_t(dim));
    if (found == map.end() || found + 1 == map.end())
      return v;
    const ValueId moved = Rows.withMinor(v, unsigned(found - map.begin()));
    map.erase(found);
    map.push_back(uint8_t(dim));
    return moved;
  }

  /// Both factors have all dims in the same order, all of them reduced in any order.
  bool isDot() const {
    const VectorType &type = F.typeOf(Accumulator);
    return type.isScalar() && !Space.empty() && Maps.maps[0] == Maps.maps[1] && Maps.maps[0].size() == Space.size() &&
           orderIsFree(O, type.element) && llvm::isPowerOf2_64(uint64_t(Space[Maps.maps[0].back()]));
  }

  ValueId dot() {
    Coordinates outer;
    for (uint8_t dim : Maps.maps[0])
      outer.push_back(Space[dim]);
    const VectorType row = VectorType::vector(outer.back(), F.typeOf(Accumulator).element);
    outer.back() = 1;
    ValueId sum = NoValue;
    forEachPoint(outer, [&](ArrayRef<int64_t> at) {
      ValueId a = B.cast(Rows.row(A, at), row.element), b = B.cast(Rows.row(C, at), row.element);
      sum = sum == NoValue ? product(a, b, row) : combined(sum, a, b, row);
    });
    return Rows.combined(O.combine, Accumulator, B.reduce(O.combine, sum), F.values[Accumulator].name);
  }

  /// The factor's lanes along the row: a row of its own, or one element for all lanes.
  ValueId factor(ValueId v, ArrayRef<uint8_t> map, ArrayRef<int64_t> at, int minor, const VectorType &row) {
    Coordinates place;
    for (uint8_t dim : map)
      place.push_back(at[dim]);
    ValueId lanes;
    if (minor < 0 || map.empty() || map.back() != minor)
      lanes = B.broadcast(map.empty() ? v : Rows.element(v, place), row.withElement(F.typeOf(v).element));
    else
      lanes = Rows.row(v, place);
    return B.cast(lanes, row.element);
  }

  ValueId product(ValueId a, ValueId b, const VectorType &type) { return B.create(opOf(O.product), type, {a, b}); }

  ValueId combined(ValueId acc, ValueId a, ValueId b, const VectorType &type) {
    const std::string name = F.values[acc].name;
    const bool fuses = O.combine == ReductionKind::Add && O.product == ReductionKind::Mul && O.fp.contract;
    if (fuses && isFloat(type.element))
      return B.create(OpKind::Fma, type, {a, b, acc}, name);
    return Rows.combined(O.combine, acc, product(a, b, type), name);
  }

  const Op &O;
  ContractMaps Maps;
  Rewriter &R;
  RowBuilder Rows;
  Builder &B;
  Function &F;
  ValueId A, C, Accumulator;
  Coordinates Space;
};

} // namespace

static ContractMaps outerProductMaps() { return {{{0}, {1}, {0, 1}}, {false, false}}; }

namespace {

class MultiReduction {
public:
  MultiReduction(const Op &op, Rewriter &rewriter)
      : O(op), Rows(rewriter.builder()), B(rewriter.builder()), F(rewriter.result()),
        Source(rewriter.mapped(op.operands[0])), Accumulator(rewriter.mapped(op.operands[1])) {}

  ValueId run() {
    const unsigned minor = F.typeOf(Source).rank() - 1;
    return llvm::is_contained(O.ints, int64_t(minor)) ? alongRows() : acrossRows();
  }

private:
  Coordinates kept(ArrayRef<int64_t> at) const {
    Coordinates result;
    for (unsigned d = 0; d < at.size(); ++d)
      if (!llvm::is_contained(O.ints, int64_t(d)))
        result.push_back(at[d]);
    return result;
  }

  /// The minor dim is kept: a row at a time.
  ValueId acrossRows() {
    Coordinates sizes(F.typeOf(Source).shape.begin(), F.typeOf(Source).shape.end());
    sizes.back() = 1;
    ValueId result = Accumulator;
    forEachPoint(sizes, [&](ArrayRef<int64_t> at) {
      const Coordinates place = kept(at);
      ValueId row = Rows.combined(O.combine, Rows.row(result, place), Rows.row(Source, at), F.values[result].name);
      result = Rows.withRow(result, place, row);
    });
    return result;
  }

  /// The minor dim is reduced: in order, or each row by itself where the order is free.
  ValueId alongRows() {
    const VectorType type = F.typeOf(Source), to = F.typeOf(Accumulator);
    const std::string name = F.values[Accumulator].name;
    const bool byRows = orderIsFree(O, type.element) && llvm::isPowerOf2_64(uint64_t(minorLanes(type)));
    std::map<Coordinates, ValueId> totals; // in row-major order of the result
    Coordinates sizes(type.shape.begin(), type.shape.end());
    if (byRows)
      sizes.back() = 1;
    forEachPoint(sizes, [&](ArrayRef<int64_t> at) {
      const Coordinates place = kept(at);
      auto [total, isFirst] = totals.try_emplace(place, NoValue);
      if (isFirst)
        total->second = to.isScalar() ? Accumulator : Rows.element(Accumulator, place);
      const ValueId next = byRows ? B.reduce(O.combine, Rows.row(Source, at)) : Rows.element(Source, at);
      total->second = Rows.combined(O.combine, total->second, next, name);
    });
    llvm::SmallVector<ValueId, 16> elements;
    for (const auto &[place, total] : totals)
      elements.push_back(total);
    return to.isScalar() ? elements[0] : Rows.fromElements(to, elements, name);
  }

  const Op &O;
  RowBuilder Rows;
  Builder &B;
  Function &F;
  ValueId Source, Accumulator;
};

} // namespace

llvm::Expected<Function> lowerContractions(const Function &f, const Target &, const LowerOptions &) {
  Rewriter rewriter(f);
  const ContractMaps outer = outerProductMaps();
  bool anyLowered = false;
  Function result = rewriter.run([&](const Op &op, Rewriter &r) {
    if (op.kind == OpKind::Contract || op.kind == OpKind::OuterProduct)
      r.map(op.results[0], Contraction(op, op.kind == OpKind::Contract ? op.contract : outer, r).run());
    else if (op.kind == OpKind::MultiReduce)
      r.map(op.results[0], MultiReduction(op, r).run());
    else
      return splitRows(op, r);
    anyLowered = true;
    return true;
  });
  result = sweep(std::move(result));
  return anyLowered ? readElements(result) : std::move(result);
}

} // namespace vecify
