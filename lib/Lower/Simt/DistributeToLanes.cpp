// Step: super-vectors of a GPU's blocks become scalars of its threads.
//
//     for %i = 0 to %n step 1024 [0, 256, 4, 4, 1] {        launch %blocks, 1, 1 (%bx, .., %tx, ..) [256, 1, 1] {
//       %x = transfer_read x[%i] .. : 1024xf32        ->      for %i = 1024 * %bx + 4 * %tx to %n step 1024 * %blocks {
//       transfer_write %x, y[%i] ..                             if %i + 4 <= %n { four elements at once }
//     }                                                         else { one after the other }
//
// Lane l of a dim of `threads * registers` lanes is held by thread (l / vector) % threads. What is known of a lane
// beside its thread is a constant: a register. So an op on a super-vector becomes one scalar op a register, a value
// that is the same in all lanes stays one scalar, and a counter of a mapped loop becomes the counter of the thread.
//
// Where the threads of a block must all arrive (barriers, sums over a block), loops run the same for all of them and
// memory ops are masked one by one; elsewhere a thread's own loop bounds leave no lane that is off.
//
// A sum over a grid is taken apart by whom it meets: registers, block, partial sums of all blocks in memory, and a
// second launch of one block for these. The number of blocks depends on the trip count only, so the order is always the
// same.
#include "Distributor.h"

namespace vecify {

Distributor::Distributor(const Function &source) : S(source), B(R, 0), Map(source.values.size()) {
  R.name = S.name;
  R.counter = S.counter;
  R.results = S.results;
  R.coversAll = S.coversAll;
  R.arrays = S.arrays;
  for (Parameter parameter : S.parameters) {
    const Value &old = S.values[parameter.value];
    const ValueId value = R.addValue(old.type, old.name);
    Map[parameter.value] = {value};
    parameter.value = value;
    R.parameters.push_back(std::move(parameter));
  }
  for (MemPattern pattern : S.patterns) {
    for (IndexExpr &stride : pattern.strideBytes)
      stride = index(stride);
    R.patterns.push_back(std::move(pattern));
  }
  for (RuntimeGuard guard : S.guards) {
    guard.mapExprs([&](const IndexExpr &e) { return index(e); });
    R.guards.push_back(std::move(guard));
  }
  for (CopyRange copy : S.copies) {
    for (auto *ends : {&copy.lower, &copy.upper})
      for (IndexExpr &end : *ends)
        end = index(end);
    R.copies.push_back(std::move(copy));
  }
  findCopies();
  R.work = index(S.work);
  R.trip = index(S.trip);
  R.body = R.addBlock();
  B.setBlock(R.body);
}

IndexExpr Distributor::index(const IndexExpr &expr) const {
  return expr.substituteAll([&](SymbolId s) {
    if (const auto counter = Counters.find(s); counter != Counters.end())
      return counter->second;
    assert(!Map[s].empty() && "a symbol without a value");
    return IndexExpr::symbol(Map[s][0]);
  });
}

Values Distributor::registers(ValueId old) {
  if (Map[old].empty()) {
    const Op *op = S.definitionOf(old);
    assert(op && "a value that is not there yet");
    deviceOp(*op);
  }
  return Map[old];
}

void Distributor::hostBlock(BlockId block) {
  const std::vector<OpId> &ops = S.blocks[block].ops;
  for (size_t p = 0; p < ops.size(); ++p) {
    const Op &op = S.ops[ops[p]];
    B.loc = op.loc;
    B.fp = op.fp;
    if (mappingOf(op)) {
      launch(op, llvm::ArrayRef(ops).drop_front(p + 1));
    } else if (op.kind == OpKind::If) {
      hostIf(op);
    } else if (!isVectorOp(op)) {
      copyScalar(op);
    }
  }
}

void Distributor::hostIf(const Op &op) {
  llvm::SmallVector<VectorType, 4> types;
  for (ValueId v : op.results)
    types.push_back(S.typeOf(v));
  const OpId id = B.ifOp(scalar(op.operands[0]), types);
  const BlockId outer = B.block();
  for (unsigned side = 0; side < 2; ++side) {
    B.setBlock(R.ops[id].blocks[side]);
    hostBlock(op.blocks[side]);
  }
  B.setBlock(outer);
  for (unsigned r = 0; r < op.results.size(); ++r) {
    Map[op.results[r]] = {R.ops[id].results[r]};
    name(R.ops[id].results[r], S.values[op.results[r]].name);
  }
}

void Distributor::copyScalar(const Op &op) {
  if (!op.results.empty() && !Map[op.results[0]].empty())
    return; // a combined sum
  Op copy = op;
  copy.results.clear();
  for (ValueId &operand : copy.operands)
    operand = scalar(operand);
  copy.index = index(op.index);
  for (IndexExpr &sub : copy.mem.subs)
    sub = index(sub);
  llvm::SmallVector<VectorType, 1> types;
  for (ValueId v : op.results)
    types.push_back(S.typeOf(v));
  const OpId id = B.append(std::move(copy), types);
  R.ops[id].fp = op.fp;
  for (unsigned r = 0; r < op.results.size(); ++r) {
    Map[op.results[r]] = {R.ops[id].results[r]};
    name(R.ops[id].results[r], S.values[op.results[r]].name);
  }
}

llvm::Expected<Function> distributeToLanes(const Function &f, const Target &, const LowerOptions &) {
  return Distributor(f).run();
}

} // namespace vecify
