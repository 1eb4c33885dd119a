// See Rows.h.
#include "Contractions/Rows.h"
#include <map>
#include <set>

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
  const VectorType scalar = VectorType::scalar(F.typeOf(v).element);
  if (std::optional<int64_t> all = splatInt(F, v))
    return B.constant(scalar, *all);
  if (std::optional<double> all = splatFp(F, v))
    return B.constantFp(scalar, *all);
  return emit(OpKind::Extract, scalar, {v}, at, F.values[v].name);
}

ValueId RowBuilder::fromElements(const VectorType &type, ArrayRef<ValueId> elements, llvm::StringRef name) {
  const std::string hint = name.str();
  const int64_t n = minorLanes(type);
  const VectorType rowType = VectorType::vector(n, type.element);
  const auto row = [&](int64_t r) { return emit(OpKind::FromLanes, rowType, elements.slice(r * n, n), {}, hint); };
  if (type.rank() == 1)
    return row(0);
  ValueId whole = isFloat(type.element) ? B.constantFp(type, 0) : B.constant(type, 0);
  llvm::SmallVector<int64_t, 4> at(type.rank(), 0);
  for (int64_t r = 0; r < type.lanes() / n; ++r) {
    int64_t rest = r;
    for (int d = int(type.rank()) - 2; d >= 0; --d) {
      at[d] = rest % type.shape[d];
      rest /= type.shape[d];
    }
    whole = withRow(whole, at, row(r));
  }
  return whole;
}

ValueId RowBuilder::withMinor(ValueId v, unsigned dim) {
  const VectorType type = F.typeOf(v);
  if (dim + 1 == type.rank())
    return v;
  VectorType moved = VectorType::scalar(type.element);
  llvm::SmallVector<int64_t, 4> order;
  for (unsigned d = 0; d < type.rank(); ++d)
    if (d != dim)
      order.push_back(d);
  order.push_back(dim);
  for (int64_t d : order)
    moved.shape.push_back(type.shape[d]);
  // A transpose of a transpose that undoes it.
  if (const Op *before = definedBy(F, v, OpKind::Transpose)) {
    bool isUndone = true;
    for (unsigned d = 0; d < order.size(); ++d)
      isUndone &= before->ints[order[d]] == int64_t(d);
    if (isUndone)
      return before->operands[0];
  }
  return emit(OpKind::Transpose, moved, {v}, order, F.values[v].name);
}

ValueId RowBuilder::combined(ReductionKind kind, ValueId acc, ValueId x, llvm::StringRef name) {
  bool isChoice = kind == ReductionKind::CMin || kind == ReductionKind::CMax;
  const VectorType type = F.typeOf(acc);
  const std::string hint = name.str();
  return B.create(opOf(kind), type, {isChoice ? x : acc, isChoice ? acc : x}, hint);
}

/// One lane takes as many bytes as there are between neighbours of this dim.
static std::optional<unsigned> contiguousDim(const Op &op, const Function &f, const VectorType &type) {
  for (unsigned d = 0; op.mem.indirectSubs.empty() && d < type.rank(); ++d)
    if (type.shape[d] > 1 && f.laneStrideBytes(op.mem, d) == IndexExpr(int64_t(bytesOf(type.element))))
      return d;
  return std::nullopt;
}

/// The transfer with its contiguous dim as the minor one, and a transpose in registers.
static bool transposeTransfer(const Op &op, Rewriter &rewriter, const VectorType &type) {
  const std::optional<unsigned> dim = contiguousDim(op, rewriter.source(), type);
  if (!dim || isMask(type.element))
    return false;
  Op moved = rewriter.mapped(op);
  Builder &b = rewriter.builder();
  RowBuilder rows(b);
  const auto steps = moved.mem.laneSteps[*dim];
  moved.mem.laneSteps.erase(moved.mem.laneSteps.begin() + *dim);
  moved.mem.laneSteps.push_back(steps);
  if (op.kind == OpKind::TransferWrite) {
    moved.operands[0] = rows.withMinor(moved.operands[0], *dim);
    b.append(std::move(moved));
    return true;
  }
  VectorType movedType = type;
  movedType.shape.erase(movedType.shape.begin() + *dim);
  movedType.shape.push_back(type.shape[*dim]);
  const std::string name = rewriter.source().values[op.results[0]].name;
  const OpId id = b.append(std::move(moved), {movedType}, name);
  // Back: dims before `dim` stay, `dim` is now the last one.
  Op back;
  back.kind = OpKind::Transpose;
  back.operands = {rewriter.result().ops[id].results[0]};
  for (int64_t d = 0; d < int64_t(type.rank()); ++d)
    back.ints.push_back(d < int64_t(*dim) ? d : d == int64_t(*dim) ? int64_t(type.rank()) - 1 : d - 1);
  const OpId transposed = b.append(std::move(back), {type}, name);
  rewriter.map(op.results[0], rewriter.result().ops[transposed].results[0]);
  return true;
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
  if (!masked && transposeTransfer(op, rewriter, type))
    return true;
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

Function readElements(const Function &f) {
  std::vector<unsigned> extracts(f.values.size());
  for (const Op &op : f.ops)
    if (op.kind == OpKind::Extract)
      ++extracts[op.operands[0]];
  const std::vector<unsigned> uses = useCounts(f);
  std::map<std::pair<ValueId, llvm::SmallVector<int64_t, 5>>, ValueId> elements; // of the source, by place
  std::map<ValueId, std::set<llvm::SmallVector<int64_t, 5>>> wanted;
  for (const Op &op : f.ops)
    if (op.kind == OpKind::Extract)
      wanted[op.operands[0]].insert(op.ints);
  Rewriter rewriter(f);
  return rewriter.run([&](const Op &op, Rewriter &r) {
    if (op.kind == OpKind::Extract) {
      const auto found = elements.find({op.operands[0], op.ints});
      if (found == elements.end())
        return false;
      r.map(op.results[0], found->second);
      return true;
    }
    const bool isRead = op.kind == OpKind::TransferRead && !f.typeOf(op.results[0]).isScalar();
    if (!isRead || !op.operands.empty() || !uses[op.results[0]] || uses[op.results[0]] != extracts[op.results[0]])
      return false;
    const ValueId v = op.results[0];
    for (const auto &place : wanted[v]) {
      Op element = r.mapped(op);
      for (unsigned d = 0; d < place.size(); ++d)
        for (unsigned s = 0; s < element.mem.subs.size(); ++s)
          element.mem.subs[s] += element.mem.laneSteps[d][s] * IndexExpr(place[d]);
      element.mem.laneSteps.clear();
      const OpId id =
          r.builder().append(std::move(element), {VectorType::scalar(f.typeOf(v).element)}, f.values[v].name);
      elements[{v, place}] = r.result().ops[id].results[0];
    }
    return true;
  });
}

} // namespace vecify
