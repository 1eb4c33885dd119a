// Reads and writes of the nest to transfers: a subscript's polynomial in the root's counter says how the lanes lie.
//
//     a[2*i + 1]   ->  subs {2*i + 1}, laneSteps {2}       uniform: no lane steps, a scalar access
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Expected;

std::optional<unsigned> SuperVectorBuilder::cellOf(AccessId id) const {
  for (unsigned c = 0; c < Fa.cells.size(); ++c)
    if (llvm::is_contained(Fa.cells[c].accesses, id))
      return c;
  return std::nullopt;
}

/// Of a subscript that is computed: what a block has in common, or an index for each lane. `step` is 0 so far.
llvm::Error SuperVectorBuilder::indirectSub(ExprId indirect, unsigned dim, const Access &access, ValueId mask,
                                            Address &result, IndexExpr &step) {
  std::optional<int64_t> perLane = access.isWrite ? std::nullopt : stepInBlock(indirect);
  // In a first lane that is off a sum may wrap that does not in the others.
  if (perLane.value_or(0) != 0 && mask != NoId && mask != LiveLanes && !isPeriod(indirect))
    perLane.reset();
  Expected<ValueId> value = perLane ? inFirstLane(indirect) : expr(indirect, mask);
  if (!value)
    return value.takeError();
  if (isUniform(*value)) {
    if (F.typeOf(*value).element == ScalarType::I1)
      return decline(access.loc, Reason::NonAffine, {access.text});
    result.mem.subs.push_back(IndexExpr::symbol(*value));
    step = IndexExpr(perLane.value_or(0));
    result.isUniform &= step.isZero();
    return llvm::Error::success();
  }
  if (const std::optional<Count> count = access.isWrite ? std::nullopt : countIn(*value)) {
    result.mem.subs.push_back(count->first);
    step = IndexExpr(count->step);
    result.isUniform = false;
    return llvm::Error::success();
  }
  result.mem.subs.push_back(map(access.subs[dim]));
  result.mem.indirectSubs.push_back(dim);
  result.indexVectors.push_back(*value);
  result.isUniform = false;
  return llvm::Error::success();
}

Expected<SuperVectorBuilder::Address> SuperVectorBuilder::address(AccessId id, ValueId mask) {
  const Access &access = N.accesses[id];
  Address result;
  for (const Panel &panel : Panels)
    if (ReadsPanels && isSameRead(N, panel.access, id)) {
      result.mem = inPanel(panel);
      result.isUniform = Lanes == 1;
      result.isInPanel = true;
      return result;
    }
  result.mem.pattern = id;
  const llvm::SmallVector<SymbolId, 3> lanes = laneSymbols();
  if (Lanes > 1)
    result.mem.laneSteps.resize(lanes.size());
  for (unsigned d = 0; d < access.subs.size(); ++d) {
    const IndexExpr &sub = access.subs[d];
    llvm::SmallVector<IndexExpr, 3> steps(lanes.size());
    ExprId indirect = d < access.indirect.size() ? access.indirect[d] : NoId;
    if (indirect != NoId) {
      if (llvm::Error error = indirectSub(indirect, d, access, mask, result, steps[0]))
        return std::move(error);
    } else {
      result.mem.subs.push_back(map(sub));
      for (unsigned l = 0; l < lanes.size(); ++l) {
        if (!sub.uses(lanes[l]))
          continue;
        if (sub.degreeIn(lanes[l]) > 1 || (lanes.size() > 1 && usesLanes(sub.coefficientOf(lanes[l]))))
          return decline(access.loc, Reason::NonAffine, {access.text});
        steps[l] = map(sub.coefficientOf(lanes[l]));
        result.isUniform = false;
      }
    }
    for (unsigned l = 0; Lanes > 1 && l < lanes.size(); ++l)
      result.mem.laneSteps[l].push_back(steps[l]);
  }
  tagRow(id, result.mem);
  result.isUniform |= Lanes == 1;
  if (result.isUniform)
    result.mem.laneSteps.clear();
  return result;
}

bool SuperVectorBuilder::isExecutedAnyway(AccessId id) const {
  return N.accesses[id].isAffine() && Unconditional.count(placeOf(N, N.accesses[id]));
}

Expected<ValueId> SuperVectorBuilder::load(AccessId id, ValueId mask) {
  if (std::optional<unsigned> cell = cellOf(id))
    return cells[*cell];
  if (const auto held = Held.find(id); held != Held.end())
    return held->second;
  const Access &access = N.accesses[id];
  Expected<Address> at = address(id, mask);
  if (!at)
    return at.takeError();
  if (at->isInPanel)
    mask = NoId;
  if (mask != NoId && (isExecutedAnyway(id) || llvm::is_contained(Ahead, id)))
    mask = LiveLanes;
  std::string name = N.arrays[access.array].name;
  // Where nothing but the tail masks the statement, some iteration reads this.
  if (at->isUniform && mask == LiveLanes)
    mask = NoId;
  // What does not move with the rows is the same read in all of them.
  if (mask != NoId && mask == LiveLanes && SharedLanes != NoId && access.isAffine() &&
      !N.byteAddress(access).uses(RowSymbol))
    mask = SharedLanes;
  if (at->isUniform && !Dims.empty() && mask != NoId && !isUniform(mask)) {
    // Threads do not ask each other: whose lane is on reads for itself.
    at->mem.laneSteps.assign(Dims.size(), llvm::SmallVector<IndexExpr, 2>(access.subs.size()));
    at->isUniform = false;
  }
  const auto readIf = [&](ValueId condition, const VectorType &type) {
    const OpId branch = B.ifOp(condition, {type});
    const BlockId outer = B.block();
    const llvm::SmallVector<BlockId, 2> blocks = F.ops[branch].blocks;
    B.setBlock(blocks[0]);
    B.yield({B.transferRead(type, at->mem, at->indexVectors, ~0u, ~0u, name)});
    B.setBlock(blocks[1]);
    B.yield({isFloat(access.type) ? B.constantFp(type, 0) : B.constant(type, 0)});
    B.setBlock(outer);
    return F.ops[branch].results[0];
  };
  const VectorType type = at->isUniform ? VectorType::scalar(access.type) : vectorOf(access.type);
  if (mask == NoId || (at->isUniform && mask == SomeLane))
    return B.transferRead(type, at->mem, at->indexVectors, ~0u, ~0u, name);
  // Read only if C would: if some lane is on.
  if (at->isUniform && !isUniform(mask))
    mask = B.reduce(ReductionKind::Or, mask);
  // Some CPUs take hundreds of cycles for a masked read behind a null pointer.
  if (at->isUniform || (isUniform(mask) && Dims.empty()))
    return readIf(mask, type);
  ValueId padding = isFloat(access.type) ? B.constantFp(VectorType::scalar(access.type), 0)
                                         : B.constant(VectorType::scalar(access.type), 0);
  return B.transferRead(type, at->mem, at->indexVectors, widen(mask), padding, name);
}

/// The lanes that are on, side by side from where the local that counts them says.
void SuperVectorBuilder::packedStore(AccessId id, ValueId value, ValueId mask) {
  MemRef mem;
  mem.pattern = id;
  const Access &access = N.accesses[id];
  for (const IndexExpr &sub : llvm::ArrayRef(access.subs).drop_back())
    mem.subs.push_back(map(sub));
  mem.subs.push_back(IndexExpr::symbol(locals[access.packedBy]));
  if (Lanes > 1 && mask == NoId) {
    mem.laneSteps.emplace_back(access.subs.size(), IndexExpr(0));
    mem.laneSteps[0].back() = IndexExpr(1);
  }
  if (mask == NoId) {
    B.transferWrite(Lanes > 1 ? widen(value) : value, std::move(mem));
    return;
  }
  Op op;
  op.kind = OpKind::CompressStore;
  op.operands = {widen(value), widen(mask)};
  op.mem = std::move(mem);
  B.append(std::move(op));
}

llvm::Error SuperVectorBuilder::store(AccessId id, ValueId value, ValueId mask) {
  const Access &access = N.accesses[id];
  if (std::optional<unsigned> cell = cellOf(id)) {
    value = widen(value);
    if (flagOfCell[*cell] != NoId)
      raise(flagOfCell[*cell], mask);
    cells[*cell] = mask == NoId ? value : B.create(OpKind::Select, F.typeOf(value), {widen(mask), value, cells[*cell]});
    return llvm::Error::success();
  }
  if (access.packedBy != NoId) {
    packedStore(id, value, mask);
    return llvm::Error::success();
  }
  Expected<Address> at = address(id, mask);
  if (!at)
    return at.takeError();
  if (at->isUniform && Lanes > 1)
    return decline(access.loc, Reason::UnsupportedStmt, {"the store to '" + access.text + "' by every iteration"});
  if (at->isUniform) {
    B.transferWrite(value, at->mem);
    return llvm::Error::success();
  }
  B.transferWrite(widen(value), at->mem, at->indexVectors, mask == NoId ? ~0u : widen(mask));
  return llvm::Error::success();
}

} // namespace vecify
