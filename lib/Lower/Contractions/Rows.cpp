// See Rows.h.
#include "Contractions/Rows.h"

namespace vecify {

using llvm::ArrayRef;

ValueId RowBuilder::emit(OpKind kind, VectorType type, ArrayRef<ValueId> operands, ArrayRef<int64_t> ints,
                         llvm::StringRef name) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  op.ints.assign(ints.begin(), ints.end());
  const std::string hint = name.str();
  OpId id = B.append(std::move(op), {std::move(type)}, hint);
  return F.ops[id].results[0];
}

static llvm::SmallVector<int64_t, 4> rowStart(ArrayRef<int64_t> at) {
  llvm::SmallVector<int64_t, 4> start(at.begin(), at.end());
  start.back() = 0;
  return start;
}

ValueId RowBuilder::row(ValueId v, ArrayRef<int64_t> at) {
  const VectorType type = F.typeOf(v);
  if (type.rank() == 1)
    return v;
  return emit(OpKind::ExtractSlice, VectorType::vector(minorLanes(type), type.element), {v}, rowStart(at),
              F.values[v].name);
}

ValueId RowBuilder::withRow(ValueId v, ArrayRef<int64_t> at, ValueId row) {
  const VectorType type = F.typeOf(v);
  if (type.rank() == 1)
    return row;
  return emit(OpKind::InsertSlice, type, {row, v}, rowStart(at), F.values[v].name);
}

ValueId RowBuilder::element(ValueId v, ArrayRef<int64_t> at) {
  return emit(OpKind::Extract, VectorType::scalar(F.typeOf(v).element), {v}, at, F.values[v].name);
}

ValueId RowBuilder::withElement(ValueId v, ArrayRef<int64_t> at, ValueId element) {
  // All lanes of the row, one of them new.
  const VectorType type = F.typeOf(v);
  llvm::SmallVector<ValueId, 16> lanes;
  llvm::SmallVector<int64_t, 4> place(at.begin(), at.end());
  for (int64_t l = 0; l < minorLanes(type); ++l) {
    place.back() = l;
    lanes.push_back(l == at.back() ? element : this->element(v, place));
  }
  ValueId row =
      emit(OpKind::FromLanes, VectorType::vector(minorLanes(type), type.element), lanes, {}, F.values[v].name);
  return withRow(v, at, row);
}

ValueId RowBuilder::column(ValueId v, ArrayRef<int64_t> at, unsigned dim) {
  const VectorType type = F.typeOf(v);
  llvm::SmallVector<ValueId, 16> lanes;
  llvm::SmallVector<int64_t, 4> place(at.begin(), at.end());
  for (int64_t i = 0; i < type.shape[dim]; ++i) {
    place[dim] = i;
    lanes.push_back(element(v, place));
  }
  return emit(OpKind::FromLanes, VectorType::vector(type.shape[dim], type.element), lanes, {}, F.values[v].name);
}

ValueId RowBuilder::combined(ReductionKind kind, ValueId acc, ValueId x, llvm::StringRef name) {
  bool isChoice = kind == ReductionKind::CMin || kind == ReductionKind::CMax;
  const VectorType type = F.typeOf(acc);
  const std::string hint = name.str();
  return B.create(opOf(kind), type, {isChoice ? x : acc, isChoice ? acc : x}, hint);
}

bool splitRows(const Op &op, Rewriter &rewriter) {
  if (op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite)
    return false;
  bool reads = op.kind == OpKind::TransferRead;
  const Function &source = rewriter.source();
  const VectorType type = source.typeOf(reads ? op.results[0] : op.operands[0]);
  if (type.rank() < 2)
    return false;
  bool contiguous = op.mem.indirectSubs.empty() &&
                    source.laneStrideBytes(op.mem, type.rank() - 1) == IndexExpr(int64_t(bytesOf(type.element)));
  bool masked = hasMask(op, source);
  if (contiguous && !masked)
    return false;
  Builder &b = rewriter.builder();
  Function &f = rewriter.result();
  RowBuilder rows(b);
  Op fresh = rewriter.mapped(op);
  VectorType rowType = VectorType::vector(minorLanes(type), type.element);
  ValueId whole = NoValue;
  if (reads)
    whole = isFloat(type.element) ? b.constantFp(type, 0) : b.constant(type, 0);
  llvm::SmallVector<int64_t, 4> at(type.rank(), 0);
  for (int64_t r = 0; r < type.lanes() / minorLanes(type); ++r) {
    int64_t rest = r;
    for (int d = int(type.rank()) - 2; d >= 0; --d) {
      at[d] = rest % type.shape[d];
      rest /= type.shape[d];
    }
    Op row = fresh;
    for (ValueId &operand : row.operands)
      if (!f.typeOf(operand).isScalar())
        operand = rows.row(operand, at);
    for (unsigned d = 0; d + 1 < type.rank(); ++d)
      for (unsigned s = 0; s < row.mem.subs.size(); ++s)
        row.mem.subs[s] += row.mem.laneSteps[d][s] * IndexExpr(at[d]);
    row.mem.laneSteps = {row.mem.laneSteps.back()};
    if (!reads) {
      b.append(std::move(row));
      continue;
    }
    OpId id = b.append(std::move(row), {rowType}, source.values[op.results[0]].name);
    whole = rows.withRow(whole, at, f.ops[id].results[0]);
  }
  if (reads)
    rewriter.map(op.results[0], whole);
  return true;
}

} // namespace vecify
