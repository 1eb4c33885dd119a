// See Fission.h. The body is cut between two statements if nothing behind the cut must come before anything in front of
// it, in whatever iteration, and no scalar crosses it. Pieces side by side that are of one kind stay together.
#include "vecify/Nest/Fission.h"
#include "Each.h"
#include "NodeCopier.h"
#include "StatementGraph.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

constexpr size_t MostStatements = 32;

class Cutter {
public:
  Cutter(const Nest &nest, const Facts &facts, LoopId loop)
      : N(nest), F(facts), Loop(loop), Body(nest.nodes[nest.loops[loop].node].body), Graph(nest, facts, loop),
        Exposed(exposedLocals(nest, Body)), Copied(unsigned(Body.size())) {
    for (size_t s = 0; s < Body.size(); ++s)
      if (mayBeCopied(s))
        Copied.set(unsigned(s));
  }

  /// Two pieces at least, or none.
  std::vector<std::vector<NodeId>> run() const {
    std::vector<size_t> kept;
    for (size_t s = 0; s < Body.size(); ++s)
      if (!Copied.test(s))
        kept.push_back(s);
    std::vector<std::vector<size_t>> pieces;
    for (size_t k = 0; k < kept.size(); ++k) {
      if (k == 0 || mayCutBefore(kept, k))
        pieces.emplace_back();
      pieces.back().push_back(kept[k]);
    }
    std::vector<std::vector<size_t>> joined;
    std::vector<bool> inOrder;
    for (std::vector<size_t> &piece : pieces) {
      const bool isInOrder = waits(piece);
      if (!joined.empty() && inOrder.back() == isInOrder) {
        joined.back().insert(joined.back().end(), piece.begin(), piece.end());
        continue;
      }
      joined.push_back(std::move(piece));
      inOrder.push_back(isInOrder);
    }
    std::vector<std::vector<NodeId>> result;
    for (size_t p = 0; joined.size() > 1 && p < joined.size(); ++p)
      result.push_back(withCopies(joined[p]));
    return result;
  }

private:
  /// A value of one iteration alone, which nothing here can change: whoever needs it computes it.
  bool mayBeCopied(size_t s) const {
    const Node &node = N.nodes[Body[s]];
    if (node.kind != Node::Assign || node.local == NoId || N.locals[node.local].scope != Loop || Exposed[node.local])
      return false;
    for (size_t other = 0; other < Body.size(); ++other)
      if (other != s && Graph.use(other).sets[node.local])
        return false;
    const StatementUse &use = Graph.use(s);
    const bool readsOnlyOthers = llvm::all_of(use.accesses, [&](AccessId read) {
      return llvm::none_of(Body, [&](NodeId id) { return stores(id, N.accesses[read].array); });
    });
    return readsOnlyOthers && llvm::all_of(use.reads.set_bits(), [&](unsigned l) {
             for (size_t other = 0; other < Body.size(); ++other)
               if (Graph.use(other).sets[l] && !Copied.test(other))
                 return false;
             return true;
           });
  }

  bool stores(NodeId id, ArrayId array) const {
    bool result = false;
    forEachNode(N, id,
                [&](const Node &node) { result |= node.access != NoId && N.accesses[node.access].array == array; });
    return result;
  }

  bool mayCutBefore(llvm::ArrayRef<size_t> kept, size_t place) const {
    for (size_t front : kept.take_front(place))
      for (size_t behind : kept.drop_front(place)) {
        if (Graph.mustFollow(front, behind))
          return false;
        const StatementUse &a = Graph.use(front), &b = Graph.use(behind);
        if (a.sets.anyCommon(b.sets) || a.sets.anyCommon(b.reads) || b.sets.anyCommon(a.reads))
          return false;
      }
    return true;
  }

  /// Some statement hands on a value to the next iteration, other than a sum in any order.
  bool waits(llvm::ArrayRef<size_t> piece) const {
    if (llvm::any_of(piece, [&](size_t s) { return boundsMoveIn(Body[s]); }))
      return true;
    const auto has = [&](AccessId access) {
      return llvm::any_of(piece, [&](size_t s) { return Graph.use(s).accesses.contains(access); });
    };
    if (llvm::any_of(F.edges,
                     [&](const Edge &edge) { return edge.carriedBy == Loop && has(edge.source) && has(edge.sink); }))
      return true;
    return llvm::any_of(piece, [&](size_t s) {
      return llvm::any_of(Graph.use(s).sets.set_bits(), [&](unsigned l) {
        if (!Exposed[l])
          return false;
        const std::optional<ScalarFacts> sum = reductionOf(N, Loop, {N.locals[l].type, LocalId(l), NoId, {}});
        return !sum || !sum->mayReassociate;
      });
    });
  }

  /// A loop inside is not as long in every iteration.
  bool boundsMoveIn(NodeId id) const {
    bool move = false;
    forEachNode(N, id, [&](const Node &node) {
      move |= node.kind == Node::Loop && (N.loops[node.loop].lower.uses(N.loops[Loop].iterator) ||
                                          N.loops[node.loop].upper.uses(N.loops[Loop].iterator));
    });
    return move;
  }

  std::vector<NodeId> withCopies(llvm::ArrayRef<size_t> piece) const {
    llvm::BitVector wanted(unsigned(N.locals.size()));
    for (size_t s : piece)
      wanted |= Graph.use(s).reads;
    std::vector<NodeId> body;
    for (size_t s = Body.size(); s-- > 0;) {
      const bool isWanted = Copied.test(s) && wanted[N.nodes[Body[s]].local];
      if (isWanted)
        wanted |= Graph.use(s).reads;
      if (isWanted || llvm::is_contained(piece, s))
        body.insert(body.begin(), Body[s]);
    }
    return body;
  }

  const Nest &N;
  const Facts &F;
  const LoopId Loop;
  const std::vector<NodeId> Body;
  const StatementGraph Graph;
  const llvm::BitVector Exposed;
  llvm::BitVector Copied; ///< statements
};

/// Into a loop of their own, whose node it gives. What the statements share with others is copied.
NodeId movedTo(Nest &result, const Nest &before, LoopId loop, llvm::ArrayRef<NodeId> statements,
               llvm::DenseSet<AccessId> &taken) {
  const LoopId apart = addLoopLike(result, loop);
  NodeCopier copier(result, before, taken);
  copier.moveTo(loop, apart);
  copier.takeLoops();
  std::vector<NodeId> body;
  for (NodeId id : statements)
    body.push_back(copier.copy(id));
  const NodeId node = result.loops[apart].node;
  result.nodes[node].body = std::move(body);
  return node;
}

bool holdsLoops(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  bool result = false;
  for (NodeId id : body)
    forEachNode(nest, id, [&](const Node &node) { result |= node.kind == Node::Loop; });
  return result;
}

} // namespace

static bool maySplit(const Nest &nest) {
  const bool isOrdered = nest.clauses.independent || nest.clauses.ivdep || nest.hasPackedStores();
  return !isOrdered && llvm::none_of(nest.accesses, [](const Access &access) { return access.isEarly; });
}

/// Whether there were two pieces.
static bool split(Nest &result, const Nest &nest, const Facts &facts, LoopId loop) {
  const size_t statements = nest.nodes[nest.loops[loop].node].body.size();
  if (statements < 2 || statements > MostStatements)
    return false;
  const std::vector<std::vector<NodeId>> pieces = Cutter(nest, facts, loop).run();
  if (pieces.empty())
    return false;
  std::vector<NodeId> loops = {nest.loops[loop].node};
  llvm::DenseSet<AccessId> taken;
  for (NodeId id : pieces[0])
    for (AccessId access : useOf(nest, id).accesses)
      taken.insert(access);
  for (const std::vector<NodeId> &piece : llvm::ArrayRef(pieces).drop_front())
    loops.push_back(movedTo(result, nest, loop, piece, taken));
  result.nodes[loops[0]].body = pieces[0];
  result.splitLoops += (result.splitLoops.empty() ? "" : ", ") + nest.loops[loop].name + " in " +
                       std::to_string(pieces.size()) + " loops";
  for (Node &node : result.nodes)
    for (std::vector<NodeId> *body : {&node.body, &node.elseBody})
      if (const auto place = llvm::find(*body, loops[0]); place != body->end())
        body->insert(body->erase(place), loops.begin(), loops.end());
  return true;
}

std::optional<Nest> withLoopsSplit(const Nest &nest, const Facts &facts) {
  if (!maySplit(nest))
    return std::nullopt;
  Nest result = nest;
  bool isSplit = false;
  for (LoopId loop = 1; loop < nest.loops.size(); ++loop)
    isSplit |= !holdsLoops(nest, nest.nodes[nest.loops[loop].node].body) && split(result, nest, facts, loop);
  return isSplit ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Nest> withLoopSplit(const Nest &nest, const Facts &facts, LoopId loop) {
  Nest result = nest;
  if (!maySplit(nest) || !split(result, nest, facts, loop))
    return std::nullopt;
  renumberLoops(result);
  return result;
}

} // namespace vecify
