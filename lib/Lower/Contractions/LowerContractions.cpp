// Step: contractions, outer products and n-D reductions become ops on rows, which the unroller makes registers of.
//
//     %c = contract add %a, %b, %c0 : (i,k) (k,j) -> (i,j)
//  -> for every i, and every k in order:   c[i] = fma(broadcast a[i,k], b[k], c[i])
//
// An outer product is the contraction (i) (j) -> (i,j). The order is row-major over the iteration space, as the
// interpreter's, so strict floating point keeps its meaning.
#include "Contractions/Rows.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

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
    const VectorType type = F.typeOf(Accumulator);
    const auto &map = Maps.maps[2];
    // The dim along which a row of the accumulator runs, and all others in row-major order.
    int minor = map.empty() ? -1 : map.back();
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
  /// The factor's lanes along the row: a row of its own, or one element for all lanes.
  ValueId factor(ValueId v, ArrayRef<uint8_t> map, ArrayRef<int64_t> at, int minor, const VectorType &row) {
    Coordinates place;
    for (uint8_t dim : map)
      place.push_back(at[dim]);
    auto found = llvm::find(map, uint8_t(minor));
    ValueId lanes;
    if (minor < 0 || found == map.end())
      lanes = B.broadcast(Rows.element(v, place), row.withElement(F.typeOf(v).element));
    else if (found + 1 == map.end())
      lanes = Rows.row(v, place);
    else
      lanes = Rows.column(v, place, unsigned(found - map.begin()));
    return B.cast(lanes, row.element);
  }

  ValueId combined(ValueId acc, ValueId a, ValueId b, const VectorType &type) {
    const std::string name = F.values[acc].name;
    if (O.combine == ReductionKind::Add && O.fp.contract && isFloat(type.element))
      return B.create(OpKind::Fma, type, {a, b, acc}, name);
    return Rows.combined(O.combine, acc, B.create(OpKind::Mul, type, {a, b}), name);
  }

  const Op &O;
  const ContractMaps Maps;
  Rewriter &R;
  RowBuilder Rows;
  Builder &B;
  Function &F;
  ValueId A, C, Accumulator;
  Coordinates Space;
};

} // namespace

static ContractMaps outerProductMaps() { return {{{0}, {1}, {0, 1}}, {false, false}}; }

/// Reduced dims in order; where the minor dim is kept a row at a time, else lane by lane.
static ValueId multiReduce(const Op &op, Rewriter &rewriter) {
  RowBuilder rows(rewriter.builder());
  Function &f = rewriter.result();
  ValueId source = rewriter.mapped(op.operands[0]), result = rewriter.mapped(op.operands[1]);
  const VectorType type = f.typeOf(source);
  bool keepsRows = !llvm::is_contained(op.ints, int64_t(type.rank()) - 1);
  Coordinates sizes(type.shape.begin(), type.shape.end());
  if (keepsRows)
    sizes.back() = 1;
  forEachPoint(sizes, [&](ArrayRef<int64_t> at) {
    Coordinates kept;
    for (unsigned d = 0; d < type.rank(); ++d)
      if (!llvm::is_contained(op.ints, int64_t(d)))
        kept.push_back(at[d]);
    const std::string name = f.values[result].name;
    if (keepsRows) {
      ValueId row = rows.combined(op.combine, rows.row(result, kept), rows.row(source, at), name);
      result = rows.withRow(result, kept, row);
      return;
    }
    ValueId old = f.typeOf(result).isScalar() ? result : rows.element(result, kept);
    ValueId sum = rows.combined(op.combine, old, rows.element(source, at), name);
    result = f.typeOf(result).isScalar() ? sum : rows.withElement(result, kept, sum);
  });
  return result;
}

llvm::Expected<Function> lowerContractions(const Function &f, const Target &, const LowerOptions &) {
  Rewriter rewriter(f);
  const ContractMaps outer = outerProductMaps();
  Function result = rewriter.run([&](const Op &op, Rewriter &r) {
    if (op.kind == OpKind::Contract || op.kind == OpKind::OuterProduct)
      r.map(op.results[0], Contraction(op, op.kind == OpKind::Contract ? op.contract : outer, r).run());
    else if (op.kind == OpKind::MultiReduce)
      r.map(op.results[0], multiReduce(op, r));
    else
      return splitRows(op, r);
    return true;
  });
  return sweep(std::move(result));
}

} // namespace vecify
