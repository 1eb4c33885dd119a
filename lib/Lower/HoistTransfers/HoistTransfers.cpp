// Step: a place that a loop reads and writes in every iteration is carried in a register.
//
//     for %k {                              %c0 = transfer_read c[%i]
//       %c = transfer_read c[%i]            %r = for %k carry(%c = %c0) {
//       %n = fma %a, %b, %c          ->       %n = fma %a, %b, %c
//       transfer_write %n, c[%i]              yield %n
//     }                                     }
//                                           transfer_write %r, c[%i]
//
// Reads alone move in front of the loop. Only where the address does not change, no other access of the loop may
// overlap it, and the loop runs at least once; where that is not known the loop goes into a branch that says so. Lanes
// that a mask switches off hold the padding when they are read, and in the register what the loop makes of it: masked
// places are carried where those lanes end in writes under the same mask.
#include "Alias.h"
#include "Steps.h"
#include "Trips.h"
#include "vecify/IR/Pattern.h"
#include <algorithm>

namespace vecify {

namespace {

class TransferHoisting {
public:
  /// `carriesLive`: what lanes beyond the last iteration hold is seen by nobody.
  TransferHoisting(Function &function, bool carriesLive)
      : F(function), CarriesLive(carriesLive), Loops(function), Representative(function.values.size()) {
    for (ValueId v = 0; v < Representative.size(); ++v)
      Representative[v] = v;
  }

  void run() {
    visit(F.body);
    replaceUses(F, [&](ValueId v) { return representative(v); });
  }

private:
  /// Transfers of the body's own ops that touch one place, in order.
  struct Group {
    std::vector<OpId> ops;
    bool writes = false;
  };

  ValueId representative(ValueId v) const {
    while (v < Representative.size() && Representative[v] != v)
      v = Representative[v];
    return v;
  }

  void visit(BlockId block) {
    for (size_t i = 0; i < F.blocks[block].ops.size(); ++i) {
      OpId id = F.blocks[block].ops[i];
      // Innermost loops first: what leaves them may leave this one, too.
      const llvm::SmallVector<BlockId, 2> inner = F.ops[id].blocks;
      for (BlockId b : inner)
        visit(b);
      // Blocks of a GPU share no registers.
      if (F.ops[id].kind == OpKind::For && !mappingOf(F.ops[id])) {
        i += movePaddings(block, i);
        i += hoistFrom(block, i);
      }
    }
  }

  /// The padding of masked reads, which would keep them in the loop, and masks of as many lanes each time. Returns how
  /// many ops.
  size_t movePaddings(BlockId block, size_t position) {
    std::vector<OpId> &body = F.blocks[F.ops[F.blocks[block].ops[position]].blocks[0]].ops;
    std::set<ValueId> needed;
    for (OpId id : body)
      if (F.ops[id].kind == OpKind::TransferRead && hasMask(F.ops[id], F)) {
        needed.insert(F.ops[id].operands.back());
        const Op *mask = definedBy(F, maskOf(F.ops[id], F), OpKind::CreateMask);
        const Op *lanes = mask && mask->operands.size() == 1 ? F.definitionOf(mask->operands[0]) : nullptr;
        if (lanes && lanes->kind == OpKind::IndexValue && lanes->index.asConstant())
          needed.insert({mask->results[0], lanes->results[0]});
      }
    const auto stays = [&](OpId id) {
      const OpKind kind = F.ops[id].kind;
      return (kind != OpKind::Constant && kind != OpKind::IndexValue && kind != OpKind::CreateMask) ||
             !needed.count(F.ops[id].results[0]);
    };
    const auto moved = std::stable_partition(body.begin(), body.end(), stays);
    const std::vector<OpId> constants(moved, body.end());
    body.erase(moved, body.end());
    std::vector<OpId> &outer = F.blocks[block].ops;
    outer.insert(outer.begin() + position, constants.begin(), constants.end());
    return constants.size();
  }

  void collectDefinitions(BlockId block, std::set<ValueId> &defined) const {
    defined.insert(F.blocks[block].arguments.begin(), F.blocks[block].arguments.end());
    for (OpId id : F.blocks[block].ops) {
      defined.insert(F.ops[id].results.begin(), F.ops[id].results.end());
      for (BlockId inner : F.ops[id].blocks)
        collectDefinitions(inner, defined);
    }
  }

  bool isInvariant(const Op &op, const std::set<ValueId> &inside) const {
    bool invariant = true;
    Op place = op;
    if (isMemoryWrite(op.kind))
      place.operands.erase(place.operands.begin()); // the value may change
    // A read that has been hoisted already stands for what it became.
    forEachUse(place, [&](ValueId v) { invariant &= !inside.count(representative(v)); });
    return invariant;
  }

  std::vector<Group> groupsOf(BlockId body) const {
    std::set<ValueId> inside;
    collectDefinitions(body, inside);
    std::vector<Group> groups;
    // Every group is compared with every access; a body as large as this has no registers to carry them in.
    unsigned accesses = 0;
    forEachMemoryOp(F, body, [&](const Op &) { ++accesses; });
    if (accesses > 1000)
      return groups;
    for (OpId id : F.blocks[body].ops) {
      const Op &op = F.ops[id];
      if ((op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite) || !isInvariant(op, inside))
        continue;
      auto same = llvm::find_if(groups, [&](const Group &g) { return isSamePlace(F, F.ops[g.ops[0]], op); });
      if (same == groups.end())
        same = groups.insert(groups.end(), Group());
      same->ops.push_back(id);
      same->writes |= op.kind == OpKind::TransferWrite;
    }
    llvm::erase_if(groups, [&](const Group &g) { return !isAlone(g, body); });
    return groups;
  }

  bool isAlone(const Group &group, BlockId body) const {
    const Op &place = F.ops[group.ops[0]];
    // Lanes that are off keep what is in memory, and hold the padding in the register.
    const bool isLive = CarriesLive && hasMask(place, F) && definedBy(F, maskOf(place, F), OpKind::CreateMask);
    if (hasMask(place, F) && group.writes && !isLive && !hidesDeadLanes(group, body))
      return false;
    if (hasMask(place, F) && !isLive && !group.writes &&
        !llvm::all_equal(llvm::map_range(group.ops, [&](OpId o) { return F.ops[o].operands.back(); })))
      return false;
    bool alone = true;
    forEachMemoryOp(F, body, [&](const Op &other) {
      bool isMember = llvm::is_contained(group.ops, other.id);
      if (!isMember && (group.writes || isMemoryWrite(other.kind)))
        alone &= !mayOverlap(F, place, other, &Loops);
    });
    return alone;
  }

  /// Lane by lane, what the group reads goes nowhere but into writes under its own mask.
  bool hidesDeadLanes(const Group &group, BlockId body) const {
    const ValueId mask = maskOf(F.ops[group.ops[0]], F);
    std::set<ValueId> reached;
    for (OpId id : group.ops)
      if (F.ops[id].kind == OpKind::TransferRead)
        reached.insert(F.ops[id].results[0]);
    const auto isReached = [&](ValueId v) { return reached.count(representative(v)) != 0; };
    for (OpId id : F.blocks[body].ops) {
      const Op &op = F.ops[id];
      bool isUsed = false;
      forEachUse(op, [&](ValueId v) { isUsed |= isReached(v); });
      for (BlockId inner : op.blocks)
        forEachUseIn(inner, [&](ValueId v) { isUsed |= isReached(v); });
      if (!isUsed)
        continue;
      if (isLaneByLane(op.kind))
        reached.insert(op.results[0]);
      else if (op.kind != OpKind::TransferWrite || maskOf(op, F) != mask || !op.mem.indirectSubs.empty())
        return false;
    }
    return true;
  }

  void forEachUseIn(BlockId block, llvm::function_ref<void(ValueId)> visit) const {
    for (OpId id : F.blocks[block].ops) {
      forEachUse(F.ops[id], visit);
      for (BlockId inner : F.ops[id].blocks)
        forEachUseIn(inner, visit);
    }
  }

  /// The loop, or one that follows it and touches the same place in every iteration, runs.
  bool isTouchedAnyway(BlockId block, size_t position, const Group &group) const {
    const Op &loop = F.ops[F.blocks[block].ops[position]];
    ValueId lower = loop.operands[0], upper = loop.operands[1];
    for (size_t next = position; next < F.blocks[block].ops.size(); ++next) {
      const Op &op = F.ops[F.blocks[block].ops[next]];
      if (next != position && !op.blocks.empty()) {
        bool continues = op.kind == OpKind::For && polynomialOf(F, op.operands[0]) == polynomialOf(F, upper) &&
                         touches(op.blocks[0], group);
        if (!continues)
          return false;
        upper = op.operands[1];
      }
      if (op.kind == OpKind::For && runsAtLeastOnce(F, lower, upper))
        return true;
    }
    return false;
  }

  /// A read of the place in front of the loop, such as one that has left the loop before, serves for this one.
  bool takesEarlierRead(BlockId block, size_t position, const Group &group) {
    const Op &place = F.ops[group.ops[0]];
    const std::vector<OpId> &ops = F.blocks[block].ops;
    for (size_t i = position; i-- > 0;) {
      const Op &op = F.ops[ops[i]];
      if (op.kind == OpKind::TransferRead && isSamePlace(F, op, place) &&
          (!hasMask(op, F) || op.operands.back() == place.operands.back())) {
        for (OpId id : group.ops)
          Representative[F.ops[id].results[0]] = op.results[0];
        dropFromBody(F.ops[ops[position]].blocks[0], group.ops);
        return true;
      }
      bool isWritten = isMemoryWrite(op.kind) && mayOverlap(F, place, op, &Loops);
      for (BlockId inner : op.blocks)
        forEachMemoryOp(F, inner, [&](const Op &other) {
          isWritten |= isMemoryWrite(other.kind) && mayOverlap(F, place, other, &Loops);
        });
      if (isWritten)
        return false;
    }
    return false;
  }

  bool touches(BlockId body, const Group &group) const {
    return llvm::any_of(F.blocks[body].ops, [&](OpId id) {
      const Op &op = F.ops[id];
      return op.kind == F.ops[group.ops[0]].kind && isSamePlace(F, op, F.ops[group.ops[0]]);
    });
  }

  OpId addOp(Op op, llvm::ArrayRef<VectorType> types, llvm::StringRef name) {
    for (const VectorType &type : types)
      op.results.push_back(addValue(type, name));
    return F.addOp(std::move(op));
  }

  ValueId addValue(const VectorType &type, llvm::StringRef name) {
    ValueId v = F.addValue(type, name.str());
    Representative.push_back(v);
    return v;
  }

  /// Returns how many ops now stand in front of the loop (or of the branch it went into).
  size_t hoistFrom(BlockId block, size_t position) {
    OpId loop = F.blocks[block].ops[position];
    BlockId body = F.ops[loop].blocks[0];
    std::vector<Group> groups = groupsOf(body);
    llvm::erase_if(groups, [&](const Group &g) { return !g.writes && takesEarlierRead(block, position, g); });
    if (groups.empty())
      return 0;
    bool runs = llvm::all_of(groups, [&](const Group &g) {
      return g.writes ? runsAtLeastOnce(F, F.ops[loop].operands[0], F.ops[loop].operands[1])
                      : isTouchedAnyway(block, position, g);
    });
    std::vector<OpId> before, after;
    for (const Group &group : groups)
      group.writes ? carry(loop, group, before, after) : moveReads(loop, group, before);
    std::vector<OpId> &ops = F.blocks[block].ops;
    if (runs) {
      ops.insert(ops.begin() + position + 1, after.begin(), after.end());
      ops.insert(ops.begin() + position, before.begin(), before.end());
      return before.size();
    }
    OpId condition = wrap(block, position, loop, before, after);
    F.blocks[block].ops.insert(F.blocks[block].ops.begin() + position, condition);
    return 1;
  }

  void dropFromBody(BlockId body, llvm::ArrayRef<OpId> dropped) {
    llvm::erase_if(F.blocks[body].ops, [&](OpId id) { return llvm::is_contained(dropped, id); });
  }

  void moveReads(OpId loop, const Group &group, std::vector<OpId> &before) {
    for (OpId id : llvm::ArrayRef(group.ops).drop_front())
      Representative[F.ops[id].results[0]] = F.ops[group.ops[0]].results[0];
    dropFromBody(F.ops[loop].blocks[0], group.ops);
    before.push_back(group.ops[0]);
  }

  void carry(OpId loop, const Group &group, std::vector<OpId> &before, std::vector<OpId> &after) {
    BlockId body = F.ops[loop].blocks[0];
    const Op first = F.ops[group.ops[0]];
    bool readsFirst = first.kind == OpKind::TransferRead;
    VectorType type = accessType(F, first);
    std::string name = F.values[readsFirst ? first.results[0] : first.operands[0]].name;

    // The value on entry; where the loop writes before it reads, any will do.
    Op init;
    init.loc = first.loc;
    if (readsFirst) {
      init.kind = OpKind::TransferRead;
      init.mem = first.mem;
      init.operands = first.operands;
    }
    before.push_back(addOp(std::move(init), {type}, name));
    F.ops[loop].operands.push_back(F.ops[before.back()].results[0]);
    ValueId argument = addValue(type, name), result = addValue(type, name);
    F.blocks[body].arguments.push_back(argument);
    F.values[result].definition = loop;
    F.ops[loop].results.push_back(result);

    ValueId current = argument;
    std::optional<Op> write;
    for (OpId id : group.ops) {
      Op &op = F.ops[id];
      if (op.kind == OpKind::TransferRead) {
        Representative[op.results[0]] = current;
      } else {
        current = representative(op.operands[0]);
        write = op;
      }
    }
    dropFromBody(body, group.ops);
    F.ops[F.blocks[body].ops.back()].operands.push_back(current);
    write->operands[0] = result;
    after.push_back(addOp(std::move(*write), {}, ""));
  }

  /// if (lower < upper) { before; loop; after } and otherwise the initial values. Returns the condition's op.
  OpId wrap(BlockId block, size_t position, OpId loop, llvm::ArrayRef<OpId> before, llvm::ArrayRef<OpId> after) {
    Op compare;
    compare.kind = OpKind::CmpLt;
    compare.loc = F.ops[loop].loc;
    compare.operands = {F.ops[loop].operands[0], F.ops[loop].operands[1]};
    OpId condition = addOp(std::move(compare), {VectorType::scalar(ScalarType::I1)}, "");

    BlockId thenBlock = F.addBlock(), elseBlock = F.addBlock();
    Op branch;
    branch.kind = OpKind::If;
    branch.loc = F.ops[loop].loc;
    branch.operands = {F.ops[condition].results[0]};
    branch.blocks = {thenBlock, elseBlock};
    Op yieldResults, yieldInits;
    yieldResults.kind = yieldInits.kind = OpKind::Yield;
    // Values that were carried for the hoisted places are written back inside and need not come out.
    unsigned own = unsigned(F.ops[loop].results.size() - after.size());
    llvm::SmallVector<VectorType, 4> types;
    for (unsigned c = 0; c < own; ++c) {
      yieldResults.operands.push_back(F.ops[loop].results[c]);
      yieldInits.operands.push_back(F.ops[loop].operands[3 + c]);
      types.push_back(F.typeOf(F.ops[loop].results[c]));
    }
    OpId id = addOp(std::move(branch), types, "");
    for (unsigned c = 0; c < own; ++c)
      F.values[F.ops[id].results[c]].name = F.values[F.ops[loop].results[c]].name;
    OpId thenEnd = addOp(std::move(yieldResults), {}, ""), elseEnd = addOp(std::move(yieldInits), {}, "");
    // Users of the loop's results outside now use the branch's.
    for (unsigned c = 0; c < own; ++c)
      Outside.push_back({F.ops[loop].results[c], F.ops[id].results[c], thenEnd});
    std::vector<OpId> &inside = F.blocks[thenBlock].ops;
    inside.assign(before.begin(), before.end());
    inside.push_back(loop);
    inside.insert(inside.end(), after.begin(), after.end());
    inside.push_back(thenEnd);
    F.blocks[elseBlock].ops = {elseEnd};
    F.blocks[block].ops[position] = id;
    redirectOutside();
    return condition;
  }

  struct Redirection {
    ValueId from, to;
    OpId except;
  };

  void redirectOutside() {
    for (const Redirection &r : Outside)
      for (OpId id = 0; id < F.ops.size(); ++id)
        if (id != r.except)
          replaceUses(F.ops[id], [&](ValueId v) { return v == r.from ? r.to : v; });
    Outside.clear();
  }

  Function &F;
  const bool CarriesLive;
  const Counters Loops;
  std::vector<ValueId> Representative;
  std::vector<Redirection> Outside;
};

} // namespace

llvm::Expected<Function> hoistTransfers(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  TransferHoisting(result, target.isSimt).run();
  return sweep(std::move(result));
}

} // namespace vecify
