// Dead code elimination: marks backwards from what has an effect, then copies
// what is marked.
//
//     %a = mul %x, %y       dropped: nobody uses it
//     %r = for .. { .. }    dropped too if it writes nothing and %r is unused
//
// A loop that stays carries on what is used in it or after it, were it only to carry on another. A buffer of the
// function's own that nobody reads is not written, and an array that nothing touches any more is not copied to a
// device.
#include "Walk.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <utility>

namespace vecify {
namespace {

class Liveness {
public:
  explicit Liveness(const Function &function)
      : F(function), OwnerOfBlock(function.blocks.size(), none), BlockOfOp(function.ops.size(), 0),
        Live(function.ops.size()) {
    visitOps(F, F.body, [&](OpId id) {
      for (BlockId nested : F.ops[id].blocks)
        OwnerOfBlock[nested] = id;
      if (F.ops[id].kind != OpKind::For)
        return;
      const Block &body = F.blocks[F.ops[id].blocks[0]];
      for (unsigned c = 1; c < body.arguments.size(); ++c)
        Carried[body.arguments[c]] = {id, c - 1};
      LiveCarries[id].resize(F.ops[id].results.size());
    });
    noteBlock(F.body);
    while (!Work.empty()) {
      const OpId id = Work.back();
      Work.pop_back();
      const Op &op = F.ops[id];
      if (const unsigned buffer = bufferOf(op); buffer != none)
        for (OpId write : std::exchange(Writes[buffer], {}))
          mark(write);
      if (op.kind == OpKind::For) {
        for (ValueId bound : llvm::ArrayRef(op.operands).take_front(3))
          markValue(bound);
        if (op.mayStop)
          markCarry(id, 0);
        Live[yieldOf(op)] = true; // what it feeds is marked one by one
        continue;
      }
      visitUses(op, [&](ValueId v) { markValue(v); });
      for (BlockId nested : op.blocks)
        if (!F.blocks[nested].ops.empty())
          mark(F.blocks[nested].ops.back()); // the yield, which feeds results
    }
  }
  bool isLive(const Op &op) const { return Live[op.id]; }
  bool isLive(OpId loop, unsigned carry) const { return LiveCarries.at(loop)[carry]; }
  bool isAll() const {
    const auto isSet = [](bool isLive) { return isLive; };
    return llvm::all_of(Live, isSet) &&
           llvm::all_of(LiveCarries, [&](auto &of) { return llvm::all_of(of.second, isSet); });
  }

private:
  static constexpr OpId none = ~0u;

  void noteBlock(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      BlockOfOp[id] = block;
      for (BlockId nested : F.ops[id].blocks)
        noteBlock(nested);
      const bool isWrite = isMemoryWrite(F.ops[id].kind);
      if (const unsigned buffer = bufferOf(F.ops[id]); isWrite && buffer != none)
        Writes[buffer].push_back(id);
      else if (isEffect(F.ops[id].kind) || F.ops[id].kind == OpKind::Return)
        mark(id);
    }
  }
  /// The array of a memory op if the function alone knows it.
  unsigned bufferOf(const Op &op) const {
    if (op.mem.pattern == ~0u)
      return none;
    const unsigned array = F.patterns[op.mem.pattern].array;
    const ArrayInfo::Space space = F.arrays[array].space;
    return space == ArrayInfo::Stack || space == ArrayInfo::Heap ? array : none;
  }
  /// An op that must run makes everything around it run.
  void mark(OpId id) {
    if (Live[id])
      return;
    Live[id] = true;
    Work.push_back(id);
    if (const OpId owner = OwnerOfBlock[BlockOfOp[id]]; owner != none)
      mark(owner);
  }
  void markValue(ValueId v) {
    // Other block arguments need no mark: whoever uses them is inside the
    // loop, which is live by now.
    if (const auto found = Carried.find(v); found != Carried.end())
      markCarry(found->second.first, found->second.second);
    const OpId definition = F.values[v].definition;
    if (definition == none)
      return;
    mark(definition);
    const Op &op = F.ops[definition];
    if (op.kind == OpKind::For)
      markCarry(definition, unsigned(llvm::find(op.results, v) - op.results.begin()));
  }
  void markCarry(OpId loop, unsigned carry) {
    if (LiveCarries[loop][carry])
      return;
    LiveCarries[loop][carry] = true;
    markValue(F.ops[loop].operands[3 + carry]);
    markValue(F.ops[yieldOf(F.ops[loop])].operands[carry]);
  }
  OpId yieldOf(const Op &loop) const { return F.blocks[loop.blocks[0]].ops.back(); }

  const Function &F;
  std::vector<OpId> OwnerOfBlock;
  std::vector<BlockId> BlockOfOp;
  std::vector<bool> Live;
  std::vector<OpId> Work;
  std::map<unsigned, std::vector<OpId>> Writes;         ///< of buffers, as long as no live op reads them
  std::map<ValueId, std::pair<OpId, unsigned>> Carried; ///< of block arguments
  std::map<OpId, std::vector<bool>> LiveCarries;
};

/// The ids are those that a copy would hand out: nothing to drop and nothing to renumber.
class Density {
public:
  explicit Density(const Function &function) : F(function) {}

  bool run() {
    for (const Parameter &parameter : F.parameters)
      IsDense &= parameter.value == Values++;
    IsDense &= F.body == Blocks++;
    block(F.body);
    return IsDense && Values == F.values.size() && Ops == F.ops.size() && Blocks == F.blocks.size();
  }

private:
  void block(BlockId id) {
    for (ValueId argument : F.blocks[id].arguments)
      IsDense &= argument == Values++;
    for (OpId o : F.blocks[id].ops) {
      IsDense &= o == Ops++;
      const Op &op = F.ops[o];
      for (BlockId nested : op.blocks)
        IsDense &= nested == Blocks++;
      for (ValueId result : op.results)
        IsDense &= result == Values++;
      for (BlockId nested : op.blocks)
        block(nested);
    }
  }

  const Function &F;
  ValueId Values = 0;
  OpId Ops = 0;
  BlockId Blocks = 0;
  bool IsDense = true;
};

bool isDense(const Function &function) { return Density(function).run(); }

void dropDeadCarries(Function &function, const Liveness &liveness) {
  for (OpId id = 0; id < function.ops.size(); ++id) {
    Op &loop = function.ops[id];
    if (loop.kind != OpKind::For || !liveness.isLive(loop))
      continue;
    Block &body = function.blocks[loop.blocks[0]];
    for (unsigned carry = unsigned(loop.results.size()); carry-- > 0;)
      if (!liveness.isLive(id, carry)) {
        loop.operands.erase(loop.operands.begin() + 3 + carry);
        loop.results.erase(loop.results.begin() + carry);
        body.arguments.erase(body.arguments.begin() + 1 + carry);
        ValueId *fed = function.ops[body.ops.back()].operands.begin() + carry;
        function.ops[body.ops.back()].operands.erase(fed);
      }
  }
}

} // namespace

Function sweep(Function function) {
  const Liveness liveness(function);
  if (isDense(function) && liveness.isAll())
    return function;
  dropDeadCarries(function, liveness);
  Rewriter rewriter(function);
  Function result = rewriter.run([&](const Op &op, Rewriter &) { return !liveness.isLive(op); });
  std::vector<bool> isTouched(result.arrays.size());
  for (const Op &op : result.ops)
    if (op.mem.pattern != ~0u)
      isTouched[result.patterns[op.mem.pattern].array] = true;
  llvm::erase_if(result.copies, [&](const CopyRange &copy) { return !isTouched[copy.array]; });
  return result;
}

} // namespace vecify
