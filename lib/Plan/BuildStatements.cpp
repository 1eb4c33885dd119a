// Statements of the nest: assignments, if-conversion, inner loops that run in lock step.
//
//     if (x[i] > t) y[i] = f(x[i]);     ->   %m = cmp_gt ...;  transfer_write ..., y[%i] mask %m
#include "Grouping.h"
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

static void forEachAssign(const Nest &nest, ArrayRef<NodeId> body, llvm::function_ref<void(const Node &)> visit) {
  for (NodeId id : body) {
    const Node &node = nest.nodes[id];
    if (node.kind == Node::Assign)
      visit(node);
    forEachAssign(nest, node.body, visit);
    forEachAssign(nest, node.elseBody, visit);
  }
}

std::vector<bool> updatedCells(const Nest &nest, const Facts &facts, ArrayRef<NodeId> body) {
  std::vector<bool> updated(facts.cells.size());
  forEachAssign(nest, body, [&](const Node &node) {
    for (unsigned c = 0; c < facts.cells.size(); ++c)
      if (node.access != NoId && llvm::is_contained(facts.cells[c].accesses, node.access))
        updated[c] = true;
  });
  return updated;
}

/// What some lanes store under the `if` is read behind it, or what they store in front of it is read there: that load
/// would wait until the store has left the pipeline, where without a branch the value is at hand.
static bool isReadBehind(const Nest &nest, const Node &branch) {
  const std::vector<Occurrence> all = occurrences(nest);
  const auto sideOf = [&](const Occurrence &o) {
    const auto *at = llvm::find_if(o.branches, [&](const auto &b) { return &nest.nodes[b.first] == &branch; });
    return at == o.branches.end() ? std::nullopt : std::optional<bool>(at->second);
  };
  return llvm::any_of(all, [&](const Occurrence &store) {
    const std::optional<bool> side = sideOf(store);
    return nest.accesses[store.access].isWrite && llvm::any_of(all, [&](const Occurrence &read) {
             return !nest.accesses[read.access].isWrite && read.phase > store.phase &&
                    nest.accesses[read.access].array == nest.accesses[store.access].array && sideOf(read) != side;
           });
  });
}

bool maySkip(const Nest &nest, const Facts &facts, const Node &node) {
  if (node.kind != Node::If)
    return false;
  bool assigns = false;
  const auto storesOnly = [&](llvm::ArrayRef<NodeId> body) {
    bool stores = false, accumulates = llvm::is_contained(updatedCells(nest, facts, body), true);
    forEachAssign(nest, body, [&](const Node &assign) {
      stores |= assign.access != NoId;
      assigns |= assign.local != NoId;
      accumulates |= assign.local != NoId && facts.locals[assign.local].isAccumulated();
    });
    return stores && !accumulates;
  };
  // Both sides are jumped over by themselves, so neither may leave values behind.
  return storesOnly(node.body) && (node.elseBody.empty() || (storesOnly(node.elseBody) && !assigns)) &&
         !isReadBehind(nest, node);
}

Error SuperVectorBuilder::statements(ArrayRef<NodeId> body, ValueId mask) {
  for (NodeId id : body) {
    const Node &node = N.nodes[id];
    B.loc = node.loc;
    const std::vector<LocalId> scanned = scannedBy(id);
    if (Error error = scanned.empty() ? statement(node, mask) : scan(id, scanned, mask))
      return error;
  }
  return Error::success();
}

Error SuperVectorBuilder::statement(const Node &node, ValueId mask) {
  if (node.kind != Node::Loop) {
    const bool hasRows = !Rows.empty();
    return forEachRow([&] {
      const ValueId own = hasRows ? LiveLanes : mask;
      return node.kind == Node::Assign ? assign(node, own) : branch(node, own);
    });
  }
  if (tileWith(&Tile::lanes, node.loop))
    return vectorLoop(node);
  if (tileWith(&Tile::rows, node.loop))
    return Blocks && BlockBounds.empty() ? blockedRows(node) : rowsLoop(node, node.body);
  return innerLoop(node, mask);
}

/// From here on `flag` is true in the lanes of `when`, in all of them where that is NoId.
void SuperVectorBuilder::raise(unsigned flag, ValueId when) {
  ValueId old = flags[flag];
  if (when == NoId)
    when = B.constant(F.typeOf(old), 1);
  flags[flag] = B.create(OpKind::Or, F.typeOf(old), {old, widen(when)});
}

Error SuperVectorBuilder::latch(const Node &node, ValueId mask) {
  std::optional<LatchUpdate> update = latchUpdate(N, node.local, node.value);
  ValueId when = mask;
  if (update->condition != NoId) {
    Expected<ValueId> condition = expr(update->condition, mask);
    if (!condition)
      return condition.takeError();
    B.loc = node.loc;
    if (update->whenFalse)
      condition = B.create(OpKind::Not, F.typeOf(*condition), {*condition});
    when = both(mask, *condition);
  }
  raise(flagOf[node.local], when);
  return Error::success();
}

std::vector<unsigned> SuperVectorBuilder::raisedFlags(ArrayRef<NodeId> body) const {
  std::vector<unsigned> result;
  const llvm::BitVector assigned = assignedLocals(N, body);
  for (LocalId l = 0; l < assigned.size(); ++l)
    if (assigned[l] && flagOf[l] != NoId)
      result.push_back(flagOf[l]);
  std::vector<bool> updated = updatedCells(N, Fa, body);
  for (unsigned c = 0; c < updated.size(); ++c)
    if (updated[c] && flagOfCell[c] != NoId)
      result.push_back(flagOfCell[c]);
  return result;
}

/// As many places further as iterations are on.
void SuperVectorBuilder::runOn(LocalId local, ValueId mask) {
  ValueId &place = locals[local];
  IndexExpr count(Lanes);
  if (mask != NoId)
    count =
        IndexExpr::symbol(B.create(OpKind::CountTrue, VectorType::scalar(ScalarType::Index), {widen(mask)}, "count"));
  place = B.index(IndexExpr::symbol(place) + count, N.locals[local].name);
}

Error SuperVectorBuilder::assign(const Node &node, ValueId mask) {
  if (node.local != NoId && isRunning(node.local)) {
    runOn(node.local, mask);
    return Error::success();
  }
  if (node.local != NoId && flagOf[node.local] != NoId && Fa.locals[node.local].kind == ScalarFacts::Latch)
    return latch(node, mask);
  Expected<ValueId> value = expr(node.value, mask);
  if (!value)
    return value.takeError();
  B.loc = node.loc;
  return assignTo(node, *value, mask);
}

Error SuperVectorBuilder::assignTo(const Node &node, ValueId value, ValueId mask) {
  if (node.access != NoId)
    return store(node.access, value, mask);
  if (flagOf[node.local] != NoId) {
    // A float min or max that takes NaNs.
    value = widen(value);
    ValueId isNaN = B.create(OpKind::CmpNe, F.typeOf(value).withElement(ScalarType::I1), {value, value});
    raise(flagOf[node.local], both(mask, isNaN));
  }
  ValueId &current = locals[node.local];
  // Nobody asks what a dead lane of the tail holds, unless it is carried to the end of the root loop, nor what one
  // holds that has left a loop, unless it is carried to the end of that.
  const bool isOfBlock =
      Divergent == NoId ? mask == LiveLanes && N.locals[node.local].scope != NoId : !isSeenOutside(node.local);
  if (current == NoId || mask == NoId || isOfBlock || InArm) {
    current = value;
    if (!InArm)
      shiftIn(node.local);
    return Error::success();
  }
  current = blend(mask, value, current, N.locals[node.local].name);
  return Error::success();
}

/// What is delayed by `next` is known as soon as that is: its lanes moved up by one, behind the last of those before.
void SuperVectorBuilder::shiftIn(LocalId next) {
  for (LocalId l = 0; l < locals.size(); ++l) {
    if (Fa.locals[l].kind != ScalarFacts::Delayed || Fa.locals[l].next != next)
      continue;
    if (Lanes == 1) {
      locals[l] = before[l];
      continue;
    }
    Op op;
    op.kind = OpKind::Shuffle;
    op.operands = {before[l], widen(locals[next])};
    for (unsigned lane = 0; lane < Lanes; ++lane)
      op.ints.push_back(Lanes - 1 + lane);
    OpId id = B.append(std::move(op), {vectorOf(N.locals[l].type)});
    locals[l] = F.ops[id].results[0];
  }
}

static bool samePlace(const Nest &nest, const Node &yes, const Node &no) {
  if (yes.kind != Node::Assign || no.kind != Node::Assign || yes.local != no.local)
    return false;
  if (yes.access == NoId || no.access == NoId)
    return yes.access == no.access;
  const Access &a = nest.accesses[yes.access], &b = nest.accesses[no.access];
  return a.array == b.array && a.type == b.type && a.isAffine() && b.isAffine() &&
         nest.byteAddress(a) == nest.byteAddress(b);
}

/// An assignment, or one of those in `if (c) p = x; else if (d) p = y; else p = z;`: nothing but one place is assigned.
static const Node *onlyAssignment(const Nest &nest, const Node &node) {
  if (node.kind != Node::If)
    return node.kind == Node::Assign ? &node : nullptr;
  if (node.body.size() != 1 || node.elseBody.size() != 1)
    return nullptr;
  const Node *yes = onlyAssignment(nest, nest.nodes[node.body[0]]);
  const Node *no = onlyAssignment(nest, nest.nodes[node.elseBody[0]]);
  return yes && no && samePlace(nest, *yes, *no) ? yes : nullptr;
}

/// `if (c) { p = x; q = y; } else { p = z; q = w; }`: the same places on both sides, in the same order. Each pair is
/// one assignment of a select, which needs no masked store. With several stores the second pair's reads come before the
/// else side would have read in textual order, so nothing that the branch reads may be stored in the nest.
static bool assignsTheSamePlaces(const Nest &nest, const Facts &facts, const Node &branch) {
  if (branch.body.empty() || branch.body.size() != branch.elseBody.size())
    return false;
  const unsigned stores = llvm::count_if(branch.body, [&](NodeId n) {
    const Node *assignment = onlyAssignment(nest, nest.nodes[n]);
    return !assignment || assignment->access != NoId;
  });
  if (stores > 1) {
    bool mayCoincide = llvm::any_of(facts.mayAlias, [](const Facts::AliasPair &p) { return p.equalIsFine; });
    for (const Access &read : nest.accesses)
      for (const Access &write : nest.accesses)
        if (!read.isWrite && write.isWrite && (mayCoincide || read.array == write.array))
          return false;
  }
  for (unsigned s = 0; s < branch.body.size(); ++s) {
    const Node *yes = onlyAssignment(nest, nest.nodes[branch.body[s]]);
    const Node *no = onlyAssignment(nest, nest.nodes[branch.elseBody[s]]);
    if (!yes || !no || !samePlace(nest, *yes, *no) ||
        (yes->local != NoId && facts.locals[yes->local].kind == ScalarFacts::Latch))
      return false;
  }
  return true;
}

Error SuperVectorBuilder::pairwise(const Node &node, ValueId condition, ValueId mask) {
  for (unsigned s = 0; s < node.body.size(); ++s) {
    const Node &yes = N.nodes[node.body[s]];
    Expected<ValueId> merged = either(condition, yes, N.nodes[node.elseBody[s]], mask);
    if (!merged)
      return merged.takeError();
    if (Error error = assignTo(*onlyAssignment(N, yes), *merged, mask))
      return error;
  }
  return Error::success();
}

/// What the one or the other node assigns.
Expected<ValueId> SuperVectorBuilder::either(ValueId condition, const Node &yes, const Node &no, ValueId mask) {
  const ValueId otherwise = B.create(OpKind::Not, F.typeOf(condition), {condition});
  Expected<ValueId> a = assigned(yes, both(mask, condition));
  if (!a)
    return a;
  Expected<ValueId> b = assigned(no, both(mask, otherwise));
  if (!b)
    return b;
  B.loc = yes.loc;
  *a = widen(*a);
  return B.create(OpKind::Select, F.typeOf(*a), {condition, *a, widen(*b)});
}

Expected<ValueId> SuperVectorBuilder::assigned(const Node &node, ValueId mask) {
  if (node.kind == Node::Assign)
    return expr(node.value, mask);
  Expected<ValueId> condition = expr(node.condition, mask);
  if (!condition)
    return condition;
  return either(widen(*condition), N.nodes[node.body[0]], N.nodes[node.elseBody[0]], mask);
}

/// Which side the iterations of the interior take, in a block of these.
std::optional<bool> SuperVectorBuilder::takenInside(const Node &node) const {
  const Expr &e = N.exprs[node.condition];
  if (!IsInside || e.kind != Expr::Select || e.operands[0] != N.interior->condition)
    return std::nullopt;
  const Expr &inside = N.exprs[e.operands[1]];
  return inside.kind == Expr::IntConst ? std::optional(inside.intValue != 0) : std::nullopt;
}

static bool runsCountedLoop(const Nest &nest, const Node &branch) {
  return llvm::any_of(branch.body, [&](NodeId id) {
    const Node &node = nest.nodes[id];
    return node.kind == Node::Loop && !nest.mayLeaveEarly(node.loop);
  });
}

Error SuperVectorBuilder::branch(const Node &node, ValueId mask) {
  if (const std::optional<bool> isTaken = takenInside(node))
    return statements(*isTaken ? node.body : node.elseBody, mask);
  Expected<ValueId> condition = expr(node.condition, mask);
  if (!condition)
    return condition.takeError();
  if (isUniform(*condition))
    return isCheapChoice(node) ? arms(node, *condition, mask) : uniformBranch(node, *condition, mask);
  B.loc = node.loc;
  if (assignsTheSamePlaces(N, Fa, node))
    return pairwise(node, *condition, mask);
  if (Skips && maySkip(N, Fa, node)) {
    llvm::SaveAndRestore<bool> inside(Skips, false);
    Node side = node;
    side.elseBody.clear();
    if (Error error = skippedBranch(side, *condition, mask))
      return error;
    if (node.elseBody.empty())
      return Error::success();
    const ValueId otherwise = B.create(OpKind::Not, F.typeOf(*condition), {*condition});
    // Of `else if` the lanes that come there are asked for both.
    if (const Node &next = N.nodes[node.elseBody[0]]; node.elseBody.size() == 1 && maySkip(N, Fa, next)) {
      llvm::SaveAndRestore<bool> inArm(InArm, true), skips(Skips, true);
      return branch(next, both(mask, otherwise));
    }
    side.body = node.elseBody;
    return skippedBranch(side, otherwise, mask);
  }
  // As many iterations in vain; a loop that data ends sees to that itself.
  if (Rows.empty() && node.elseBody.empty() && runsCountedLoop(N, node))
    return skippedBranch(node, *condition, mask);
  return arms(node, *condition, mask);
}

/// Both sides, each under its mask. On a side, values are set as if all lanes took it; where the sides meet, every lane
/// takes the values of its own.
Error SuperVectorBuilder::arms(const Node &node, ValueId condition, ValueId mask) {
  const std::vector<ValueId> before = locals;
  {
    llvm::SaveAndRestore<bool> inArm(InArm, true);
    if (Error error = statements(node.body, both(mask, condition)))
      return error;
  }
  const std::vector<ValueId> whenTaken = locals;
  for (LocalId l = 0; l < locals.size(); ++l)
    if (!isRunning(l)) // counts the lanes of both sides
      locals[l] = before[l];
  if (!node.elseBody.empty()) {
    llvm::SaveAndRestore<bool> inArm(InArm, true);
    const ValueId no = B.create(OpKind::Not, F.typeOf(condition), {condition});
    if (Error error = statements(node.elseBody, both(mask, no)))
      return error;
  }
  B.loc = node.loc;
  for (LocalId l = 0; l < locals.size(); ++l) {
    const bool isCarried = !InArm && mask != NoId && isSeenOutside(l);
    if (isRunning(l) || whenTaken[l] == locals[l] || whenTaken[l] == NoId)
      continue;
    // What only one side sets is undefined behind the other one.
    locals[l] = locals[l] == NoId ? whenTaken[l] : blend(condition, whenTaken[l], locals[l], N.locals[l].name);
    if (isCarried && before[l] != NoId)
      locals[l] = blend(mask, locals[l], before[l], N.locals[l].name);
  }
  return Error::success();
}

/// `yes` in the lanes of the mask, `no` in the others.
ValueId SuperVectorBuilder::blend(ValueId mask, ValueId yes, ValueId no, const std::string &name) {
  if (!isUniform(mask) || !isUniform(yes) || !isUniform(no)) {
    mask = widen(mask);
    yes = widen(yes);
    no = widen(no);
  }
  // if (c) if (d) x = y; is one choice.
  const Op *inner = F.definitionOf(yes);
  if (inner && inner->kind == OpKind::Select && inner->operands[2] == no &&
      isUniform(inner->operands[0]) == isUniform(mask)) {
    yes = inner->operands[1];
    mask = both(mask, inner->operands[0]);
  }
  return B.create(OpKind::Select, F.typeOf(yes), {mask, yes, no}, name);
}

/// An `if` without else, around which all lanes go where none of them takes it.
Error SuperVectorBuilder::skippedBranch(const Node &node, ValueId condition, ValueId mask) {
  const ValueId any = B.reduce(ReductionKind::Or, both(mask, condition));
  F.values[any].name = "is_taken";
  return realBranch(node, any, [&](bool isTaken) {
    const llvm::SaveAndRestore<ValueId> some(SomeLane, mask == NoId ? condition : SomeLane);
    return isTaken ? arms(node, condition, mask) : Error::success();
  });
}

/// The same way for all lanes.
Error SuperVectorBuilder::uniformBranch(const Node &node, ValueId condition, ValueId mask) {
  return realBranch(node, condition,
                    [&](bool isTaken) { return statements(isTaken ? node.body : node.elseBody, mask); });
}

/// A branch for all lanes, so nothing is computed in vain; `build` what is on its sides.
Error SuperVectorBuilder::realBranch(const Node &node, ValueId condition, llvm::function_ref<Error(bool)> build) {
  llvm::SaveAndRestore<ValueId> alone(SharedLanes, NoId); // other rows may not come here
  const llvm::BitVector assigned = assignedLocals(N, node.body), assignedElse = assignedLocals(N, node.elseBody);
  const std::vector<bool> updated = updatedCells(N, Fa, node.body), updatedElse = updatedCells(N, Fa, node.elseBody);
  std::vector<LocalId> merged;
  for (LocalId l = 0; l < locals.size(); ++l)
    if (assigned[l] || assignedElse[l])
      merged.push_back(l);
  std::vector<unsigned> mergedCells;
  for (unsigned c = 0; c < cells.size(); ++c)
    if (updated[c] || updatedElse[c])
      mergedCells.push_back(c);

  std::vector<unsigned> mergedFlags = raisedFlags(node.body);
  for (unsigned flag : raisedFlags(node.elseBody))
    if (!llvm::is_contained(mergedFlags, flag))
      mergedFlags.push_back(flag);
  BlockId outer = B.block();
  std::vector<ValueId> beforeLocals = locals, beforeCells = cells, beforeFlags = flags;
  Op op;
  op.kind = OpKind::If;
  op.operands = {condition};
  op.blocks = {F.addBlock(), F.addBlock()};
  llvm::SmallVector<BlockId, 2> blocks = op.blocks;
  std::vector<ValueId> sides[2];
  for (unsigned side = 0; side < 2; ++side) {
    locals = beforeLocals;
    cells = beforeCells;
    flags = beforeFlags;
    B.setBlock(blocks[side]);
    if (Error error = build(side == 0))
      return error;
    for (LocalId l : merged)
      sides[side].push_back(locals[l]);
    for (unsigned c : mergedCells)
      sides[side].push_back(widen(cells[c]));
    for (unsigned flag : mergedFlags)
      sides[side].push_back(flags[flag]);
  }
  for (unsigned side = 0; side < 2; ++side) {
    B.setBlock(blocks[side]);
    for (unsigned m = 0; m < merged.size(); ++m) {
      ValueId &v = sides[side][m];
      const ValueId other = sides[1 - side][m];
      const bool isOne = (v == NoId || isUniform(v)) && (other == NoId || isUniform(other));
      // Undefined on this path: any value will do, C does not read it.
      if (v == NoId) {
        const ScalarType element = N.locals[merged[m]].type;
        const VectorType type = isOne ? VectorType::scalar(element) : vectorOf(element);
        v = isFloat(type.element) ? B.constantFp(type, 0) : B.constant(type, 0);
      }
      if (!isOne)
        v = widen(v);
    }
    B.yield(sides[side]);
  }
  B.setBlock(outer);
  locals = beforeLocals;
  cells = beforeCells;
  flags = beforeFlags;
  llvm::SmallVector<VectorType, 4> types;
  for (ValueId v : sides[0])
    types.push_back(F.typeOf(v));
  OpId id = B.append(std::move(op), types);
  unsigned r = 0;
  for (LocalId l : merged)
    locals[l] = F.ops[id].results[r++];
  for (unsigned c : mergedCells)
    cells[c] = F.ops[id].results[r++];
  for (unsigned flag : mergedFlags)
    flags[flag] = F.ops[id].results[r++];
  return Error::success();
}

/// An inner loop whose bounds are the same for all lanes. What only some rows of a tile run, they run one by one.
Error SuperVectorBuilder::innerLoop(const Node &node, ValueId mask) {
  const Loop &loop = N.loops[node.loop];
  const SymbolId lane = laneSymbol();
  if (Lanes > 1 && (usesLanes(loop.lower) || usesLanes(loop.upper)))
    return decline(loop.loc, Reason::InnerVarying, {loop.name, N.loops[N.symbols[lane].loop].name});
  if (N.mayLeaveEarly(node.loop))
    return divergentLoop(node, mask);
  if (!variesByRow(loop)) {
    const auto [from, to] = clippedBounds(node.loop);
    return groupedLoop(node, from, to, isGuarded(node.loop) || BlockBounds.count(node.loop), mask);
  }
  Expected<CommonRange> range = commonRange(node);
  if (!range)
    return range.takeError();
  // That a row runs the loop does not say that it runs this part of it.
  const auto buildRow = [&](ValueId from, ValueId to) { return groupedLoop(node, from, to, false, LiveLanes); };
  if (Error error = beforeCommon(loop, *range, buildRow))
    return error;
  if (Error error = groupedLoop(node, range->from, range->to, false, mask))
    return error;
  return behindCommon(loop, *range, buildRow);
}

/// In groups as long as there are whole ones. These alone lie in panels. `isAhead`: `lower` is not beyond `upper`.
Error SuperVectorBuilder::groupedLoop(const Node &node, ValueId lower, ValueId upper, bool isAhead, ValueId mask) {
  if (Group == 1 || !sumsNarrowProducts(N, node.loop))
    return carriedLoop(node, lower, upper, 1, mask);
  const std::string name = N.symbols[N.loops[node.loop].iterator].name;
  if (!isAhead)
    upper = countUp(lower, upper, name + "_stop");
  const ValueId whole = roundedEnd(B, lower, upper, Group, name + "_grouped");
  if (Error error = carriedLoop(node, lower, whole, Group, mask))
    return error;
  llvm::SaveAndRestore<bool> inMemory(ReadsPanels, false);
  return carriedLoop(node, whole, upper, 1, mask);
}

/// Values assigned inside and alive outside.
SuperVectorBuilder::Carried SuperVectorBuilder::carriedBy(ArrayRef<NodeId> body) {
  Carried carried;
  carried.common.resize(N.locals.size());
  const llvm::BitVector assigned = assignedLocals(N, body);
  const ArrayRef<std::vector<ValueId>> rows = localsOfRows();
  for (size_t r = 0; r < rows.size(); ++r)
    for (LocalId l = 0; l < assigned.size(); ++l)
      if (assigned[l] && rows[r][l] != NoId)
        carried.locals.push_back({r, l});
  const std::vector<bool> updated = updatedCells(N, Fa, body);
  for (unsigned c = 0; c < cells.size(); ++c)
    if (updated[c])
      carried.cells.push_back(c);
  carried.flags = raisedFlags(body);
  return carried;
}

SuperVectorBuilder::Values SuperVectorBuilder::valuesOf(const Carried &carried) {
  Values values;
  for (auto [r, l] : carried.locals)
    values.push_back(carried.common[l] ? localsOfRows()[r][l] : widen(localsOfRows()[r][l]));
  for (unsigned c : carried.cells)
    values.push_back(widen(cells[c]));
  for (unsigned flag : carried.flags)
    values.push_back(flags[flag]);
  return values;
}

void SuperVectorBuilder::take(const Carried &carried, ArrayRef<ValueId> values) {
  unsigned next = 0;
  for (auto [r, l] : carried.locals)
    localsOfRows()[r][l] = values[next++];
  for (unsigned c : carried.cells)
    cells[c] = values[next++];
  for (unsigned flag : carried.flags)
    flags[flag] = values[next++];
}

Error SuperVectorBuilder::carriedLoop(const Node &node, ValueId lower, ValueId upper, unsigned group, ValueId mask) {
  const Loop &loop = N.loops[node.loop];
  const ValueId step = B.index(IndexExpr(group));
  Carried carried = carriedBy(node.body);
  carried.common = commonLocals(node.body, mask);
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  const BlockId outer = B.block();
  const OpId id = B.forLoop(lower, upper, step, valuesOf(carried), N.symbols[loop.iterator].name);
  const BlockId body = F.ops[id].blocks[0];
  const std::vector<ValueId> arguments = F.blocks[body].arguments;
  for (unsigned c = 0; c < carried.locals.size(); ++c)
    F.values[arguments[c + 1]].name = F.values[F.ops[id].results[c]].name = N.locals[carried.locals[c].second].name;
  symbols[loop.iterator] = arguments[0];
  take(carried, ArrayRef(arguments).drop_front());
  B.setBlock(body);
  llvm::SaveAndRestore<SymbolId> grouped(GroupedSymbol, loop.iterator);
  for (InGroup = 0; InGroup < group; ++InGroup)
    if (Error error = statements(node.body, mask))
      return error;
  InGroup = 0;
  B.yield(valuesOf(carried));
  B.setBlock(outer);
  // Anything first assigned inside is not visible after the loop (it may not have run).
  llvm::copy(before, localsOfRows().begin());
  take(carried, F.ops[id].results);
  return Error::success();
}

Error SuperVectorBuilder::buildBlock(unsigned lanes, ValueId iv, ValueId mask) {
  Lanes = lanes;
  Iv = iv;
  LiveLanes = mask;
  symbols[N.rootIterator()] = iv;
  Unconditional = touchedPlaces(N);
  return statements(N.nodes[N.root().node].body, mask);
}

} // namespace vecify
