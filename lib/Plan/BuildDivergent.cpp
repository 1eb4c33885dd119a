// Inner loops whose lanes end at different times: as long as any lane is in the loop, under the mask of those that are.
//
//     for (k = 0; k < most; k++) {         for %k = 0 to %most stops carry(%stop, %alive, %x..) {
//       if (x * x > 4)                       %c = cmp_gt ..
//         break;                      ->     %still = and %alive, not %c
//       x = x * x + a;                       %none = not any of %still
//     }                                      if %none { yield true, %still, %x }
//                                            else { %y = select %still, .., %x; yield false, %still, %y }
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// A lane that has left the loop, or the block, keeps what it has in the local.
bool SuperVectorBuilder::isSeenOutside(LocalId local) const {
  LoopId scope = N.locals[local].scope;
  if (scope == NoId || Divergent == NoId)
    return scope == NoId;
  while (scope != NoId && scope != Divergent)
    scope = N.loops[scope].parent;
  return scope == NoId;
}

static llvm::SmallSetVector<AccessId, 16> accessesIn(const Nest &nest, LoopId loop) {
  llvm::SmallSetVector<AccessId, 16> accesses;
  for (const Occurrence &o : occurrences(nest))
    if (llvm::is_contained(o.loops, loop))
      accesses.insert(o.access);
  return accesses;
}

/// Of what is not touched anyway.
bool SuperVectorBuilder::readsForAllLanes(ArrayRef<AccessId> accesses) const {
  return llvm::any_of(accesses, [&](AccessId id) {
    const Access &access = N.accesses[id];
    return !access.isWrite && access.isAffine() && !usesLanes(N.byteAddress(access)) && !isExecutedAnyway(id);
  });
}

/// What every lane reads in its first iteration and again in all others is read before.
Error SuperVectorBuilder::readBefore(LoopId loop, ArrayRef<AccessId> accesses, ValueId mask) {
  const auto isInside = [&](SymbolId symbol) {
    const Symbol &s = N.symbols[symbol];
    LoopId at = s.kind == Symbol::Iterator ? s.loop : NoId;
    while (at != NoId && at != loop)
      at = N.loops[at].parent;
    return at == loop;
  };
  for (AccessId id : accesses) {
    if (!isExecutedAnyway(id) || llvm::any_of(N.byteAddress(N.accesses[id]).symbols(), isInside))
      continue;
    Expected<ValueId> value = load(id, mask);
    if (!value)
      return value.takeError();
    Held[id] = *value;
  }
  return Error::success();
}

Error SuperVectorBuilder::divergentLoop(const Node &node, ValueId mask) {
  const Loop &loop = N.loops[node.loop];
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  llvm::SaveAndRestore<bool> arm(InArm, false); // dead lanes keep their values
  llvm::SaveAndRestore<LoopId> divergent(Divergent, node.loop);
  llvm::SaveAndRestore<ValueId> alone(SharedLanes, NoId);
  // Lanes that leave in different iterations see what each has set first.
  const llvm::BitVector assigned = assignedLocals(N, node.body);
  for (LocalId l = 0; l < assigned.size(); ++l)
    if (assigned[l] && locals[l] == NoId && isSeenOutside(l)) {
      const VectorType type = vectorOf(N.locals[l].type);
      locals[l] = isFloat(type.element) ? B.constantFp(type, 0) : B.constant(type, 0);
    }
  const Carried carried = carriedBy(node.body);
  const std::vector<ValueId> before = locals;
  const llvm::SmallSetVector<AccessId, 16> accesses = accessesIn(N, node.loop);
  // A few iterations are written out: nobody asks whether any lane is left, but to read what is the same for all.
  constexpr int64_t few = 8;
  const bool mayStop = Lanes == 1 || N.tripCount(node.loop).asConstant().value_or(INT64_MAX) > few ||
                       readsForAllLanes(accesses.getArrayRef());
  const size_t own = mayStop ? 2 : 1; // values carried in front of the scalars
  Values inits;
  if (mayStop) {
    inits = {B.constant(truth, 0)};
    F.values[inits[0]].name = "stops";
  }
  inits.push_back(mask == NoId ? B.constant(vectorOf(ScalarType::I1), 1) : widen(mask));
  llvm::append_range(inits, valuesOf(carried));
  llvm::SaveAndRestore<std::map<AccessId, ValueId>> held(Held);
  const bool stores = llvm::any_of(accesses, [&](AccessId id) { return N.accesses[id].isWrite; });
  if (Lanes > 1 && !Tiles && !stores)
    if (Error error = readBefore(node.loop, accesses.getArrayRef(), mask))
      return error;
  const auto [from, to] = clippedBounds(node.loop);
  const BlockId outer = B.block();
  const OpId id = B.forLoop(from, to, B.index(IndexExpr(1)), inits, N.symbols[loop.iterator].name);
  F.ops[id].mayStop = mayStop;
  const std::vector<ValueId> arguments = F.blocks[F.ops[id].blocks[0]].arguments;
  F.values[arguments[own]].name = "alive";
  for (size_t c = 0; c < carried.locals.size(); ++c)
    F.values[arguments[c + own + 1]].name = N.locals[carried.locals[c].second].name;
  symbols[loop.iterator] = arguments[0];
  take(carried, ArrayRef(arguments).drop_front(own + 1));
  B.setBlock(F.ops[id].blocks[0]);
  Expected<Values> next = untilAllHaveLeft(node.body, arguments[own], carried, mayStop);
  if (!next)
    return next.takeError();
  B.yield(ArrayRef(*next).drop_front(mayStop ? 0 : 1));
  B.setBlock(outer);
  locals = before;
  take(carried, ArrayRef(F.ops[id].results).drop_front(own));
  return Error::success();
}

/// One iteration: whether it is the last one, which no lane left decides if it `mayStop`, who is alive behind it, and
/// what is carried.
Expected<SuperVectorBuilder::Values> SuperVectorBuilder::untilAllHaveLeft(ArrayRef<NodeId> body, ValueId alive,
                                                                          const Carried &carried, bool mayStop) {
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  const ValueId aliveBefore = alive;
  const auto results = [&](bool stops) {
    Values all = {B.constant(truth, stops), stops ? aliveBefore : alive}; // nobody asks once all have left
    llvm::append_range(all, valuesOf(carried));
    return all;
  };
  const auto leaves = [&](NodeId id) { return N.nodes[id].leaves; };
  for (size_t s = 0; s < body.size(); ++s) {
    const Node &node = N.nodes[body[s]];
    B.loc = node.loc;
    if (!node.leaves) {
      if (Error error = statement(node, Lanes == 1 ? NoId : alive))
        return std::move(error);
      continue;
    }
    Expected<ValueId> condition = expr(node.condition, Lanes == 1 ? NoId : alive);
    if (!condition)
      return condition.takeError();
    const ArrayRef<NodeId> rest = body.drop_front(s + 1);
    const ValueId left = widen(*condition);
    ValueId none = left;
    if (Lanes > 1) {
      alive = B.create(OpKind::And, F.typeOf(alive), {alive, B.create(OpKind::Not, F.typeOf(left), {left})}, "alive");
      if (!mayStop || llvm::any_of(rest, leaves))
        continue;
      const ValueId any = B.reduce(ReductionKind::Or, alive);
      F.values[any].name = "any_alive";
      none = B.create(OpKind::Not, truth, {any}, "all_left");
    }
    return either(
        none, [&]() -> Expected<Values> { return results(true); },
        [&] {
          llvm::SaveAndRestore<ValueId> some(SomeLane, Lanes > 1 ? alive : SomeLane);
          return untilAllHaveLeft(rest, alive, carried, mayStop);
        });
  }
  return results(false);
}

} // namespace vecify
