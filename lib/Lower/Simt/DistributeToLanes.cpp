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
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Builder.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace vecify {

namespace {

using Values = llvm::SmallVector<ValueId, 4>;
constexpr ValueId None = ~0u;
const VectorType Index = VectorType::scalar(ScalarType::Index), Truth = VectorType::scalar(ScalarType::I1);

/// Blocks of a grid whose partial results are combined: a wave on large devices, few enough for one block to combine.
constexpr int64_t MostPartials = 1024, CombiningThreads = 256;
/// What CUDA allows along y and z.
constexpr int64_t MostBlocksAlongYZ = 65535;

/// A dim of the values of a block.
struct Dim {
  ValueId counter; ///< of the source's loop
  LoopMapping mapping;
  IndexExpr ofThread; ///< the counter's value in lane 0 of this thread
  IndexExpr ofBlock;  ///< and in lane 0 of the block, where that is needed
};

class Distributor {
public:
  explicit Distributor(const Function &source) : S(source), B(R, 0), Map(source.values.size()) {
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
      guard.expr = index(guard.expr);
      for (auto *ends : {&guard.lowerA, &guard.upperA, &guard.lowerB, &guard.upperB})
        for (IndexExpr &end : *ends)
          end = index(end);
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

  llvm::Expected<Function> run() {
    hostBlock(S.body);
    return sweep(std::move(R));
  }

private:
  // -- values

  IndexExpr index(const IndexExpr &expr) const {
    return expr.substituteAll([&](SymbolId s) {
      if (const auto counter = Counters.find(s); counter != Counters.end())
        return counter->second;
      assert(!Map[s].empty() && "a symbol without a value");
      return IndexExpr::symbol(Map[s][0]);
    });
  }

  /// All registers of a value; one where they are the same. Vectors that are made of scalars outside of the launch are
  /// made again where they are needed.
  Values registers(ValueId old) {
    if (Map[old].empty()) {
      const Op *op = S.definitionOf(old);
      assert(op && "a value that is not there yet");
      deviceOp(*op);
    }
    return Map[old];
  }
  ValueId at(const Values &values, size_t r) const { return values.size() == 1 ? values[0] : values[r]; }
  ValueId scalar(ValueId old) {
    const Values values = registers(old);
    assert(values.size() == 1 && "not the same in all lanes");
    return values[0];
  }

  bool isTrue(ValueId v) const {
    const Op *op = R.definitionOf(v);
    return op && op->kind == OpKind::Constant && R.typeOf(v) == Truth && op->intValue;
  }

  ValueId constant(int64_t value) { return B.index(IndexExpr(value)); }
  IndexExpr symbol(ValueId v) const {
    const Op *op = R.definitionOf(v);
    return op && op->kind == OpKind::IndexValue && R.typeOf(v) == Index ? op->index : IndexExpr::symbol(v);
  }

  void name(ValueId v, llvm::StringRef hint) {
    if (R.values[v].name.empty())
      R.values[v].name = hint.str();
  }

  // -- the host's part

  bool isVectorOp(const Op &op) const {
    const auto isVector = [&](ValueId v) { return !S.typeOf(v).isScalar(); };
    return llvm::any_of(op.operands, isVector) || llvm::any_of(op.results, isVector);
  }

  void hostBlock(BlockId block) {
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

  void hostIf(const Op &op) {
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

  /// An op on scalars without blocks.
  void copyScalar(const Op &op) {
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

  // -- a launch

  /// The loops over blocks: `outermost`, and what is directly inside.
  std::vector<const Op *> gridLoops(const Op &outermost) const {
    std::vector<const Op *> loops = {&outermost};
    for (bool found = true; found;) {
      found = false;
      for (OpId id : S.blocks[loops.back()->blocks[0]].ops)
        if (const auto mapping = mappingOf(S.ops[id]); mapping && mapping->isGrid) {
          loops.push_back(&S.ops[id]);
          found = true;
          break;
        }
    }
    return loops;
  }

  void forEachLoop(const Op &op, llvm::function_ref<void(const LoopMapping &)> visit) const {
    if (const auto mapping = mappingOf(op))
      visit(*mapping);
    for (BlockId block : op.blocks)
      for (OpId id : S.blocks[block].ops)
        forEachLoop(S.ops[id], visit);
  }

  bool holds(const Op &op, llvm::function_ref<bool(const Op &)> is) const {
    return is(op) || llvm::any_of(op.blocks, [&](BlockId block) {
             return llvm::any_of(S.blocks[block].ops, [&](OpId id) { return holds(S.ops[id], is); });
           });
  }

  /// A bound of a mapped loop, which depends on nothing inside the launch.
  IndexExpr bound(ValueId old) const {
    const Op *op = S.definitionOf(old);
    return op && op->kind == OpKind::IndexValue ? index(op->index) : IndexExpr::symbol(Map[old][0]);
  }

  void launch(const Op &outermost, llvm::ArrayRef<OpId> rest) {
    const std::vector<const Op *> loops = gridLoops(outermost);
    int64_t threads[3] = {1, 1, 1};
    forEachLoop(outermost,
                [&](const LoopMapping &m) { threads[m.axis] = std::max<int64_t>(threads[m.axis], m.threads); });
    const bool isCombined = !outermost.results.empty();
    ValueId extents[3] = {None, None, None};
    static constexpr const char *names[] = {"blocks", "blocks_y", "blocks_z"};
    for (const Op *loop : loops) {
      const LoopMapping m = *mappingOf(*loop);
      const IndexExpr trip = bound(loop->operands[1]) - bound(loop->operands[0]);
      ValueId count = B.index(trip + IndexExpr(m.lanes() - 1));
      if (m.lanes() > 1)
        count = B.create(OpKind::Div, Index, {count, B.constant(Index, m.lanes())});
      if (isCombined || m.axis > 0)
        count = B.create(OpKind::Min, Index, {count, B.constant(Index, isCombined ? MostPartials : MostBlocksAlongYZ)});
      R.values[count].name = names[m.axis];
      extents[m.axis] = count;
    }
    for (ValueId &extent : extents)
      if (extent == None)
        extent = constant(1);
    const BlockId host = beginLaunch(extents, threads);
    MeetsInside = holds(outermost, [](const Op &op) {
      const auto mapping = mappingOf(op);
      return op.kind == OpKind::Barrier || (mapping && mapping->registers > mapping->vector);
    });
    IsRow = llvm::none_of(loops, [](const Op *loop) { return mappingOf(*loop)->lanes() > 1; });
    Dims.clear();
    gridLoop(loops, 0);
    // What is made of the lanes' results belongs to the device up to where it is one value.
    Sums.clear();
    for (OpId id : rest)
      if (isVectorOp(S.ops[id]) && llvm::any_of(S.ops[id].operands, [&](ValueId v) { return isOfDevice(v); }))
        S.ops[id].kind == OpKind::Reduce ? partialSum(S.ops[id]) : deviceOp(S.ops[id]);
    endLaunch(host);
    if (!Sums.empty())
      combine(extents[0]);
    // Vectors of this launch mean nothing to the next.
    for (ValueId v = 0; v < Map.size(); ++v)
      if (!S.typeOf(v).isScalar())
        Map[v].clear();
    for (ValueId v : InDevice)
      Map[v].clear();
    InDevice.clear();
    Counters.clear();
  }

  bool isOfDevice(ValueId v) const { return !S.typeOf(v).isScalar() && !Map[v].empty(); }

  BlockId beginLaunch(llvm::ArrayRef<ValueId> extents, llvm::ArrayRef<int64_t> threads) {
    Op op;
    op.kind = OpKind::Launch;
    op.operands.assign(extents.begin(), extents.end());
    op.ints.assign(threads.begin(), threads.end());
    const BlockId body = R.addBlock(), host = B.block();
    op.blocks = {body};
    static constexpr const char *names[] = {"bx", "by", "bz", "tx", "ty", "tz"};
    for (unsigned a = 0; a < 6; ++a) {
      const ValueId v = R.addValue(Index, names[a]);
      R.blocks[body].arguments.push_back(v);
      (a < 3 ? BlockIds[a] : ThreadIds[a - 3]) = v;
    }
    B.append(std::move(op));
    B.setBlock(body);
    std::copy(extents.begin(), extents.end(), Extents);
    std::copy(threads.begin(), threads.end(), Threads);
    InLaunch = true;
    return host;
  }

  void endLaunch(BlockId host) {
    B.yield({});
    B.setBlock(host);
    InLaunch = false;
  }

  /// The number of this thread in its block.
  IndexExpr threadNumber() const {
    IndexExpr number = IndexExpr::symbol(ThreadIds[0]);
    if (Threads[1] > 1)
      number += IndexExpr(Threads[0]) * IndexExpr::symbol(ThreadIds[1]);
    if (Threads[2] > 1)
      number += IndexExpr(Threads[0] * Threads[1]) * IndexExpr::symbol(ThreadIds[2]);
    return number;
  }

  /// if (this is the first thread of the block) { ... }
  void byFirstThread(llvm::function_ref<void()> body) {
    const ValueId isFirst = B.create(OpKind::CmpEq, Truth, {B.index(threadNumber()), constant(0)});
    onlyIf(isFirst, body);
  }

  void onlyIf(ValueId condition, llvm::function_ref<void()> body) {
    const OpId id = B.ifOp(condition, {});
    const BlockId outer = B.block();
    B.setBlock(R.ops[id].blocks[1]);
    B.yield({});
    B.setBlock(R.ops[id].blocks[0]);
    body();
    B.yield({});
    B.setBlock(outer);
  }

  // -- loops

  size_t registerCount() const {
    size_t count = 1;
    for (const Dim &dim : Dims)
      count *= dim.mapping.registers;
    return count;
  }

  /// Lanes from the thread's first one to register `r` along dim `d` (row-major).
  int64_t offset(unsigned d, size_t r) const {
    for (unsigned inner = unsigned(Dims.size()) - 1; inner > d; --inner)
      r /= Dims[inner].mapping.registers;
    const LoopMapping &m = Dims[d].mapping;
    r %= m.registers;
    return int64_t(r / m.vector) * m.threads * m.vector + int64_t(r % m.vector);
  }

  void gridLoop(llvm::ArrayRef<const Op *> loops, unsigned n) {
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

  /// A loop over the lanes of a grid or of a row, each thread at its own; `body` builds all but the yield.
  void mappedLoop(const Op &op, llvm::function_ref<void()> body) {
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

  void nameRegisters(const Values &values, llvm::StringRef hint) {
    for (size_t r = 0; r < values.size(); ++r)
      R.values[values[r]].name = hint.empty() || values.size() == 1 ? hint.str() : (hint + std::to_string(r)).str();
  }

  Values yielded(const Op &op, llvm::ArrayRef<size_t> counts) {
    const Op &end = S.ops[S.blocks[op.blocks[0]].ops.back()];
    Values values;
    for (size_t c = 0; c < counts.size(); ++c) {
      const Values registers = this->registers(end.operands[c]);
      for (size_t r = 0; r < counts[c]; ++r)
        values.push_back(at(registers, r));
    }
    return values;
  }

  void bodyOf(const Op &op) {
    for (OpId id : S.blocks[op.blocks[0]].ops)
      if (S.ops[id].kind != OpKind::Yield)
        deviceOp(S.ops[id]);
  }

  /// What was computed in a block is not there outside, or when it is built again.
  void forgetBlock(BlockId block) {
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

  /// if (i + vector <= n) { whole vectors } else { for (; i < n; i++) one element, into the first registers }
  void vectorsOrElements(const Op &op, llvm::ArrayRef<size_t> counts) {
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

  /// A loop that every thread runs by itself; what it carries has a value a register.
  void innerLoop(const Op &op) {
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

  /// A branch that all lanes take together.
  void branch(const Op &op) {
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

  // -- ops of the device

  void deviceOp(const Op &op) {
    B.loc = op.loc;
    B.fp = op.fp;
    if (InLaunch)
      InDevice.insert(InDevice.end(), op.results.begin(), op.results.end());
    if (Copies.count(&op)) {
      if (op.kind == OpKind::TransferWrite)
        copyTile(op);
      return;
    }
    switch (op.kind) {
    case OpKind::For:
      if (mappingOf(op))
        return mappedLoop(op, [&] { bodyOf(op); });
      return innerLoop(op);
    case OpKind::If:
      return branch(op);
    case OpKind::TransferRead:
      return read(op);
    case OpKind::TransferWrite:
      return write(op);
    case OpKind::Reduce:
      Map[op.results[0]] = {sumOfBlock(op)};
      return;
    case OpKind::Constant:
    case OpKind::Broadcast:
      if (isVectorOp(op))
        return uniform(op);
      break;
    case OpKind::Iota:
      return lanes(op);
    case OpKind::CreateMask:
      return liveLanes(op);
    default:
      break;
    }
    if (!isVectorOp(op))
      return copyScalar(op);
    eachRegister(op);
  }

  void uniform(const Op &op) {
    const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
    if (op.kind == OpKind::Broadcast)
      Map[op.results[0]] = registers(op.operands[0]);
    else if (isFloat(type.element))
      Map[op.results[0]] = {B.constantFp(type, op.fpValue)};
    else
      Map[op.results[0]] = {B.constant(type, op.intValue)};
  }

  void lanes(const Op &op) {
    const unsigned dim = op.ints.size() > 2 ? unsigned(op.ints[2]) : unsigned(S.typeOf(op.results[0]).rank()) - 1;
    const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
    Values values;
    for (size_t r = 0; r < registerCount(); ++r)
      values.push_back(B.constant(type, op.ints[0] + op.ints[1] * offset(dim, r)));
    Map[op.results[0]] = std::move(values);
  }

  /// Threads whose loops end at the last lane have none that is off.
  void liveLanes(const Op &op) {
    Values values;
    for (size_t r = 0; MeetsInside && r < registerCount(); ++r) {
      ValueId live = None;
      for (unsigned d = 0; d < op.operands.size(); ++d) {
        const ValueId inside = B.create(OpKind::CmpLt, Truth, {constant(offset(d, r)), scalar(op.operands[d])});
        live = live == None ? inside : B.create(OpKind::And, Truth, {live, inside});
      }
      values.push_back(live);
    }
    if (!MeetsInside)
      values.push_back(B.constant(Truth, 1));
    Map[op.results[0]] = std::move(values);
  }

  void eachRegister(const Op &op) {
    std::vector<Values> operands;
    size_t count = 1;
    for (ValueId v : op.operands) {
      operands.push_back(registers(v));
      count = std::max(count, operands.back().size());
    }
    Values results;
    B.loc = op.loc;
    for (size_t r = 0; r < count; ++r) {
      Values at;
      for (const Values &values : operands)
        at.push_back(this->at(values, r));
      if (const std::optional<ValueId> known = ofTruths(op, at)) {
        results.push_back(*known);
        continue;
      }
      Op copy = op;
      copy.operands.assign(at.begin(), at.end());
      const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
      const OpId id = B.append(std::move(copy), {type});
      R.ops[id].fp = op.fp;
      results.push_back(R.ops[id].results[0]);
    }
    nameRegisters(results, S.values[op.results[0]].name);
    Map[op.results[0]] = std::move(results);
  }

  /// What a lane that is never off makes simpler.
  std::optional<ValueId> ofTruths(const Op &op, llvm::ArrayRef<ValueId> at) const {
    if (op.kind == OpKind::Select && isTrue(at[0]))
      return at[1];
    if (op.kind == OpKind::And && isTrue(at[0]))
      return at[1];
    if (op.kind == OpKind::And && isTrue(at[1]))
      return at[0];
    if (op.kind == OpKind::Or && (isTrue(at[0]) || isTrue(at[1])))
      return isTrue(at[0]) ? at[0] : at[1];
    return std::nullopt;
  }

  // -- tiles

  bool isShared(const Op &op) const {
    return op.mem.pattern != ~0u && S.arrays[S.patterns[op.mem.pattern].array].space == ArrayInfo::Shared;
  }

  /// A read that is written as it is, between shared memory and the other: by all threads, whichever lanes they hold.
  void findCopies() {
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

  /// for (row = ..; row < rows; row += ..) if (row < rows left && column < columns left) to[..] = from[..];
  void copyTile(const Op &write) {
    const Op &read = *S.definitionOf(write.operands[0]);
    const VectorType &type = S.typeOf(write.operands[0]);
    const int64_t rows = type.shape[0], columns = type.shape[1], threads = Threads[0] * Threads[1] * Threads[2];
    const std::map<ValueId, IndexExpr> counters = Counters;
    for (const Dim &dim : Dims)
      Counters[dim.counter] = dim.ofBlock;
    IndexExpr row, column;
    if (Threads[0] == columns) {
      column = IndexExpr::symbol(ThreadIds[0]);
      row = IndexExpr::symbol(ThreadIds[1]);
    } else {
      const ValueId number = B.index(threadNumber()), width = B.constant(Index, columns);
      row = IndexExpr::symbol(B.create(OpKind::Div, Index, {number, width}, "row"));
      column = IndexExpr::symbol(B.create(OpKind::Rem, Index, {number, width}, "column"));
    }
    const OpId loop =
        B.forLoop(B.index(row), constant(rows), constant(std::max<int64_t>(1, threads / columns)), {}, "r");
    const BlockId outer = B.block();
    B.setBlock(R.ops[loop].blocks[0]);
    row = IndexExpr::symbol(R.blocks[B.block()].arguments[0]);
    ValueId mask = maskOf(read, S);
    if (mask == None)
      mask = maskOf(write, S);
    const auto move = [&] {
      const auto at = [&](const Op &op) {
        MemRef mem;
        mem.pattern = op.mem.pattern;
        for (unsigned s = 0; s < op.mem.subs.size(); ++s)
          mem.subs.push_back(index(op.mem.subs[s]) + index(op.mem.laneSteps[0][s]) * row +
                             index(op.mem.laneSteps[1][s]) * column);
        return mem;
      };
      const ValueId value = B.transferRead(VectorType::scalar(type.element), at(read));
      B.transferWrite(value, at(write));
    };
    if (mask != None) {
      const Op &live = *S.definitionOf(mask);
      const auto inside = [&](const IndexExpr &place, ValueId left) {
        const Op *definition = S.definitionOf(left);
        const ValueId end =
            definition && definition->kind == OpKind::IndexValue ? B.index(index(definition->index)) : scalar(left);
        return B.create(OpKind::CmpLt, Truth, {B.index(place), end});
      };
      const ValueId isRow = inside(row, live.operands[0]), isColumn = inside(column, live.operands[1]);
      onlyIf(B.create(OpKind::And, Truth, {isRow, isColumn}), move);
    } else {
      move();
    }
    B.yield({});
    B.setBlock(outer);
    Counters = counters;
  }

  // -- memory

  MemRef place(const Op &op, size_t r, llvm::ArrayRef<Values> indexVectors) {
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

  /// Registers that the op tells apart.
  size_t registersOf(const Op &op) const {
    bool moves = !op.mem.indirectSubs.empty();
    for (unsigned d = 0; d < op.mem.laneSteps.size(); ++d)
      moves |= Dims[d].mapping.registers > 1 &&
               llvm::any_of(op.mem.laneSteps[d], [](const IndexExpr &step) { return !step.isZero(); });
    return moves ? registerCount() : 1;
  }

  std::vector<Values> indexVectors(const Op &op, unsigned first) {
    std::vector<Values> vectors;
    for (unsigned i = 0; i < op.mem.indirectSubs.size(); ++i)
      vectors.push_back(registers(op.operands[first + i]));
    return vectors;
  }

  /// Whole vectors of the thread's registers.
  unsigned vectorOf(const Op &op) const {
    if (Dims.size() != 1 || Dims[0].mapping.vector < 2 || Dims[0].mapping.registers != Dims[0].mapping.vector)
      return 1;
    return S.fillsVector(op, Dims[0].counter, Dims[0].mapping.vector) ? Dims[0].mapping.vector : 1;
  }

  void read(const Op &op) {
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

  void write(const Op &op) {
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

  // -- sums

  ValueId folded(const Op &op) {
    Values values = registers(op.operands[0]);
    const bool isTruth = R.typeOf(values[0]) == Truth;
    const VectorType type = isTruth ? VectorType::scalar(ScalarType::I32) : R.typeOf(values[0]);
    if (isTruth)
      for (ValueId &v : values)
        v = B.create(OpKind::Select, type, {v, B.constant(type, 1), B.constant(type, 0)});
    B.fp = op.fp;
    for (; values.size() > 1; values.resize((values.size() + 1) / 2)) {
      const size_t half = (values.size() + 1) / 2;
      for (size_t r = 0; r + half < values.size(); ++r)
        values[r] = B.create(opOf(op.combine), type, {values[r], values[r + half]});
    }
    return values[0];
  }

  ValueId blockReduce(ReductionKind combine, ValueId v, FpFlags fp) {
    Op op;
    op.kind = OpKind::BlockReduce;
    op.combine = combine;
    op.operands = {v};
    const OpId id = B.append(std::move(op), {R.typeOf(v)}, R.values[v].name);
    R.ops[id].fp = fp;
    return R.ops[id].results[0];
  }

  ValueId truthOf(ValueId v, const Op &op) {
    if (S.typeOf(op.results[0]) != Truth)
      return v;
    return B.create(OpKind::CmpNe, Truth, {v, B.constant(R.typeOf(v), 0)});
  }

  ValueId sumOfBlock(const Op &op) {
    // Behind the loop there are no lanes any more: the registers are those of what is reduced.
    const ValueId total = blockReduce(op.combine, folded(op), op.fp);
    name(total, S.values[op.results[0]].name);
    return truthOf(total, op);
  }

  struct Sum {
    const Op *op;
    VectorType type;
    uint32_t partials, total; ///< patterns
  };

  uint32_t scratch(unsigned n, ScalarType element, int64_t extent, llvm::StringRef what) {
    const auto key = std::make_tuple(n, element, extent);
    const auto known = Scratch.find(key);
    if (known != Scratch.end())
      return known->second;
    ArrayInfo array;
    array.name = (what + (n ? std::to_string(n + 1) : "")).str();
    array.element = element;
    array.space = ArrayInfo::Scratch;
    array.paramType = cSpelling(element).str() + " *";
    array.extents = {extent};
    array.alignment = bytesOf(element);
    for (uint32_t a = 0; a < R.arrays.size(); ++a)
      array.disjoint.push_back(a);
    MemPattern pattern;
    pattern.array = uint32_t(R.arrays.size());
    pattern.type = element;
    pattern.text = array.name + "[{0}]";
    pattern.strideBytes = {IndexExpr(bytesOf(element))};
    R.arrays.push_back(std::move(array));
    R.patterns.push_back(std::move(pattern));
    return Scratch[key] = uint32_t(R.patterns.size()) - 1;
  }

  MemRef element(uint32_t pattern, IndexExpr sub) {
    MemRef mem;
    mem.pattern = pattern;
    mem.subs = {std::move(sub)};
    return mem;
  }

  /// The result of one block to memory.
  void partialSum(const Op &op) {
    B.loc = op.loc;
    const ValueId total = blockReduce(op.combine, folded(op), op.fp);
    const VectorType type = R.typeOf(total);
    const unsigned n = unsigned(Sums.size());
    Sum sum{&op, type, scratch(n, type.element, MostPartials, "partials"), scratch(n, type.element, 1, "total")};
    byFirstThread([&] { B.transferWrite(total, element(sum.partials, IndexExpr::symbol(BlockIds[0]))); });
    Sums.push_back(sum);
  }

  /// A launch of one block that makes one value of the partial ones; the host reads it.
  void combine(ValueId count) {
    ValueId one = constant(1);
    const ValueId extents[3] = {one, one, one};
    const int64_t threads[3] = {CombiningThreads, 1, 1};
    const BlockId host = beginLaunch(extents, threads);
    for (const Sum &sum : Sums) {
      // An operator that has no neutral value starts from the first partial result, as often as it likes.
      const bool hasNeutral =
          !isFloat(sum.type.element) || sum.op->combine == ReductionKind::Add || sum.op->combine == ReductionKind::Mul;
      const ValueId start = hasNeutral ? neutral(sum.op->combine, sum.type)
                                       : B.transferRead(sum.type, element(sum.partials, IndexExpr(0)));
      const ValueId first = B.index(IndexExpr::symbol(ThreadIds[0]));
      const OpId id = B.forLoop(first, count, constant(CombiningThreads), {start}, "b");
      const BlockId outer = B.block(), inside = R.ops[id].blocks[0];
      const std::vector<ValueId> arguments = R.blocks[inside].arguments;
      R.values[arguments[1]].name = "sum";
      B.setBlock(inside);
      const ValueId next = B.transferRead(sum.type, element(sum.partials, IndexExpr::symbol(arguments[0])));
      B.fp = sum.op->fp;
      B.yield({B.create(opOf(sum.op->combine), sum.type, {arguments[1], next})});
      B.setBlock(outer);
      const ValueId total = blockReduce(sum.op->combine, R.ops[id].results[0], sum.op->fp);
      byFirstThread([&] { B.transferWrite(total, element(sum.total, IndexExpr(0))); });
    }
    endLaunch(host);
    for (const Sum &sum : Sums) {
      B.loc = sum.op->loc;
      const ValueId value = B.transferRead(sum.type, element(sum.total, IndexExpr(0)), {}, None, None, "total");
      Map[sum.op->results[0]] = {truthOf(value, *sum.op)};
    }
  }

  ValueId neutral(ReductionKind kind, const VectorType &type) {
    switch (kind) {
    case ReductionKind::Mul:
      return isFloat(type.element) ? B.constantFp(type, 1) : B.constant(type, 1);
    case ReductionKind::And:
      return B.constant(type, -1);
    case ReductionKind::Min:
      return B.constant(type, maxValue(type.element));
    case ReductionKind::Max:
      return B.constant(type, minValue(type.element));
    default:
      return isFloat(type.element) ? B.constantFp(type, -0.0) : B.constant(type, 0);
    }
  }

  const Function &S;
  Function R;
  Builder B;
  std::vector<Values> Map;               ///< per value of the source
  std::map<ValueId, IndexExpr> Counters; ///< of mapped loops: what the counter is in this thread
  std::vector<Dim> Dims;
  std::vector<ValueId> InDevice; ///< values that were mapped inside the launch
  bool InLaunch = false;
  bool MeetsInside = false; ///< all threads must arrive at some op of the loops
  bool IsRow = false;       ///< the blocks have no lanes of their own: what is one value, one thread writes
  ValueId BlockIds[3], ThreadIds[3], Extents[3];
  int64_t Threads[3];
  std::vector<Sum> Sums;
  std::set<const Op *> Copies; ///< reads, writes and masks that copyTile stands for
  std::map<std::tuple<unsigned, ScalarType, int64_t>, uint32_t> Scratch;
};

} // namespace

llvm::Expected<Function> distributeToLanes(const Function &f, const Target &, const LowerOptions &) {
  return Distributor(f).run();
}

} // namespace vecify
