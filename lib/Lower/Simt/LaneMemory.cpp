// Where the lanes of a thread lie in memory, and tiles that all threads of a block copy; see Distributor.h.
#include "Distributor.h"

namespace vecify {

/// Elements that a thread copies in a row of statements.
static constexpr int64_t MostCopies = 16;

void Distributor::findCopies() {
  const std::vector<unsigned> uses = useCounts(S);
  for (const Op &op : S.ops) {
    if (op.kind != OpKind::TransferWrite || S.typeOf(op.operands[0]).rank() != 2)
      continue;
    const Op *read = S.definitionOf(op.operands[0]);
    if (!read || read->kind != OpKind::TransferRead || uses[op.operands[0]] != 1 || isShared(*read) == isShared(op))
      continue;
    Copies.insert(&op);
    Copies.insert(read);
    for (const Op *part : {&op, read})
      if (const ValueId mask = maskOf(*part, S); mask != None && uses[mask] <= 2)
        Copies.insert(S.definitionOf(mask));
  }
}

void Distributor::copyTile(const Op &write) {
  const Op &read = *S.definitionOf(write.operands[0]);
  const VectorType &type = S.typeOf(write.operands[0]);
  const int64_t rows = type.shape[0], columns = type.shape[1], threads = Threads[0] * Threads[1] * Threads[2];
  const std::map<ValueId, IndexExpr> counters = Counters;
  for (const Dim &dim : Dims)
    Counters[dim.counter] = dim.ofBlock;
  // One element a thread and step; a row takes some steps where it is longer than the block.
  IndexExpr row, column;
  const bool isWide = threads % columns != 0;
  if (isWide) {
    column = threadNumber();
  } else if (Threads[0] == columns) {
    column = IndexExpr::symbol(ThreadIds[0]);
    row = IndexExpr::symbol(ThreadIds[1]);
  } else {
    const ValueId number = B.index(threadNumber()), width = B.constant(Index, columns);
    row = IndexExpr::symbol(B.create(OpKind::Div, Index, {number, width}, "row"));
    column = IndexExpr::symbol(B.create(OpKind::Rem, Index, {number, width}, "column"));
  }
  ValueId mask = maskOf(read, S);
  if (mask == None)
    mask = maskOf(write, S);
  const auto at = [&](const Op &op) {
    MemRef mem;
    mem.pattern = op.mem.pattern;
    for (unsigned s = 0; s < op.mem.subs.size(); ++s)
      mem.subs.push_back(index(op.mem.subs[s]) + index(op.mem.laneSteps[0][s]) * row +
                         index(op.mem.laneSteps[1][s]) * column);
    return mem;
  };
  const auto isInside = [&] {
    const Op &live = *S.definitionOf(mask);
    const auto inside = [&](const IndexExpr &place, ValueId left) {
      const Op *definition = S.definitionOf(left);
      const ValueId end =
          definition && definition->kind == OpKind::IndexValue ? B.index(index(definition->index)) : scalar(left);
      return B.create(OpKind::CmpLt, Truth, {B.index(place), end});
    };
    const ValueId isRow = inside(row, live.operands[0]), isColumn = inside(column, live.operands[1]);
    return B.create(OpKind::And, Truth, {isRow, isColumn});
  };
  const VectorType element = VectorType::scalar(type.element);

  // A few steps, the same for all threads: all reads before the first write, so that they wait for memory together.
  // Outside of loops other blocks run meanwhile, the more of them the fewer registers a thread has.
  const int64_t step = isWide ? 1 : threads / columns;
  if (IsInLoop && !isWide && rows % step == 0 && rows / step <= MostCopies) {
    Values values;
    llvm::SmallVector<std::pair<IndexExpr, ValueId>, 8> steps;
    const IndexExpr first = row;
    for (int64_t r = 0; r < rows; r += step) {
      row = first + IndexExpr(r);
      const ValueId live = mask == None ? None : isInside();
      steps.push_back({row, live});
      if (live == None || isShared(read)) {
        values.push_back(B.transferRead(element, at(read)));
        continue;
      }
      const ValueId padding = scalar(read.operands.back());
      const OpId id = B.ifOp(live, {element});
      const BlockId outer = B.block();
      B.setBlock(R.ops[id].blocks[0]);
      B.yield({B.transferRead(element, at(read))});
      B.setBlock(R.ops[id].blocks[1]);
      B.yield({padding});
      B.setBlock(outer);
      values.push_back(R.ops[id].results[0]);
    }
    nameRegisters(values, S.arrays[S.patterns[read.mem.pattern].array].name);
    for (size_t s = 0; s < steps.size(); ++s) {
      row = steps[s].first;
      const auto put = [&] { B.transferWrite(values[s], at(write)); };
      if (steps[s].second != None && isShared(read))
        onlyIf(steps[s].second, put);
      else
        put();
    }
    Counters = counters;
    return;
  }

  llvm::SmallVector<BlockId, 2> outside;
  const auto loopOver = [&](IndexExpr &place, int64_t end, int64_t by, const char *name) {
    const OpId loop = B.forLoop(B.index(place), constant(end), constant(by), {}, name);
    outside.push_back(B.block());
    B.setBlock(R.ops[loop].blocks[0]);
    place = IndexExpr::symbol(R.blocks[B.block()].arguments[0]);
  };
  loopOver(row, rows, step, "r");
  if (isWide)
    loopOver(column, columns, threads, "c");
  const auto move = [&] { B.transferWrite(B.transferRead(element, at(read)), at(write)); };
  if (mask != None)
    onlyIf(isInside(), move);
  else
    move();
  for (BlockId block : llvm::reverse(outside)) {
    B.yield({});
    B.setBlock(block);
  }
  Counters = counters;
}

MemRef Distributor::place(const Op &op, size_t r, llvm::ArrayRef<Values> indexVectors) {
  MemRef mem;
  mem.pattern = op.mem.pattern;
  mem.nontemporal = op.mem.nontemporal;
  for (unsigned s = 0; s < op.mem.subs.size(); ++s) {
    IndexExpr sub = index(op.mem.subs[s]);
    for (unsigned d = 0; d < op.mem.laneSteps.size(); ++d) {
      IndexExpr lane(offset(d, r));
      // The counters that move other accesses along are those of the thread; a tile knows none.
      if (isShared(op))
        lane += IndexExpr(Dims[d].mapping.vector) * IndexExpr::symbol(ThreadIds[Dims[d].mapping.axis]);
      sub += index(op.mem.laneSteps[d][s]) * lane;
    }
    mem.subs.push_back(std::move(sub));
  }
  for (unsigned i = 0; i < op.mem.indirectSubs.size(); ++i)
    mem.subs[op.mem.indirectSubs[i]] += IndexExpr::symbol(at(indexVectors[i], r));
  return mem;
}

size_t Distributor::registersOf(const Op &op) const {
  bool moves = !op.mem.indirectSubs.empty();
  for (unsigned d = 0; d < op.mem.laneSteps.size(); ++d)
    moves |= Dims[d].mapping.registers > 1 &&
             llvm::any_of(op.mem.laneSteps[d], [](const IndexExpr &step) { return !step.isZero(); });
  return moves ? registerCount() : 1;
}

void Distributor::read(const Op &op) {
  if (!isVectorOp(op))
    return copyScalar(op);
  const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
  const std::string &hint = S.values[op.results[0]].name;
  const std::vector<Values> indices = indexVectors(op, 0);
  Values masks = {None};
  ValueId padding = None;
  if (const ValueId mask = maskOf(op, S); mask != None) {
    masks = registers(mask);
    padding = scalar(op.operands.back());
  }
  const bool isMasked = llvm::any_of(masks, [&](ValueId m) { return m != None && !isTrue(m); });
  Values values;
  if (const unsigned vector = vectorOf(op); vector > 1 && !isMasked) {
    Op load;
    load.kind = OpKind::Load;
    load.mem = place(op, 0, indices);
    const OpId id = B.append(std::move(load), {VectorType::vector(vector, type.element)}, hint);
    const ValueId whole = R.ops[id].results[0];
    for (unsigned r = 0; r < vector; ++r) {
      Op extract;
      extract.kind = OpKind::Extract;
      extract.operands = {whole};
      extract.ints = {r};
      values.push_back(R.ops[B.append(std::move(extract), {type})].results[0]);
    }
    Map[op.results[0]] = std::move(values);
    return;
  }
  const size_t count = isMasked ? std::max(registersOf(op), masks.size()) : registersOf(op);
  for (size_t r = 0; r < count; ++r) {
    const MemRef mem = place(op, r, indices);
    const ValueId mask = at(masks, r);
    if (mask == None || isTrue(mask)) {
      values.push_back(B.transferRead(type, mem, {}, None, None, hint));
      continue;
    }
    const OpId id = B.ifOp(mask, {type});
    const BlockId outer = B.block();
    B.setBlock(R.ops[id].blocks[0]);
    B.yield({B.transferRead(type, mem, {}, None, None, hint)});
    B.setBlock(R.ops[id].blocks[1]);
    B.yield({padding});
    B.setBlock(outer);
    values.push_back(R.ops[id].results[0]);
  }
  nameRegisters(values, hint);
  Map[op.results[0]] = std::move(values);
}

void Distributor::write(const Op &op) {
  if (!isVectorOp(op)) {
    if (IsRow)
      return byFirstThread([&] { copyScalar(op); });
    return copyScalar(op);
  }
  const Values values = registers(op.operands[0]);
  const std::vector<Values> indices = indexVectors(op, 1);
  Values masks = {None};
  if (const ValueId mask = maskOf(op, S); mask != None)
    masks = registers(mask);
  const bool isMasked = llvm::any_of(masks, [&](ValueId m) { return m != None && !isTrue(m); });
  if (const unsigned vector = vectorOf(op); vector > 1 && !isMasked) {
    Op whole;
    whole.kind = OpKind::FromLanes;
    for (unsigned r = 0; r < vector; ++r)
      whole.operands.push_back(at(values, r));
    const VectorType type = VectorType::vector(vector, S.typeOf(op.operands[0]).element);
    const ValueId joined = R.ops[B.append(std::move(whole), {type})].results[0];
    Op store;
    store.kind = OpKind::Store;
    store.operands = {joined};
    store.mem = place(op, 0, indices);
    B.append(std::move(store));
    return;
  }
  for (size_t r = 0; r < registerCount(); ++r) {
    const MemRef mem = place(op, r, indices);
    const ValueId mask = at(masks, r);
    if (mask == None || isTrue(mask))
      B.transferWrite(at(values, r), mem);
    else
      onlyIf(mask, [&] { B.transferWrite(at(values, r), mem); });
  }
}

} // namespace vecify
