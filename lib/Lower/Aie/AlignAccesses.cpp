// Step, AI Engines: vectors are read where multiples of their size begin.
//
//     %x = load a[%i + 1] : 16xi16     ->   %lo = load a[%i] : 16xi16
//                                           %hi = load a[%i + 16] : 16xi16
//                                           %x = slide %lo, %hi [1]
//
// Bases are taken to be aligned: the manifest says so. What such a pair reads beyond the access itself is slack, which
// the manifest states as well. Where nothing is known of an address, and for writes, the access is marked unaligned:
// right, but several times as dear.
#include "Reads.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class Aligning {
public:
  Aligning(Function &function, const Target &target)
      : F(function), T(target), Known(function), Reads(function), Editor(function) {}

  void run() {
    // A read in an outer block is in another place of the list: each block starts afresh.
    BlockOf.assign(F.ops.size(), ~0u);
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      for (OpId id : F.blocks[b].ops)
        BlockOf[id] = b;
    BlockId current = ~0u;
    std::vector<std::pair<ValueId, ValueId>> replaced;
    Editor.run([&](OpId id) {
      if (BlockOf[id] != current)
        Reads.forget();
      current = BlockOf[id];
      if (!F.ops[id].blocks.empty())
        Reads.forget();
      if (F.ops[id].kind == OpKind::Store)
        store(id);
      else if (F.ops[id].kind == OpKind::Load)
        load(id, replaced);
    });
    std::map<ValueId, ValueId> map(replaced.begin(), replaced.end());
    replaceUses(F, [&](ValueId v) {
      for (auto it = map.find(v); it != map.end(); it = map.find(v))
        v = it->second;
      return v;
    });
  }

private:
  unsigned bytesOfVector(const VectorType &type) const { return type.bits() / 8; }

  void assume(const MemRef &mem, unsigned alignment, unsigned before, unsigned behind) {
    ArrayInfo &array = F.arrays[F.patterns[mem.pattern].array];
    array.assumedAlignment = std::max(array.assumedAlignment, alignment);
    array.slackBefore = std::max(array.slackBefore, before);
    array.slackBehind = std::max(array.slackBehind, behind);
  }

  void store(OpId id) {
    const Op &op = F.ops[id];
    Reads.written(op);
    const unsigned alignment = T.aie->alignmentOf(bytesOfVector(F.typeOf(op.operands[0])));
    if (Reads.elementsPast(Known, op.mem, alignment) == 0)
      assume(op.mem, alignment, 0, 0);
    else
      F.ops[id].mem.unaligned = true;
  }

  void load(OpId id, std::vector<std::pair<ValueId, ValueId>> &replaced) {
    const MemRef mem = F.ops[id].mem;
    const ValueId result = F.ops[id].results[0];
    const VectorType type = F.typeOf(result);
    const unsigned alignment = T.aie->alignmentOf(bytesOfVector(type));
    const std::optional<int64_t> past = Reads.elementsPast(Known, mem, alignment);
    const std::string name = F.values[result].name;
    const bool isMovable = past && Reads.moved(mem, -*past) && Reads.moved(mem, 1);
    if (!isMovable || mem.unaligned) {
      F.ops[id].mem.unaligned = past != 0;
      if (past == 0)
        assume(mem, alignment, 0, 0);
      return;
    }
    const ValueId low = Reads.read(mem, -*past, type, Editor, name);
    ValueId whole = low;
    if (*past != 0) {
      const ValueId high = Reads.read(mem, type.lanes() - *past, type, Editor, name);
      Op slide;
      slide.kind = OpKind::Slide;
      slide.operands = {low, high};
      slide.ints = {*past};
      whole = Editor.insert(std::move(slide), type, name);
    }
    const unsigned size = bytesOf(type.element);
    assume(mem, alignment, unsigned(*past) * size, *past ? unsigned(type.lanes() - *past) * size : 0);
    replaced.push_back({result, whole});
    Editor.drop();
  }

  Function &F;
  const Target &T;
  const Congruences Known;
  SharedReads Reads;
  BlockEditor Editor;
  std::vector<BlockId> BlockOf;
};

} // namespace

llvm::Expected<Function> alignAccesses(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  Aligning(result, target).run();
  return sweep(std::move(result));
}

} // namespace vecify
