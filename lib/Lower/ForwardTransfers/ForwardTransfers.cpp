// Step: what was written or read a moment ago is not read again, and what is overwritten unread is not written.
//
//     transfer_write %v, a[%i]                 ->   transfer_write %v, a[%i]
//     %x = transfer_read a[%i]                      ... %v ...
//
// Sound because an entry dies with the first write that may overlap it; arrays are taken for disjoint only where the
// function says so.
#include "Alias.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class Forwarding {
public:
  explicit Forwarding(Function &function) : F(function), Representative(function.values.size()) {
    for (ValueId v = 0; v < Representative.size(); ++v)
      Representative[v] = v;
  }

  void run() {
    visit(F.body, {});
    if (Changed)
      replaceUses(F, [&](ValueId v) { return Representative[v]; });
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      dropDeadWrites(b);
  }

private:
  /// A place whose content is known to be `value`.
  struct Known {
    OpId op;
    ValueId value;
    IndexExpr address; ///< of op: long bodies compare many
  };
  using Content = std::vector<Known>;

  void visit(BlockId block, Content known) {
    std::vector<OpId> kept;
    // A copy: nested blocks do not change this list, but edits to F may move it.
    const std::vector<OpId> ops = F.blocks[block].ops;
    for (OpId id : ops) {
      rename(F.ops[id]);
      if (forwards(id, known))
        continue;
      kept.push_back(id);
    }
    F.blocks[block].ops = std::move(kept);
  }

  /// True where the op is a read that is not needed.
  bool forwards(OpId id, Content &known) {
    const Op &op = F.ops[id];
    if (!op.blocks.empty()) {
      // A loop's writes may come before any of its reads; a branch sees what was there before it.
      bool isLoop = op.kind == OpKind::For;
      Content before = known;
      const llvm::SmallVector<BlockId, 2> blocks = op.blocks;
      for (BlockId inner : blocks)
        forget(known, inner);
      for (BlockId inner : blocks)
        visit(inner, isLoop ? known : before);
      return false;
    }
    if (op.kind == OpKind::TransferRead) {
      IndexExpr address = F.byteAddress(op.mem);
      for (const Known &entry : known)
        if (entry.address == address && gives(entry, op)) {
          Representative[op.results[0]] = entry.value;
          Changed = true;
          return true;
        }
      remember(known, {id, op.results[0], std::move(address)});
      return false;
    }
    if (isMemoryWrite(op.kind)) {
      llvm::erase_if(known, [&](const Known &entry) { return mayOverlap(F, F.ops[entry.op], op); });
      if (op.kind == OpKind::TransferWrite && !hasMask(op, F))
        remember(known, {id, op.operands[0], F.byteAddress(op.mem)});
    }
    return false;
  }

  /// A bounded memory: very long bodies must not take quadratic time.
  static void remember(Content &known, Known entry) {
    if (known.size() >= 256)
      known.erase(known.begin());
    known.push_back(entry);
  }

  void forget(Content &known, BlockId block) {
    forEachMemoryOp(F, block, [&](const Op &op) {
      if (isMemoryWrite(op.kind))
        llvm::erase_if(known, [&](const Known &entry) { return mayOverlap(F, F.ops[entry.op], op); });
    });
  }

  bool gives(const Known &entry, const Op &read) const {
    const Op &source = F.ops[entry.op];
    if (!isSamePlace(F, source, read))
      return false;
    // Lanes that are off hold the padding.
    return !hasMask(read, F) || (source.kind == OpKind::TransferRead && source.operands.back() == read.operands.back());
  }

  void rename(Op &op) {
    if (!Changed)
      return;
    auto renamed = [&](IndexExpr &expr) {
      if (llvm::any_of(expr.symbols(), [&](SymbolId s) { return Representative[s] != s; }))
        expr = expr.renamed([&](SymbolId s) { return Representative[s]; });
    };
    for (ValueId &operand : op.operands)
      operand = Representative[operand];
    renamed(op.index);
    for (IndexExpr &sub : op.mem.subs)
      renamed(sub);
    for (auto &steps : op.mem.laneSteps)
      for (IndexExpr &step : steps)
        renamed(step);
  }

  void dropDeadWrites(BlockId block) {
    const std::vector<OpId> &ops = F.blocks[block].ops;
    std::vector<OpId> kept;
    for (size_t i = 0; i < ops.size(); ++i)
      if (!isOverwritten(ops, i))
        kept.push_back(ops[i]);
    F.blocks[block].ops = std::move(kept);
  }

  /// The next op that may look at what `ops[i]` writes overwrites all of it. Looks a bounded way ahead.
  bool isOverwritten(const std::vector<OpId> &ops, size_t i) const {
    const Op &write = F.ops[ops[i]];
    if (write.kind != OpKind::TransferWrite || hasMask(write, F))
      return false;
    for (size_t next = i + 1; next < ops.size() && next < i + 256; ++next) {
      const Op &op = F.ops[ops[next]];
      bool isSeen = false;
      for (BlockId inner : op.blocks)
        forEachMemoryOp(F, inner, [&](const Op &other) { isSeen |= mayOverlap(F, write, other); });
      if (isMemory(op.kind) && mayOverlap(F, write, op)) {
        if (op.kind == OpKind::TransferWrite && isSamePlace(F, write, op))
          return true;
        isSeen = true;
      }
      if (isSeen)
        return false;
    }
    return false;
  }

  Function &F;
  std::vector<ValueId> Representative;
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> forwardTransfers(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  Forwarding(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
