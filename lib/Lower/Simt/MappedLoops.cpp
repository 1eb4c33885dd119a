// Loops and branches of a launch; see Distributor.h.
#include "Distributor.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

int64_t Distributor::offset(unsigned d, size_t r) const {
  for (unsigned inner = unsigned(Dims.size()) - 1; inner > d; --inner)
    r /= Dims[inner].mapping.registers;
  const LoopMapping &m = Dims[d].mapping;
  r %= m.registers;
  return int64_t(r / m.vector) * m.threads * m.vector + int64_t(r % m.vector);
}

void Distributor::gridLoop(llvm::ArrayRef<const Op *> loops, unsigned n) {
  if (n == loops.size())
    return;
  const Op &op = *loops[n];
  mappedLoop(op, [&] {
    const bool isLast = n + 1 == loops.size();
    for (OpId id : S.blocks[op.blocks[0]].ops) {
      const Op &inner = S.ops[id];
      if (!isLast && &inner == loops[n + 1])
        gridLoop(loops, n + 1);
      else if (inner.kind != OpKind::Yield)
        deviceOp(inner);
    }
  });
}

void Distributor::mappedLoop(const Op &op, llvm::function_ref<void()> body) {
  const LoopMapping m = *mappingOf(op);
  const ValueId counter = S.blocks[op.blocks[0]].arguments[0];
  const bool isInStep = MeetsInside && m.isGrid;
  const IndexExpr thread = IndexExpr(m.vector) * IndexExpr::symbol(ThreadIds[m.axis]);
  IndexExpr first = bound(op.operands[0]);
  if (m.isGrid)
    first += IndexExpr(m.lanes()) * IndexExpr::symbol(BlockIds[m.axis]);
  if (m.threads > 1 && !isInStep)
    first += thread;
  IndexExpr step(m.lanes());
  if (m.isGrid)
    step = step * IndexExpr::symbol(Extents[m.axis]);
  const ValueId lower = B.index(first), upper = B.index(bound(op.operands[1])), stride = B.index(step);

  Values inits;
  std::vector<size_t> counts;
  Dim dim{counter, m, {}, {}};
  if (m.lanes() > 1)
    Dims.push_back(dim);
  const size_t registersHere = registerCount();
  for (ValueId init : llvm::ArrayRef(op.operands).drop_front(3)) {
    const Values values = registers(init);
    counts.push_back(S.typeOf(init).isScalar() ? 1 : registersHere);
    for (size_t r = 0; r < counts.back(); ++r)
      inits.push_back(at(values, r));
  }
  const OpId id = B.forLoop(lower, upper, stride, inits, S.values[counter].name);
  const BlockId outer = B.block(), inside = R.ops[id].blocks[0];
  const std::vector<ValueId> arguments = R.blocks[inside].arguments;
  B.setBlock(inside);
  const IndexExpr here = IndexExpr::symbol(arguments[0]);
  if (m.lanes() > 1) {
    Dims.back().ofBlock = here;
    Dims.back().ofThread = isInStep && m.threads > 1 ? here + thread : here;
  }
  Counters[counter] = isInStep && m.threads > 1 ? here + thread : here;
  const auto &carried = S.blocks[op.blocks[0]].arguments;
  size_t next = 1;
  for (size_t c = 0; c < counts.size(); ++c) {
    Values &values = Map[carried[c + 1]];
    values.assign(arguments.begin() + next, arguments.begin() + next + counts[c]);
    nameRegisters(values, S.values[carried[c + 1]].name);
    next += counts[c];
  }
  const bool isVector = m.vector > 1 && !MeetsInside;
  if (isVector)
    vectorsOrElements(op, counts);
  else {
    body();
    B.yield(yielded(op, counts));
  }
  B.setBlock(outer);
  if (m.lanes() > 1)
    Dims.pop_back();
  next = 0;
  for (size_t c = 0; c < counts.size(); ++c) {
    Values &values = Map[op.results[c]];
    values.assign(R.ops[id].results.begin() + next, R.ops[id].results.begin() + next + counts[c]);
    nameRegisters(values, S.values[op.results[c]].name);
    next += counts[c];
  }
  Counters.erase(counter);
  if (!m.isGrid)
    forgetBlock(op.blocks[0]);
}

Values Distributor::yielded(const Op &op, llvm::ArrayRef<size_t> counts) {
  const Op &end = S.ops[S.blocks[op.blocks[0]].ops.back()];
  Values values;
  for (size_t c = 0; c < counts.size(); ++c) {
    const Values registers = this->registers(end.operands[c]);
    for (size_t r = 0; r < counts[c]; ++r)
      values.push_back(at(registers, r));
  }
  return values;
}

void Distributor::forgetBlock(BlockId block) {
  for (OpId id : S.blocks[block].ops) {
    for (ValueId v : S.ops[id].results)
      Map[v].clear();
    for (BlockId inner : S.ops[id].blocks) {
      for (ValueId v : S.blocks[inner].arguments)
        Map[v].clear();
      forgetBlock(inner);
    }
  }
}

void Distributor::vectorsOrElements(const Op &op, llvm::ArrayRef<size_t> counts) {
  const LoopMapping m = Dims.back().mapping;
  const ValueId counter = Dims.back().counter;
  const IndexExpr here = Dims.back().ofThread;
  const IndexExpr upper = bound(op.operands[1]);
  Values arguments;
  llvm::SmallVector<VectorType, 4> types;
  const auto &carried = S.blocks[op.blocks[0]].arguments;
  const std::vector<Values> before = Map;
  for (size_t c = 0; c < counts.size(); ++c)
    for (size_t r = 0; r < counts[c]; ++r) {
      arguments.push_back(Map[carried[c + 1]][r]);
      types.push_back(R.typeOf(arguments.back()));
    }
  const ValueId isWhole = B.create(OpKind::CmpLe, Truth, {B.index(here + IndexExpr(m.vector)), B.index(upper)});
  const OpId branch = B.ifOp(isWhole, types);
  const BlockId outer = B.block();
  B.setBlock(R.ops[branch].blocks[0]);
  bodyOf(op);
  B.yield(yielded(op, counts));

  // One element at a time: a thread's single register.
  Map = before;
  B.setBlock(R.ops[branch].blocks[1]);
  Dims.back().mapping.registers = Dims.back().mapping.vector = 1;
  Values firsts;
  for (size_t c = 0, next = 0; c < counts.size(); next += counts[c++])
    firsts.push_back(arguments[next]);
  const OpId tail = B.forLoop(B.index(here), B.index(upper), constant(1), firsts, S.values[counter].name);
  const BlockId side = B.block(), inside = R.ops[tail].blocks[0];
  const std::vector<ValueId> inner = R.blocks[inside].arguments;
  B.setBlock(inside);
  Dims.back().ofThread = Counters[counter] = IndexExpr::symbol(inner[0]);
  for (size_t c = 0; c < counts.size(); ++c)
    Map[carried[c + 1]] = {inner[c + 1]};
  bodyOf(op);
  B.yield(yielded(op, std::vector<size_t>(counts.size(), 1)));
  B.setBlock(side);
  Values after = arguments;
  for (size_t c = 0, next = 0; c < counts.size(); next += counts[c++])
    after[next] = R.ops[tail].results[c];
  B.yield(after);
  B.setBlock(outer);
  Map = before;
  Dims.back().mapping = m;
  Values results(R.ops[branch].results.begin(), R.ops[branch].results.end());
  for (size_t r = 0; r < results.size(); ++r)
    R.values[results[r]].name = R.values[arguments[r]].name;
  B.yield(results);
}

void Distributor::innerLoop(const Op &op) {
  llvm::SaveAndRestore<bool> inLoop(IsInLoop, true);
  Values inits;
  std::vector<size_t> counts;
  for (ValueId init : llvm::ArrayRef(op.operands).drop_front(3)) {
    const Values values = registers(init);
    counts.push_back(S.typeOf(init).isScalar() ? 1 : registerCount());
    for (size_t r = 0; r < counts.back(); ++r)
      inits.push_back(at(values, r));
  }
  const auto &carried = S.blocks[op.blocks[0]].arguments;
  const OpId id = B.forLoop(scalar(op.operands[0]), scalar(op.operands[1]), scalar(op.operands[2]), inits,
                            S.values[carried[0]].name);
  const BlockId outer = B.block(), inside = R.ops[id].blocks[0];
  const std::vector<ValueId> arguments = R.blocks[inside].arguments;
  B.setBlock(inside);
  Map[carried[0]] = {arguments[0]};
  size_t next = 1;
  for (size_t c = 0; c < counts.size(); ++c) {
    Map[carried[c + 1]].assign(arguments.begin() + next, arguments.begin() + next + counts[c]);
    nameRegisters(Map[carried[c + 1]], S.values[carried[c + 1]].name);
    next += counts[c];
  }
  bodyOf(op);
  B.yield(yielded(op, counts));
  B.setBlock(outer);
  forgetBlock(op.blocks[0]);
  next = 0;
  for (size_t c = 0; c < counts.size(); ++c) {
    Map[op.results[c]].assign(R.ops[id].results.begin() + next, R.ops[id].results.begin() + next + counts[c]);
    nameRegisters(Map[op.results[c]], S.values[op.results[c]].name);
    next += counts[c];
  }
}

void Distributor::branch(const Op &op) {
  std::vector<size_t> counts;
  llvm::SmallVector<VectorType, 4> types;
  for (ValueId v : op.results) {
    counts.push_back(S.typeOf(v).isScalar() ? 1 : registerCount());
    types.append(counts.back(), VectorType::scalar(S.typeOf(v).element));
  }
  const OpId id = B.ifOp(scalar(op.operands[0]), types);
  const BlockId outer = B.block();
  for (unsigned side = 0; side < 2; ++side) {
    B.setBlock(R.ops[id].blocks[side]);
    Values values;
    for (OpId inner : S.blocks[op.blocks[side]].ops) {
      if (S.ops[inner].kind != OpKind::Yield) {
        deviceOp(S.ops[inner]);
        continue;
      }
      for (size_t c = 0; c < counts.size(); ++c) {
        const Values all = registers(S.ops[inner].operands[c]);
        for (size_t r = 0; r < counts[c]; ++r)
          values.push_back(at(all, r));
      }
    }
    B.yield(values);
    forgetBlock(op.blocks[side]);
  }
  B.setBlock(outer);
  size_t next = 0;
  for (size_t c = 0; c < counts.size(); ++c) {
    Map[op.results[c]].assign(R.ops[id].results.begin() + next, R.ops[id].results.begin() + next + counts[c]);
    next += counts[c];
  }
}

} // namespace vecify
