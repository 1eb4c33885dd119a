// Step: what was written or read a moment ago is not read again, and what is overwritten unread is not written.
//
//     transfer_write %v, a[%i]                 ->   transfer_write %v, a[%i]
//     %x = transfer_read a[%i]                      ... %v ...
//
//     %u = transfer_read a[%i]                      %u = transfer_read a[%i]
//     transfer_write %v, a[%i] mask %m         ->   transfer_write %v, a[%i] mask %m
//     %x = transfer_read a[%i]                      %x = select %m, %v, %u
//
//     transfer_write %v, a[%i] mask %m              %n = not %m
//     %n = not %m                              ->   %x = select %m, %v, %u
//     transfer_write %u, a[%i] mask %n              transfer_write %x, a[%i]
//
//     transfer_write %v, a[%i] mask %m              %x = transfer_read a[%i] mask %n     none of it in %m
//     %x = transfer_read a[%i] mask %n         ->   %y = select %n, f(%x), %v
//     transfer_write f(%x), a[%i] mask %n           transfer_write %y, a[%i] mask (%m or %n)
//
// A load that touches lanes which a masked store left out would wait until the store has left the pipeline.
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
    dropPadding();
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      dropDeadWrites(b);
  }

private:
  /// A place whose content is known to be `value`, in the lanes that op's mask has.
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
      const bool isWrite = isMemoryWrite(F.ops[id].kind);
      if (isWrite)
        kept.push_back(id); // what is merged with it comes behind it
      if (!forwards(id, known, kept) && !isWrite)
        kept.push_back(id);
    }
    F.blocks[block].ops = std::move(kept);
  }

  /// True where the op is a read that is not needed; what replaces it is appended to `kept`.
  bool forwards(OpId id, Content &known, std::vector<OpId> &kept) {
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
      const ValueId result = op.results[0];
      for (const Known &entry : known)
        if (entry.address == address && gives(entry, op)) {
          Representative[result] = given(entry, op, kept);
          Changed = true;
          return true;
        }
      remember(known, {id, result, std::move(address)});
      return false;
    }
    if (isMemoryWrite(op.kind)) {
      const IndexExpr address = F.byteAddress(op.mem);
      if (joinBranches(id, address, known, kept))
        return false;
      std::optional<Known> merged = merge(op, address, known, kept);
      if (merged && F.ops[merged->op].kind == OpKind::TransferWrite && llvm::is_contained(kept, merged->op)) {
        writeAllLanes(id, merged->value, kept);
        merged.reset();
      }
      llvm::erase_if(known, [&](const Known &entry) { return mayOverlap(F, F.ops[entry.op], F.ops[id]); });
      if (merged)
        remember(known, *merged);
      if (F.ops[id].kind == OpKind::TransferWrite)
        remember(known, {id, F.ops[id].operands[0], address});
    }
    return false;
  }

  /// Of two branches that write to one place, what the second one writes is written for both; so it is for all lanes of
  /// which a branch writes some again. The first write is dead then.
  bool joinBranches(OpId id, const IndexExpr &address, Content &known, std::vector<OpId> &kept) {
    if (F.ops[id].kind != OpKind::TransferWrite || !hasMask(F.ops[id], F))
      return false;
    const ValueId mask = maskOf(F.ops[id], F), value = F.ops[id].operands[0];
    for (const Known &entry : known) {
      const Op &other = F.ops[entry.op];
      if (entry.address != address || other.kind != OpKind::TransferWrite || !hasMask(other, F) ||
          !haveSameLanes(F, other, F.ops[id]) || !llvm::is_contained(kept, entry.op))
        continue;
      const ValueId otherMask = maskOf(other, F); // ops may move from here on
      std::optional<ValueId> both = disjointUnion(otherMask, mask);
      const bool isInside = mask != otherMask && isWithin(mask, otherMask);
      if (!both && !((isInside || areDisjoint(otherMask, mask)) && isUnreadSince(entry.op, kept)))
        continue;
      if (!both && isInside)
        both = otherMask;
      writeAllLanes(id, select(mask, value, entry.value, kept), kept);
      if (!both) {
        both = append(OpKind::Or, F.typeOf(mask), {otherMask, mask}, kept);
        std::swap(kept.back(), kept[kept.size() - 2]);
      }
      if (*both != NoValue)
        F.ops[id].operands.push_back(*both);
      llvm::erase_if(known, [&](const Known &one) { return mayOverlap(F, F.ops[one.op], F.ops[id]); });
      remember(known, {id, F.ops[id].operands[0], address});
      return true;
    }
    return false;
  }

  /// No lane that the write has written was read behind it.
  bool isUnreadSince(OpId write, const std::vector<OpId> &kept) const {
    for (size_t next = kept.size(); kept[--next] != write;)
      if (seesWrittenBy(F.ops[write], F.ops[kept[next]]))
        return false;
    return true;
  }

  /// Whether `op`, or what is in its blocks, may read what `write` writes.
  bool seesWrittenBy(const Op &write, const Op &op) const {
    const auto sees = [&](const Op &read) {
      if (isMemoryWrite(read.kind) || !mayOverlap(F, write, read))
        return false;
      const bool areMasked = read.kind == OpKind::TransferRead && hasMask(read, F) && hasMask(write, F);
      return !(areMasked && F.byteAddress(read.mem) == F.byteAddress(write.mem) && haveSameLanes(F, write, read) &&
               areDisjoint(maskOf(write, F), maskOf(read, F)));
    };
    bool isSeen = isMemory(op.kind) && sees(op);
    for (BlockId inner : op.blocks)
      forEachMemoryOp(F, inner, [&](const Op &other) { isSeen |= sees(other); });
    return isSeen;
  }

  /// What all have to be true for the lane of a mask, in parts and as they are joined.
  void appendConditions(ValueId mask, llvm::SmallVectorImpl<ValueId> &conditions) const {
    constexpr size_t most = 16;
    conditions.push_back(mask);
    const Op *both = definedBy(F, mask, OpKind::And);
    for (size_t part = 0; both && part < both->operands.size() && conditions.size() < most; ++part)
      appendConditions(both->operands[part], conditions);
  }

  /// One of them asks for what the other one excludes.
  bool areDisjoint(ValueId a, ValueId b) const {
    llvm::SmallVector<ValueId, 8> ofA, ofB;
    appendConditions(a, ofA);
    appendConditions(b, ofB);
    return llvm::any_of(ofA, [&](ValueId x) { return llvm::any_of(ofB, [&](ValueId y) { return exclude(x, y); }); });
  }
  bool exclude(ValueId a, ValueId b) const {
    const Op *x = F.definitionOf(a), *y = F.definitionOf(b);
    if (!x || !y)
      return false;
    if ((x->kind == OpKind::Not && x->operands[0] == b) || (y->kind == OpKind::Not && y->operands[0] == a))
      return true;
    const auto areKinds = [&](OpKind one, OpKind other) {
      return (x->kind == one && y->kind == other) || (x->kind == other && y->kind == one);
    };
    return x->operands == y->operands &&
           (areKinds(OpKind::CmpEq, OpKind::CmpNe) || areKinds(OpKind::CmpLt, OpKind::CmpGe) ||
            areKinds(OpKind::CmpLe, OpKind::CmpGt));
  }

  /// Lanes that just one of the two masks has, where no lane is in both: NoValue for all of them.
  std::optional<ValueId> disjointUnion(ValueId a, ValueId b) const {
    const auto isNot = [&](ValueId u, ValueId v) {
      const Op *op = definedBy(F, u, OpKind::Not);
      return op && op->operands[0] == v;
    };
    const auto areOpposite = [&](ValueId u, ValueId v) { return isNot(u, v) || isNot(v, u); };
    if (areOpposite(a, b))
      return NoValue;
    const Op *x = definedBy(F, a, OpKind::And), *y = definedBy(F, b, OpKind::And);
    for (unsigned way = 0; x && y && way < 4; ++way)
      if (const unsigned i = way & 1, j = way >> 1;
          x->operands[i] == y->operands[j] && areOpposite(x->operands[1 - i], y->operands[1 - j]))
        return x->operands[i];
    return std::nullopt;
  }

  /// The last op but one of `kept` writes `value`, the last, to lanes all of which were written a moment ago.
  void writeAllLanes(OpId write, ValueId value, std::vector<OpId> &kept) {
    Op &op = F.ops[write];
    op.operands.resize(1 + op.mem.indirectSubs.size());
    op.operands[0] = value;
    std::swap(kept.back(), kept[kept.size() - 2]);
  }

  /// What a place whose content was known holds behind a masked write to it.
  std::optional<Known> merge(const Op &write, const IndexExpr &address, const Content &known, std::vector<OpId> &kept) {
    if (write.kind != OpKind::TransferWrite || !hasMask(write, F))
      return std::nullopt;
    for (const Known &entry : known)
      if (entry.address == address && haveSameLanes(F, F.ops[entry.op], write) && !hasMask(F.ops[entry.op], F))
        return Known{entry.op, select(maskOf(write, F), write.operands[0], entry.value, kept), address};
    return std::nullopt;
  }

  ValueId select(ValueId mask, ValueId yes, ValueId no, std::vector<OpId> &kept) {
    return append(OpKind::Select, F.typeOf(yes), {mask, yes, no}, kept);
  }

  ValueId append(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, std::vector<OpId> &kept) {
    Op op;
    op.kind = kind;
    op.operands.assign(operands.begin(), operands.end());
    const ValueId value = F.addValue(std::move(type), F.values[operands.back()].name);
    op.results = {value};
    kept.push_back(F.addOp(std::move(op)));
    Representative.push_back(value);
    return value;
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
    return haveSameLanes(F, source, read) && (!hasMask(source, F) || maskOf(source, F) == maskOf(read, F));
  }

  /// Lanes of a read that are off hold the padding.
  ValueId given(const Known &entry, const Op &read, std::vector<OpId> &kept) {
    const Op &source = F.ops[entry.op];
    const ValueId mask = maskOf(read, F), padding = read.operands.empty() ? ~0u : read.operands.back();
    const bool isRead = source.kind == OpKind::TransferRead && hasMask(source, F);
    if (!hasMask(read, F) || (isRead && source.operands.back() == padding))
      return entry.value;
    const ValueId wide = append(OpKind::Broadcast, F.typeOf(entry.value), {padding}, kept);
    Padded.push_back(select(mask, entry.value, wide, kept));
    return Padded.back();
  }

  /// What lanes hold that are off matters to nobody where all that is made of them is stored under the same mask.
  void dropPadding() {
    if (Padded.empty())
      return;
    std::vector<llvm::SmallVector<const Op *, 2>> users(F.values.size());
    for (const Block &block : F.blocks)
      for (OpId id : block.ops)
        for (ValueId v : F.ops[id].operands)
          users[v].push_back(&F.ops[id]);
    for (ValueId value : Padded) {
      const Op &op = *F.definitionOf(value);
      if (matterOnlyUnder(op.operands[0], value, users, MostUsers))
        Representative[value] = op.operands[1];
    }
    replaceUses(F, [&](ValueId v) {
      while (Representative[v] != v)
        v = Representative[v];
      return v;
    });
  }

  static constexpr unsigned MostUsers = 16; ///< in a chain
  bool matterOnlyUnder(ValueId mask, ValueId value, llvm::ArrayRef<llvm::SmallVector<const Op *, 2>> users,
                       unsigned most) const {
    return most > 0 && llvm::all_of(users[value], [&](const Op *user) {
             const bool isFirst = user->operands[0] == value && llvm::count(user->operands, value) == 1;
             if (user->kind == OpKind::TransferWrite)
               return isFirst && hasMask(*user, F) && maskOf(*user, F) == mask;
             if (user->kind == OpKind::Select && user->operands[0] == mask && user->operands[2] != value)
               return true;
             return (isLaneByLane(user->kind) || user->kind == OpKind::Cast) && user->results.size() == 1 &&
                    haveSameShape(value, user->results[0]) && matterOnlyUnder(mask, user->results[0], users, most - 1);
           });
  }

  bool haveSameShape(ValueId a, ValueId b) const { return F.typeOf(a).shape == F.typeOf(b).shape; }

  void rename(Op &op) {
    if (Changed)
      replaceUses(op, [&](ValueId v) { return Representative[v]; });
  }

  void dropDeadWrites(BlockId block) {
    const std::vector<OpId> &ops = F.blocks[block].ops;
    std::vector<OpId> kept;
    for (size_t i = 0; i < ops.size(); ++i)
      if (!isOverwritten(ops, i))
        kept.push_back(ops[i]);
    F.blocks[block].ops = std::move(kept);
  }

  /// Nothing may look at what `ops[i]` writes before all of it is overwritten. Looks a bounded way ahead.
  bool isOverwritten(const std::vector<OpId> &ops, size_t i) const {
    const Op &write = F.ops[ops[i]];
    if (write.kind != OpKind::TransferWrite)
      return false;
    for (size_t next = i + 1; next < ops.size() && next < i + 256; ++next) {
      const Op &op = F.ops[ops[next]];
      if (seesWrittenBy(write, op))
        return false;
      if (op.kind == OpKind::TransferWrite && haveSameLanes(F, write, op) &&
          (!hasMask(op, F) || (hasMask(write, F) && isWithin(maskOf(write, F), maskOf(op, F)))))
        return true;
    }
    return false;
  }

  bool isWithin(ValueId mask, ValueId wider) const {
    const Op *both = definedBy(F, mask, OpKind::And), *either = definedBy(F, wider, OpKind::Or);
    return mask == wider || (both && llvm::is_contained(both->operands, wider)) ||
           (either && llvm::is_contained(either->operands, mask));
  }

  Function &F;
  std::vector<ValueId> Representative;
  std::vector<ValueId> Padded; ///< selects that give lanes which are off the padding of a read
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> forwardTransfers(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  Forwarding(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
