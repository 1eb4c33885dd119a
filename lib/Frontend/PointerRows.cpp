// Rows that pointers in memory lead to: channels, planes, matrices of pointers.
//
//     for (i = 0; i < n; i++)                    in[c][i]: array "in", subs {c, i}, strides {opaque, 4}
//       for (c = 0; c < channels; c++)           needs channels >= 1
//         y[i] += in[c][i];                      reads in[c]
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

/// What the pointers at `pointer` lead to, one for each value of a counter; `read` reads them. Null unless the loops
/// read every one of them.
std::shared_ptr<const Place> NestExtractor::rowsBehind(const Place &pointer, AccessId read) {
  const auto isFixed = [&](const IndexExpr &expr) { return Result.isOverParams(expr); };
  if (!pointer.needs.empty() || Result.arrays[pointer.array].isRows() ||
      llvm::any_of(pointer.indirect, [](ExprId id) { return id != NoId; }))
    return nullptr;
  const auto row = llvm::find_if_not(pointer.subs, isFixed);
  if (row == pointer.subs.end() || !std::all_of(row + 1, pointer.subs.end(), isFixed))
    return nullptr;
  const size_t d = row - pointer.subs.begin();
  const std::optional<int64_t> stride = pointer.strideBytes[d].asConstant();
  IndexExpr rest = *row;
  for (const Loop &loop : Result.loops)
    if (row->uses(loop.iterator) && isFixed(loop.lower) && isFixed(loop.upper) && row->degreeIn(loop.iterator) == 1 &&
        row->coefficientOf(loop.iterator) == IndexExpr(1))
      rest = rest - IndexExpr::symbol(loop.iterator);
  if (!stride || !isFixed(rest))
    return nullptr;

  const PointerRows rows{textOf(pointer, d), *stride};
  // Conditions may read again what is read in any case.
  const std::pair<std::string, IndexExpr> chosen(rows.pointer, *row);
  if (!llvm::is_contained(RowsRead, chosen)) {
    if (!Conditions.empty() || Branches != 0 || HasLeft || !innerLoopsRun(/*mayAssume=*/true))
      return nullptr;
    if (!IsProbing)
      RowsRead.push_back(chosen);
  }
  const QualType pointee = pointer.type->getPointeeType();
  const auto [it, isNew] = RowIds.try_emplace(rows.pointer, ArrayId(Result.arrays.size()));
  if (isNew) {
    Array array = Result.arrays[pointer.array];
    array.kind = Array::Pointer;
    describeElements(array, pointee);
    array.isRestrict = false;
    array.mayBeDerived = true;
    array.bytes.reset();
    array.noalias.clear();
    array.rows = rows;
    Result.arrays.push_back(std::move(array));
  }
  Result.arrays[it->second].baseReads.push_back(read);
  const SymbolId distance =
      paramFor(Invariant{"distance of the rows " + rows.pointer, true, {}, false}, ScalarType::I64);
  Result.symbols[distance].isOpaque = true;
  Place place;
  place.array = it->second;
  place.subs = {pointer.subs[d]};
  place.strideBytes = {IndexExpr::symbol(distance)};
  place.indirect = {NoId};
  place.lengths.emplace_back();
  place.pointer = rows.pointer[0] == '*' ? "(" + rows.pointer + ")" : rows.pointer;
  place.pattern = "*" + place.pointer;
  place.type = pointee;
  return std::make_shared<Place>(std::move(place));
}

/// Rows are read only, and by their elements: what is none is spelled in bytes from its row, which has no name.
std::optional<Remark> NestExtractor::whyNoRowAccess(const Place &place, ScalarType type, bool isWrite,
                                                    const clang::Expr *syntax) const {
  const Array &array = Result.arrays[place.array];
  if (!array.isRows())
    return std::nullopt;
  const Loc where = locOf(syntax->getExprLoc());
  if (isWrite) {
    const auto choosesRow = [&](const Loop &loop) { return place.subs[0].uses(loop.iterator); };
    return Remark{where,
                  Reason::PointerPerRow,
                  {Result.accesses[array.baseReads.back()].text, llvm::find_if(Result.loops, choosesRow)->name}};
  }
  const std::optional<int64_t> element = place.strideBytes.back().asConstant();
  if (place.subs.size() > 1 && (!element || *element < int64_t(bytesOf(type))))
    return Remark{where, Reason::UnsupportedExpr, {File.source.text(*syntax)}};
  return std::nullopt;
}

} // namespace vecify
