// Memory ops by pieces: the subscripts of piece p are those of its first lane.
//
// A read whose users want smaller pieces (a widening cast) is read in those at once: 8 bytes for 8xi32 instead of a
// whole register that must be taken apart.
#include "Splitter.h"

namespace vecify {

MemRef Splitter::mappedMem(const Op &op, llvm::ArrayRef<int64_t> row, int64_t offset) {
  MemRef mem;
  mem.pattern = op.mem.pattern;
  mem.indirectSubs = op.mem.indirectSubs;
  mem.nontemporal = op.mem.nontemporal;
  mem.rowSet = op.mem.rowSet;
  mem.row = op.mem.row;
  mem.unaligned = op.mem.unaligned;
  const auto &steps = op.mem.laneSteps;
  for (unsigned s = 0; s < op.mem.subs.size(); ++s) {
    IndexExpr sub = op.mem.subs[s];
    for (unsigned d = 0; d < row.size() && d < steps.size(); ++d)
      sub += steps[d][s] * IndexExpr(row[d]);
    if (offset && !steps.empty())
      sub += steps.back()[s] * IndexExpr(offset);
    mem.subs.push_back(mapped(sub));
  }
  if (!steps.empty()) {
    mem.laneSteps.emplace_back();
    for (const IndexExpr &step : steps.back())
      mem.laneSteps[0].push_back(mapped(step));
  }
  return mem;
}

/// Coordinates of every row of a type along its outer dims, in row-major order.
static std::vector<llvm::SmallVector<int64_t, 2>> rowCoordinates(const VectorType &type) {
  std::vector<llvm::SmallVector<int64_t, 2>> rows = {{}};
  for (unsigned d = 0; d + 1 < type.rank(); ++d) {
    std::vector<llvm::SmallVector<int64_t, 2>> next;
    for (const auto &row : rows)
      for (int64_t i = 0; i < type.shape[d]; ++i) {
        next.push_back(row);
        next.back().push_back(i);
      }
    rows = std::move(next);
  }
  return rows;
}

llvm::SmallVector<int64_t, 2> Splitter::lanesWantedByUsers(const Op &op) {
  ValueId v = op.results[0];
  const VectorType &type = S.typeOf(v);
  int64_t whole = natural(type.element, minorLanes(type));
  llvm::SmallVector<int64_t, 2> wanted;
  for (OpId id : Users[v]) {
    const Op &user = S.ops[id];
    int64_t lanes = whole;
    if (user.kind == OpKind::Cast && bitsOf(S.typeOf(user.results[0]).element) > bitsOf(type.element))
      lanes = natural(S.typeOf(user.results[0]).element, minorLanes(type));
    if (lanes < whole && !T.find(OpKind::Load, type.element, lanes))
      lanes = whole;
    if (!llvm::is_contained(wanted, lanes))
      wanted.push_back(lanes);
  }
  if (wanted.empty())
    wanted.push_back(whole);
  llvm::sort(wanted, std::greater<>());
  return wanted;
}

void Splitter::splitRead(const Op &op) {
  ValueId result = op.results[0];
  VectorType type = S.typeOf(result);
  bool masked = hasMask(op, S);
  auto readIn = [&](int64_t lanes) {
    Pieces pieces;
    llvm::SmallVector<Pieces, 2> operands;
    for (ValueId operand : op.operands)
      operands.push_back(at(operand, S.typeOf(operand).isScalar() ? 1 : lanes));
    size_t piece = 0;
    for (const auto &row : rowCoordinates(type))
      for (int64_t offset = 0; offset < minorLanes(type); offset += lanes, ++piece) {
        Op copy;
        copy.kind = op.kind;
        for (unsigned i = 0; i < operands.size(); ++i)
          copy.operands.push_back(S.typeOf(op.operands[i]).isScalar() ? operands[i][0] : operands[i][piece]);
        copy.mem = mappedMem(op, row, offset);
        if (lanes == 1)
          copy.mem.laneSteps.clear();
        OpId id = B.append(std::move(copy), {pieceType(lanes, type.element)}, S.values[result].name);
        pieces.push_back(R.ops[id].results[0]);
      }
    define(result, lanes, std::move(pieces));
  };
  if (type.isScalar() || masked)
    return readIn(type.isScalar() ? 1 : workLanes(op));
  for (int64_t lanes : lanesWantedByUsers(op))
    readIn(lanes);
}

void Splitter::splitWrite(const Op &op) {
  VectorType type = S.typeOf(op.operands[0]);
  int64_t lanes = type.isScalar() ? 1 : natural(type.element, minorLanes(type));
  // A value that was made in smaller pieces is written in them, if whole ones would have to be joined first.
  if (!type.isScalar() && op.operands.size() == 1 && !find(op.operands[0], lanes)) {
    int64_t made = madeIn(op.operands[0]);
    const Row *join = T.find(RowKey{OpKind::Concat, type.element, type.element, unsigned(lanes), 2});
    if (made < lanes && T.find(OpKind::Store, type.element, made) && (!join || join->uops > 0))
      lanes = made;
  }
  llvm::SmallVector<Pieces, 2> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, S.typeOf(operand).isScalar() ? 1 : lanes));
  size_t piece = 0;
  for (const auto &row : rowCoordinates(type))
    for (int64_t offset = 0; offset < minorLanes(type); offset += lanes, ++piece) {
      Op copy;
      copy.kind = op.kind;
      for (unsigned i = 0; i < operands.size(); ++i)
        copy.operands.push_back(S.typeOf(op.operands[i]).isScalar() ? operands[i][0] : operands[i][piece]);
      copy.mem = mappedMem(op, row, offset);
      if (lanes == 1)
        copy.mem.laneSteps.clear();
      B.append(std::move(copy));
    }
}

/// The lanes of each register that are on to its front, and behind those of the registers before it.
void Splitter::splitCompressStore(const Op &op) {
  const VectorType type = S.typeOf(op.operands[0]);
  const int64_t lanes = natural(type.element, type.lanes());
  if (lanes == 1)
    return fail(op);
  const VectorType whole = VectorType::vector(lanes, type.element);
  const VectorType truths = whole.withElement(S.typeOf(op.operands[1]).element);
  const Pieces values = at(op.operands[0], lanes), masks = at(op.operands[1], lanes);
  IndexExpr before;
  for (size_t p = 0; p < values.size(); ++p) {
    const ValueId count = B.create(OpKind::CountTrue, VectorType::scalar(ScalarType::Index), {masks[p]}, "count");
    const ValueId packed = B.create(OpKind::Compress, whole, {masks[p], values[p]}, S.values[op.operands[0]].name);
    MemRef mem = mappedMem(op, {}, 0);
    mem.subs.back() += before;
    mem.laneSteps.emplace_back(mem.subs.size());
    mem.laneSteps[0].back() = IndexExpr(1);
    B.transferWrite(packed, std::move(mem), {}, B.create(OpKind::CreateMask, truths, {count}, "packed"));
    before += IndexExpr::symbol(count);
  }
}

/// A gather's register holds as many lanes as the wider of its element and its index allows.
void Splitter::splitGather(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes =
      std::min(natural(type.element, minorLanes(type)), natural(S.typeOf(op.operands[0]).element, minorLanes(type)));
  llvm::SmallVector<Pieces, 2> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, lanes));
  Pieces pieces;
  for (int64_t p = 0; p < type.lanes() / lanes; ++p) {
    Op copy;
    copy.kind = op.kind;
    for (const Pieces &operand : operands)
      copy.operands.push_back(operand[p]);
    copy.mem = mappedMem(op, {}, 0);
    OpId id = B.append(std::move(copy), {VectorType::vector(lanes, type.element)}, S.values[op.results[0]].name);
    pieces.push_back(R.ops[id].results[0]);
  }
  define(op.results[0], lanes, std::move(pieces));
}

void Splitter::splitScatter(const Op &op) {
  VectorType type = S.typeOf(op.operands[0]);
  int64_t lanes =
      std::min(natural(type.element, minorLanes(type)), natural(S.typeOf(op.operands[1]).element, minorLanes(type)));
  llvm::SmallVector<Pieces, 3> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, lanes));
  for (int64_t p = 0; p < type.lanes() / lanes; ++p) {
    Op copy;
    copy.kind = op.kind;
    for (const Pieces &operand : operands)
      copy.operands.push_back(operand[p]);
    copy.mem = mappedMem(op, {}, 0);
    B.append(std::move(copy));
  }
}

} // namespace vecify
