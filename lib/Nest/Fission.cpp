// See Fission.h. The body is cut between two statements if nothing behind the cut must come before anything in front of
// it, in whatever iteration, and no scalar crosses it. Pieces side by side that are of one kind stay together.
#include "vecify/Nest/Fission.h"
#include "Each.h"
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

/// Moves statements into a loop of their own. `taken`: accesses of statements that stay, or were moved before.
class Mover {
public:
  Mover(Nest &result, const Nest &before, LoopId loop, llvm::DenseSet<AccessId> &taken)
      : R(result), N(before), Old(loop), Taken(taken) {}

  /// The new loop's node. What the statements share with others is copied.
  NodeId move(llvm::ArrayRef<NodeId> statements) {
    Loop loop = N.loops[Old];
    Symbol counter = N.symbols[loop.iterator];
    New = LoopId(R.loops.size());
    counter.loop = New;
    R.symbols.push_back(std::move(counter));
    Counter = SymbolId(R.symbols.size() - 1);
    Node node = N.nodes[loop.node];
    node.loop = New;
    node.body.clear();
    for (NodeId id : statements)
      node.body.push_back(copy(id));
    loop.iterator = Counter;
    loop.node = R.add(std::move(node));
    R.loops.push_back(std::move(loop));
    return R.loops[New].node;
  }

private:
  IndexExpr moved(const IndexExpr &expr) const {
    return expr.substitute(N.loops[Old].iterator, IndexExpr::symbol(Counter));
  }

  NodeId copy(NodeId id) {
    Node node = N.nodes[id];
    node.value = copyExpr(node.value);
    node.condition = copyExpr(node.condition);
    node.access = copyAccess(node.access);
    node.local = copyLocal(node.local);
    for (std::vector<NodeId> *body : {&node.body, &node.elseBody})
      for (NodeId &child : *body)
        child = copy(child);
    return R.add(std::move(node));
  }

  LocalId copyLocal(LocalId id) {
    if (id == NoId || N.locals[id].scope != Old)
      return id;
    const auto [known, isNew] = Locals.try_emplace(id, LocalId(R.locals.size()));
    if (isNew) {
      Local local = N.locals[id];
      local.scope = New;
      R.locals.push_back(std::move(local));
    }
    return known->second;
  }

  AccessId copyAccess(AccessId id) {
    if (id == NoId)
      return NoId;
    if (const auto known = Accesses.find(id); known != Accesses.end())
      return known->second;
    Access access = N.accesses[id];
    for (IndexExpr &sub : access.subs)
      sub = moved(sub);
    for (ExprId &sub : access.indirect)
      sub = copyExpr(sub);
    if (!Taken.insert(id).second)
      return Accesses[id] = R.add(std::move(access));
    R.accesses[id] = std::move(access);
    return Accesses[id] = id;
  }

  ExprId copyExpr(ExprId id) {
    if (id == NoId)
      return NoId;
    if (const auto known = Exprs.find(id); known != Exprs.end())
      return known->second;
    Expr e = N.exprs[id];
    e.index = moved(e.index);
    e.access = copyAccess(e.access);
    e.local = copyLocal(e.local);
    for (ExprId &operand : e.operands)
      operand = copyExpr(operand);
    return Exprs[id] = R.add(std::move(e));
  }

  Nest &R;
  const Nest &N;
  const LoopId Old;
  llvm::DenseSet<AccessId> &Taken;
  LoopId New = NoId;
  SymbolId Counter = NoId;
  llvm::DenseMap<LocalId, LocalId> Locals;
  llvm::DenseMap<AccessId, AccessId> Accesses;
  llvm::DenseMap<ExprId, ExprId> Exprs;
};

bool holdsLoops(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  bool result = false;
  for (NodeId id : body)
    forEachNode(nest, id, [&](const Node &node) { result |= node.kind == Node::Loop; });
  return result;
}

} // namespace

std::optional<Nest> withLoopsSplit(const Nest &nest, const Facts &facts) {
  const bool isOrdered = nest.clauses.independent || nest.clauses.ivdep || nest.hasPackedStores();
  if (isOrdered || llvm::any_of(nest.accesses, [](const Access &access) { return access.isEarly; }))
    return std::nullopt;
  std::optional<Nest> result;
  for (LoopId loop = 1; loop < nest.loops.size(); ++loop) {
    const size_t statements = nest.nodes[nest.loops[loop].node].body.size();
    if (statements < 2 || statements > MostStatements || holdsLoops(nest, nest.nodes[nest.loops[loop].node].body))
      continue;
    const std::vector<std::vector<NodeId>> pieces = Cutter(nest, facts, loop).run();
    if (pieces.empty())
      continue;
    if (!result)
      result = nest;
    std::vector<NodeId> loops = {nest.loops[loop].node};
    llvm::DenseSet<AccessId> taken;
    for (NodeId id : pieces[0])
      for (AccessId access : useOf(nest, id).accesses)
        taken.insert(access);
    for (const std::vector<NodeId> &piece : llvm::ArrayRef(pieces).drop_front())
      loops.push_back(Mover(*result, nest, loop, taken).move(piece));
    result->nodes[loops[0]].body = pieces[0];
    result->splitLoops += (result->splitLoops.empty() ? "" : ", ") + nest.loops[loop].name + " in " +
                          std::to_string(pieces.size()) + " loops";
    for (Node &node : result->nodes)
      for (std::vector<NodeId> *body : {&node.body, &node.elseBody})
        if (const auto place = llvm::find(*body, loops[0]); place != body->end())
          body->insert(body->erase(place), loops.begin(), loops.end());
  }
  return result;
}

} // namespace vecify
