// The mathematics of lock-step lanes.
//
// An instance of an access is (o, l, p): counters o of the loops around loop L, its counter l, and its phase p, the
// counters of the loops inside L interleaved with textual positions. C runs instances in lexicographic order of
// (o, l, p). Lanes run V consecutive iterations of L together,
//
//     (o, floor((l - lower) / V), p, lane),
//
// all reads of a statement before its write (they have different phases), and lanes of one phase in no order at all.
// An `if` becomes masks: its sides stay at their textual positions.
//
// A dependence x -> y with equal o, carried by L (l_x < l_y), is kept if x and y are in different blocks or if
// p_x < p_y; it is reversed or lost only if l_y - l_x < V and not p_x < p_y. So with
//
//     blockedAt = min { l_y - l_x : x -> y carried by L, not p_x < p_y }
//
// every V <= blockedAt is right wherever the blocks begin, and if the set is empty every V is. Dependences with equal l
// order the same lane by its phases, as C does; those carried by outer loops are kept because o comes first, those
// carried by inner loops of L have equal l. All memory-based dependences are looked at, not only the last writes, so
// the answer needs no argument about what overwrites what.
//
// not p_x < p_y is a union: with common inner loops m_1 ... m_r of x and y, the first that differs goes backward, or
// all are equal and the textual position of y is not behind that of x.
#include "Dependences.h"
#include "Uniform.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// A store, or a branch with nothing but one on each side.
static bool isOneStore(const Nest &nest, NodeId id) {
  const Node &node = nest.nodes[id];
  if (node.kind != Node::If)
    return node.kind == Node::Assign && node.access != NoId;
  return node.body.size() == 1 && node.elseBody.size() == 1 && isOneStore(nest, node.body[0]) &&
         isOneStore(nest, node.elseBody[0]);
}

/// `if (c) p = e; else p = f;` may become one store of a select: reads of f before the store of e, where C has them
/// after it. For lanes neither order may be relied on.
static bool mayBecomeOneStore(const Nest &nest, const Occurrence &a, const Occurrence &b) {
  if (!areExclusive(a, b))
    return false;
  size_t parting = 0;
  while (a.branches[parting] == b.branches[parting])
    ++parting;
  return isOneStore(nest, a.branches[parting].first);
}

static Edge::Kind kindOf(const Nest &nest, const Occurrence &source, const Occurrence &sink) {
  if (!nest.accesses[source.access].isWrite)
    return Edge::Anti;
  return nest.accesses[sink.access].isWrite ? Edge::Output : Edge::Flow;
}

namespace {

/// Pairs of instances of a and b with `shared` equal outer counters, seen in one direction of loop `shared`.
class CarriedPairs {
public:
  CarriedPairs(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared,
               const Conflict &conflict, const std::optional<UniformDistances> &uniform)
      : scop(scop), a(a), b(b), shared(shared), conflict(conflict), uniform(uniform),
        loops(llvm::ArrayRef(a.loops).take_front(commonLoops(a, b))) {}

  /// sign +1: a is the source, b later; -1: the other way round.
  std::optional<Dependence> find(int sign) const {
    Dependence found;
    found.a = &a;
    found.b = &b;
    Edge &edge = found.edge;
    const Occurrence &source = sign > 0 ? a : b, &sink = sign > 0 ? b : a;
    edge.source = source.access;
    edge.sink = sink.access;
    edge.kind = kindOf(scop.nest, source, sink);
    edge.carriedBy = loops[shared];
    edge.distance.assign(shared, 0);
    edge.distance.resize(loops.size());
    const bool isForward = source.phase < sink.phase && !mayBecomeOneStore(scop.nest, a, b);
    if (!(uniform ? fromDistances(sign, isForward, found) : fromSystem(sign, isForward, found)))
      return std::nullopt;
    edge.isAssumed = !conflict.isExact || (conflict.dependsOnParams && !edge.distance[shared]);
    return found;
  }

private:
  bool fromDistances(int sign, bool isForward, Dependence &found) const {
    const auto distance = [&](unsigned k) -> std::optional<int64_t> {
      const std::optional<int64_t> d = uniform->along[k - shared];
      return d ? std::optional(sign * *d) : std::nullopt;
    };
    if (uniform->isEmpty || (distance(shared) && *distance(shared) <= 0))
      return false;
    for (unsigned k = shared; k < loops.size(); ++k)
      found.edge.distance[k] = distance(k);
    if (!distance(shared) && maxTripCount(scop.nest, loops[shared]) == 2)
      found.edge.distance[shared] = 1;
    // The first inner distance that is not zero decides; one that is free takes every sign.
    bool isBlocked = !isForward;
    for (unsigned k = shared + 1; k < loops.size(); ++k) {
      if (distance(k) && *distance(k) == 0)
        continue;
      isBlocked = !distance(k) || *distance(k) < 0;
      break;
    }
    if (isBlocked)
      found.blockedAt = distance(shared).value_or(1);
    return true;
  }

  bool fromSystem(int sign, bool isForward, Dependence &found) const {
    const auto along = [&](unsigned k) { return IndexExpr(sign) * scop.distanceAlong(loops[k]); };
    LinearSystem pairs = conflict.system;
    pairs.addInequality(along(shared) - 1);
    for (unsigned k = shared; k < loops.size(); ++k) {
      const LinearSystem::Extreme low = pairs.minimum(along(k), scop.context);
      if (low.isEmpty)
        return false;
      if (low.value && pairs.maximum(along(k), scop.context).value == low.value)
        found.edge.distance[k] = low.value;
    }
    const auto block = [&](const LinearSystem &backward) {
      const LinearSystem::Extreme nearest = backward.minimum(along(shared), scop.context);
      if (!nearest.isEmpty)
        found.blockedAt = std::min(found.blockedAt.value_or(INT64_MAX), nearest.value.value_or(1));
    };
    for (unsigned k = shared + 1; k < loops.size(); ++k) {
      LinearSystem backward = pairs;
      backward.addInequality(-along(k) - 1);
      block(backward);
      pairs.addEquality(along(k));
    }
    if (!isForward)
      block(pairs);
    return true;
  }

  const Scop::Impl &scop;
  const Occurrence &a, &b;
  const unsigned shared;
  const Conflict &conflict;
  const std::optional<UniformDistances> &uniform;
  const llvm::ArrayRef<LoopId> loops;
};

} // namespace

static std::optional<UniformDistances> closedForm(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b,
                                                  unsigned shared, const Conflict &conflict) {
  if (!scop.options.useClosedForms)
    return std::nullopt;
  return uniformDistances(scop, a, b, shared, conflict);
}

/// Both in the same iteration of all common loops: ordered by phase.
static void findWithinIteration(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b,
                                std::vector<Dependence> &result) {
  const unsigned common = commonLoops(a, b);
  if (a.phase == b.phase || areExclusive(a, b))
    return;
  const Conflict conflict = conflictOf(scop, a, b, common);
  if (conflict.isImpossible)
    return;
  const std::optional<UniformDistances> uniform = closedForm(scop, a, b, common, conflict);
  if (uniform ? uniform->isEmpty : conflict.system.isEmpty(scop.context))
    return;
  const bool isAFirst = a.phase < b.phase;
  const Occurrence &source = isAFirst ? a : b, &sink = isAFirst ? b : a;
  Dependence found;
  found.a = &a;
  found.b = &b;
  found.edge.source = source.access;
  found.edge.sink = sink.access;
  found.edge.kind = kindOf(scop.nest, source, sink);
  found.edge.distance.assign(common, 0);
  found.edge.isAssumed = !conflict.isExact || conflict.dependsOnParams;
  result.push_back(std::move(found));
}

void findDependences(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b,
                     std::vector<Dependence> &result) {
  const auto isPacked = [&](const Occurrence &o) { return scop.nest.accesses[o.access].packedBy != NoId; };
  if (&a != &b && (isPacked(a) || isPacked(b)))
    return; // the places that packedStores lets be read are not those that it writes
  const unsigned common = commonLoops(a, b);
  for (unsigned shared = 0; shared < common; ++shared) {
    const Conflict conflict = conflictOf(scop, a, b, shared);
    if (conflict.isImpossible)
      continue;
    const std::optional<UniformDistances> uniform = closedForm(scop, a, b, shared, conflict);
    const CarriedPairs pairs(scop, a, b, shared, conflict, uniform);
    if (std::optional<Dependence> found = pairs.find(1))
      result.push_back(std::move(*found));
    if (&a == &b)
      continue;
    if (std::optional<Dependence> found = pairs.find(-1))
      result.push_back(std::move(*found));
  }
  if (&a != &b)
    findWithinIteration(scop, a, b, result);
}

bool conflictAcrossIterations(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned depth) {
  for (unsigned shared = 0; shared < depth; ++shared) {
    const Conflict conflict = conflictOf(scop, a, b, shared);
    if (conflict.isImpossible)
      continue;
    const std::optional<UniformDistances> uniform = closedForm(scop, a, b, shared, conflict);
    const CarriedPairs pairs(scop, a, b, shared, conflict, uniform);
    if (pairs.find(1) || pairs.find(-1))
      return true;
  }
  return false;
}

} // namespace vecify
