// Dead code elimination: marks backwards from what has an effect, then copies
// what is marked.
//
//     %a = mul %x, %y       dropped: nobody uses it
//     %r = for .. { .. }    dropped too if it writes nothing and %r is unused
//
// A loop that stays keeps all its carried values. A buffer of the function's own that nobody reads is not written, and
// an array that nothing touches any more is not copied to a device.
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
    });
    noteBlock(F.body);
    while (!Work.empty()) {
      const OpId id = Work.back();
      Work.pop_back();
      visitUses(F.ops[id], [&](ValueId v) { markValue(v); });
      if (const unsigned buffer = bufferOf(F.ops[id]); buffer != none)
        for (OpId write : std::exchange(Writes[buffer], {}))
          mark(write);
      for (BlockId nested : F.ops[id].blocks)
        if (!F.blocks[nested].ops.empty())
          mark(F.blocks[nested].ops.back()); // the yield, which feeds results
                                             // and carried values
    }
  }
  bool isLive(const Op &op) const { return Live[&op - F.ops.data()]; }
  bool isAll() const {
    return llvm::all_of(Live, [](bool isLive) { return isLive; });
  }

private:
  static constexpr OpId none = ~0u;

  void noteBlock(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      BlockOfOp[id] = block;
      for (BlockId nested : F.ops[id].blocks)
        noteBlock(nested);
      const bool isWrite = writesMemory(F.ops[id]);
      if (const unsigned buffer = bufferOf(F.ops[id]); isWrite && buffer != none)
        Writes[buffer].push_back(id);
      else if (isWrite || F.ops[id].kind == OpKind::Return || F.ops[id].kind == OpKind::Barrier)
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
    // Block arguments need no mark: whoever uses them is inside the loop, which
    // is live by now.
    if (F.values[v].definition != none)
      mark(F.values[v].definition);
  }

  const Function &F;
  std::vector<OpId> OwnerOfBlock;
  std::vector<BlockId> BlockOfOp;
  std::vector<bool> Live;
  std::vector<OpId> Work;
  std::map<unsigned, std::vector<OpId>> Writes; ///< of buffers, as long as no live op reads them
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

} // namespace

Function sweep(Function function) {
  const Liveness liveness(function);
  if (isDense(function) && liveness.isAll())
    return function;
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
