// Step: loops along rows, of which each lane has its own, run as many iterations at once as a register has elements.
//
//     for %j = 0 to %n step 1 {                          %main = and %n, -8
//       %a = transfer_read a[%j] lanes(%m) : 8xf32       for %j = 0 to %main step 8 {
//       ...                                                %a0 = transfer_read a[%j] lanes(%m)
//     }                                                    ...                                       iteration %j
//                                                  ->      %a1 = transfer_read a[%j + 1] lanes(%m)
//                                                          ...                                       iteration %j + 1
//                                                        }
//                                                        for %j = %main to %n step 1 { ... }
//
// The accesses of all iterations lie side by side then, and group-transposed makes whole ones of them. Every iteration
// does what it did, one after the other. What is read and written at one place meets no other iteration as long as
// lanes are further apart than so many iterations: else %main is where the loop begins.
#include "GroupInterleaved/Groups.h"
#include "Match.h"
#include "Steps.h"
#include "WriteOut.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class AlongRows {
public:
  AlongRows(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    for (const Op &op : S.ops) {
      RowSets = std::max<unsigned>(RowSets, op.mem.rowSet);
      if (op.kind == OpKind::For)
        if (const int64_t copies = copiesOf(op); copies > 1)
          Chosen[op.id] = {copies, updatedInPlace(op, copies)};
    }
  }
  bool hasWork() const { return !Chosen.empty(); }

  bool rewrite(const Op &loop, Rewriter &rewriter) {
    const auto found = Chosen.find(loop.id);
    if (found == Chosen.end())
      return false;
    const Choice &choice = found->second;
    if (!choice.inPlace.empty())
      ++RowSets;
    const ValueId from = rewriter.mapped(loop.operands[0]), to = rewriter.mapped(loop.operands[1]);
    const ValueId main = endOfMain(loop, from, to, choice, rewriter);
    llvm::SmallVector<ValueId, 4> carried;
    for (ValueId init : llvm::ArrayRef(loop.operands).drop_front(3))
      carried.push_back(rewriter.mapped(init));
    carried = emit(loop, from, main, choice, carried, rewriter);
    if (main != to)
      carried = emit(loop, main, to, {}, carried, rewriter);
    for (size_t c = 0; c < carried.size(); ++c)
      rewriter.map(loop.results[c], carried[c]);
    return true;
  }

  /// Polynomials in the loops' own counters: `%j + 1` is no value of its own in them.
  void fold(Function &f) const {
    substituteSymbols(f, [&](SymbolId s) {
      const auto found = Counters.find(s);
      return found == Counters.end() ? std::nullopt : std::optional(found->second);
    });
  }

private:
  struct Choice {
    int64_t copies = 1;     ///< iterations at once
    std::set<OpId> inPlace; ///< accesses that meet those of the same iteration only
  };

  /// Registers of vectors that are written out at most, and iterations.
  static constexpr int64_t MostRegisters = 96, MostCopies = 16;

  /// Iterations at once; 1 where that would gain nothing.
  int64_t copiesOf(const Op &loop) const {
    const Block &body = S.blocks[loop.blocks[0]];
    if (loop.mayStop || splatInt(S, loop.operands[2]) != 1)
      return 1;
    int64_t copies = 0, registers = 0;
    for (OpId id : body.ops) {
      const Op &op = S.ops[id];
      if (!op.blocks.empty())
        return 1;
      if (const int64_t own = elementsAlong(op, body.arguments[0]))
        copies = copies == 0 ? own : std::min(copies, own);
      registers += registersOf(op);
    }
    const std::optional<int64_t> from = splatInt(S, loop.operands[0]), to = splatInt(S, loop.operands[1]);
    const bool isTooShort = from && to && *to - *from < copies;
    return copies < 2 || isTooShort || copies * registers > MostRegisters ? 1 : copies;
  }

  /// Of an access whose lanes lie further apart than so many iterations: elements of a register. 0 of all others.
  int64_t elementsAlong(const Op &op, ValueId counter) const {
    if ((op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite) || hasMask(op, S) ||
        !op.mem.indirectSubs.empty())
      return 0;
    const VectorType type = accessType(S, op);
    if (type.rank() != 1)
      return 0;
    const int64_t size = bytesOf(type.element);
    const IndexExpr address = S.byteAddress(op.mem);
    const std::optional<int64_t> move =
        address.degreeIn(counter) == 1 ? address.coefficientOf(counter).asConstant() : std::nullopt;
    if (!move || std::abs(*move) != size)
      return 0;
    const int64_t elements = std::min(MostCopies, nativeLanes(T, O, type.element, type.lanes()));
    const std::optional<int64_t> apart = S.laneStrideBytes(op.mem, 0).asConstant();
    const bool isTurnedAround = elements * size >= 16 && T.find(OpKind::Shuffle, type.element, unsigned(elements));
    return isTurnedAround && !(apart && std::abs(*apart) < elements * size) ? elements : 0;
  }

  /// Accesses of places that the iteration stores to, if all of those are the same ones, and their lanes as far apart.
  std::set<OpId> updatedInPlace(const Op &loop, int64_t copies) const {
    if (RowSets + Chosen.size() >= UINT8_MAX)
      return {};
    const Block &body = S.blocks[loop.blocks[0]];
    std::set<OpId> result;
    std::optional<IndexExpr> apart;
    for (OpId store : body.ops) {
      const Op &write = S.ops[store];
      if (!isMemoryWrite(write.kind))
        continue;
      for (OpId id : body.ops) {
        const Op &op = S.ops[id];
        if (!isMemory(op.kind) || !mayOverlap(S, write, op))
          continue;
        if (elementsAlong(write, body.arguments[0]) < copies || elementsAlong(op, body.arguments[0]) < copies ||
            op.mem.rowSet != 0 || !haveSameLanes(S, write, op) || !(S.byteAddress(write.mem) == S.byteAddress(op.mem)))
          return {};
        const IndexExpr stride = S.laneStrideBytes(op.mem, 0);
        if (apart && !(*apart == stride))
          return {};
        apart = stride;
        result.insert({store, id});
      }
    }
    return result;
  }

  int64_t registersOf(const Op &op) const {
    const VectorType *type = op.results.empty() ? nullptr : &S.typeOf(op.results[0]);
    if (!type || type->isScalar() || op.kind == OpKind::Broadcast || op.kind == OpKind::FpFence)
      return 0;
    return type->lanes() / nativeLanes(T, O, type->element, minorLanes(*type));
  }

  /// A multiple of `by` from `from` on; never before that.
  ValueId endOfMain(const Op &loop, ValueId from, ValueId to, const Choice &choice, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const Function &f = b.function();
    const int64_t by = choice.copies;
    const VectorType index = VectorType::scalar(ScalarType::Index);
    const std::string name = S.values[S.blocks[loop.blocks[0]].arguments[0]].name + "_main";
    const auto polynomial = [&](ValueId v) {
      const Op *op = definedBy(f, v, OpKind::IndexValue);
      return op ? op->index : IndexExpr::symbol(v);
    };
    const IndexExpr first = polynomial(from), count = polynomial(to) - first;
    const std::optional<IndexExpr> apart = mustBeApart(choice);
    ValueId some;
    if (const std::optional<int64_t> constant = count.asConstant()) {
      if (!apart && *constant % by == 0)
        return to;
      some = b.index(IndexExpr(*constant / by * by));
    } else {
      const ValueId whole = b.create(OpKind::And, index, {b.index(count), b.constant(index, -by)});
      some = b.create(OpKind::Max, index, {b.constant(index, 0), whole}, first.isZero() && !apart ? name : "");
    }
    if (apart) {
      const ValueId isApart = b.create(OpKind::CmpGe, VectorType::scalar(ScalarType::I1),
                                       {b.index(rewriter.mapped(*apart)), b.constant(index, by)});
      some = b.create(OpKind::Select, index, {isApart, some, b.constant(index, 0)}, first.isZero() ? name : "");
    }
    return first.isZero() ? some : b.index(first + IndexExpr::symbol(some), name);
  }

  /// How many elements apart lanes are that must not be too near to each other, where that is not known.
  std::optional<IndexExpr> mustBeApart(const Choice &choice) const {
    if (choice.inPlace.empty())
      return std::nullopt;
    const Op &op = S.ops[*choice.inPlace.begin()];
    const IndexExpr stride = S.laneStrideBytes(op.mem, 0);
    return stride.asConstant() ? std::nullopt : stride.dividedBy(bytesOf(accessType(S, op).element));
  }

  llvm::SmallVector<ValueId, 4> emit(const Op &loop, ValueId from, ValueId to, const Choice &choice,
                                     llvm::ArrayRef<ValueId> inits, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const Block &body = S.blocks[loop.blocks[0]];
    const auto [loc, fp] = std::pair(b.loc, b.fp);
    const OpId id = b.forLoop(from, to, b.index(IndexExpr(choice.copies)), inits, S.values[body.arguments[0]].name);
    const BlockId outer = b.block();
    const BlockId inside = b.function().ops[id].blocks[0];
    b.setBlock(inside);
    const llvm::SmallVector<ValueId, 4> arguments(b.function().blocks[inside].arguments.begin(),
                                                  b.function().blocks[inside].arguments.end());
    llvm::SmallVector<ValueId, 4> carried(llvm::drop_begin(arguments));
    for (int64_t copy = 0; copy < choice.copies; ++copy) {
      const IndexExpr counter = IndexExpr::symbol(arguments[0]) + IndexExpr(copy);
      const ValueId value = copy == 0 ? arguments[0] : b.index(counter);
      if (copy > 0)
        Counters[value] = counter;
      carried = writeIteration(loop, value, carried, rewriter, [&](const Op &op, Rewriter &r) {
        r.copy(op);
        if (choice.inPlace.count(op.id)) {
          MemRef &mem = b.function().ops[b.function().blocks[inside].ops.back()].mem;
          mem.rowSet = uint8_t(RowSets);
          mem.row = uint8_t(copy);
        }
        return true;
      });
    }
    b.yield(carried);
    b.setBlock(outer);
    b.loc = loc;
    b.fp = fp;
    const auto &results = b.function().ops[id].results;
    return {results.begin(), results.end()};
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::map<OpId, Choice> Chosen;
  unsigned RowSets = 0;                  ///< in use
  std::map<ValueId, IndexExpr> Counters; ///< values of the result that are a counter and a constant
};

} // namespace

llvm::Expected<Function> unrollAlongRows(const Function &f, const Target &target, const LowerOptions &options) {
  AlongRows step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  Function result = rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); });
  step.fold(result);
  return sweep(std::move(result));
}

} // namespace vecify
