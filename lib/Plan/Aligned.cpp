#include "Aligned.h"
#include "Enumerate.h"
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Periods.h"
#include "vecify/Nest/Range.h"

namespace vecify {

static constexpr int64_t lineBytes = 64;

/// Fewer bytes of an access than these gain nothing.
static constexpr int64_t leastBytes = 2048;

/// It moves on by an element per iteration, in vectors of a line.
static bool fillsLines(const Nest &nest, const Access &access, const Plan &plan) {
  if (!access.isAffine() || access.packedBy != NoId)
    return false;
  const SymbolId counter = nest.rootIterator();
  const IndexExpr place = nest.byteAddress(access);
  return place.degreeIn(counter) == 1 && place.coefficientOf(counter).asConstant() == bytesOf(access.type) &&
         plan.lanes * bytesOf(access.type) >= lineBytes;
}

/// A declared array that is aligned, from its first element on.
static bool beginsWithALine(const Nest &nest, const Access &access) {
  const IndexExpr first = nest.byteAddress(access).substitute(nest.rootIterator(), nest.root().lower);
  return nest.arrays[access.array].alignment % lineBytes == 0 && first.asConstant().value_or(1) % lineBytes == 0;
}

/// Where in a line its first element lies if its array begins with one, as allocators' blocks do or nearly.
static IndexExpr placeInLine(const Nest &nest, const Access &access) {
  const IndexExpr first = nest.byteAddress(access).substitute(nest.rootIterator(), nest.root().lower);
  IndexExpr place;
  for (const IndexExpr::Term &term : first.terms())
    if (const int64_t left = (term.coefficient % lineBytes + lineBytes) % lineBytes) {
      IndexExpr part(left);
      for (SymbolId s : term.symbols)
        part = part * IndexExpr::symbol(s);
      place = place + part;
    }
  return place;
}

/// Without accumulators the head runs first; with them it runs last, so that nothing may depend on the order.
static bool mayHaveHead(const Nest &nest, const Facts &facts) {
  if (hasReductions(nest, facts) && llvm::any_of(nest.accesses, [](const Access &a) { return a.isWrite; }))
    return false;
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const ScalarFacts &scalar = facts.locals[l];
    if (scalar.isAccumulated() && (scalar.kind != ScalarFacts::Reduction || !scalar.mayReassociate))
      return false;
  }
  return facts.cells.empty();
}

std::optional<AccessId> accessToAlign(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                      const Target &target) {
  const bool isPlain = !plan.isRescheduled() && !plan.wave && !plan.grid && !plan.blocks && plan.group == 1;
  const bool hasMasks = target.predicateMasks && plan.registerBits == 8 * lineBytes && !legality.wholeVectors;
  const bool isInOrder = legality.needsLastIteration || legality.mayStartOver || !legality.pivots.empty() ||
                         legality.maxLanes < Legality().maxLanes || nest.mayLeaveEarly();
  if (!isPlain || !hasMasks || isInOrder || nest.loops.size() != 1 || nest.rolled != 1 || nest.writtenOut ||
      nest.reordered || nest.source.depth > 0 || nest.clauses.annotated || nest.clauses.cores > 0 ||
      nest.tripCount(0).asConstant() || plan.tail == Tail::None || !mayHaveHead(nest, facts) ||
      hasPeriods(nest, nest.rootIterator()))
    return std::nullopt;
  /// Accesses that meet the lines together.
  struct Alike {
    IndexExpr place;
    AccessId first; ///< a store where there is one
    double cycles;
  };
  std::vector<Alike> groups;
  // Cycles of a block's accesses if each takes two lines: two reads at a time, and one store.
  double apart = 0;
  for (AccessId id = 0; id < nest.accesses.size(); ++id) {
    const Access &access = nest.accesses[id];
    if (!fillsLines(nest, access, plan))
      continue;
    if (access.isWrite && beginsWithALine(nest, access))
      return std::nullopt;
    const double cycles = access.isWrite ? 2 : 1;
    apart += cycles;
    const IndexExpr place = placeInLine(nest, access);
    auto group = llvm::find_if(groups, [&](const Alike &other) { return other.place == place; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {place, id, 0});
    group->cycles += cycles;
    if (access.isWrite && !nest.accesses[group->first].isWrite)
      group->first = id;
  }
  const auto best = llvm::max_element(groups, [](const Alike &a, const Alike &b) { return a.cycles < b.cycles; });
  constexpr double clearly = 1.2;
  if (groups.empty() || apart < clearly * plan.cost.perIteration * plan.lanes)
    return std::nullopt;
  const Access &access = nest.accesses[best->first];
  if (beginsWithALine(nest, access) || likelyIterations(nest, 0) < leastBytes / bytesOf(access.type))
    return std::nullopt;
  return best->first;
}

/// Iterations before the first whole line; 0 for short loops.
ValueId SuperVectorBuilder::iterationsBeforeLine(AccessId id, const IndexExpr &trip, const std::string &name) {
  const Access &access = N.accesses[id];
  const int64_t bytes = bytesOf(access.type);
  const VectorType index = VectorType::scalar(ScalarType::Index), truth = VectorType::scalar(ScalarType::I1);
  Op place;
  place.kind = OpKind::Address;
  place.mem.pattern = id;
  for (const IndexExpr &sub : access.subs)
    place.mem.subs.push_back(map(sub.substitute(N.rootIterator(), N.root().lower)));
  const ValueId address = F.ops[B.append(std::move(place), {index})].results[0];
  const ValueId left = B.create(OpKind::And, index,
                                {B.index(IndexExpr(0) - IndexExpr::symbol(address)), B.constant(index, lineBytes - 1)},
                                bytes == 1 ? "before" : "");
  const ValueId before = bytes == 1 ? left : B.create(OpKind::Div, index, {left, B.constant(index, bytes)}, "before");
  // Tests run short loops.
  const int64_t least = Options.randomSeed ? lineBytes : leastBytes;
  const ValueId isLong = B.create(OpKind::CmpGe, truth, {B.index(trip), B.constant(index, least / bytes)});
  return B.create(OpKind::Select, index, {isLong, before, B.constant(index, 0)}, name);
}

} // namespace vecify
