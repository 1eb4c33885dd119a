#include "StatementGraph.h"
#include "vecify/Nest/Exposed.h"
#include "llvm/ADT/SmallVector.h"

namespace vecify {

void noteUse(const Nest &nest, ExprId expr, StatementUse &use) {
  llvm::SmallVector<ExprId, 16> work;
  llvm::DenseSet<ExprId> seen;
  const auto push = [&](ExprId id) {
    if (id != NoId && seen.insert(id).second)
      work.push_back(id);
  };
  push(expr);
  while (!work.empty()) {
    const Expr &e = nest.exprs[work.pop_back_val()];
    if (e.kind == Expr::Local)
      use.reads.set(e.local);
    if (e.kind == Expr::Load) {
      use.accesses.insert(e.access);
      for (ExprId sub : nest.accesses[e.access].indirect)
        push(sub);
    }
    for (ExprId operand : e.operands)
      push(operand);
  }
}

static void noteStatement(const Nest &nest, NodeId id, StatementUse &use) {
  const Node &node = nest.nodes[id];
  noteUse(nest, node.value, use);
  noteUse(nest, node.condition, use);
  if (node.local != NoId)
    use.sets.set(node.local);
  if (node.access != NoId) {
    use.accesses.insert(node.access);
    for (ExprId sub : nest.accesses[node.access].indirect)
      noteUse(nest, sub, use);
  }
  for (const std::vector<NodeId> *body : {&node.body, &node.elseBody})
    for (NodeId child : *body)
      noteStatement(nest, child, use);
}

StatementUse useOf(const Nest &nest, NodeId statement) {
  StatementUse use;
  use.reads.resize(nest.locals.size());
  use.sets.resize(nest.locals.size());
  noteStatement(nest, statement, use);
  return use;
}

/// `loop` itself, or around it.
static bool encloses(const Nest &nest, LoopId outer, LoopId loop) {
  while (loop != NoId && loop != outer)
    loop = nest.loops[loop].parent;
  return loop != NoId;
}

StatementGraph::StatementGraph(const Nest &nest, const Facts &facts, LoopId loop) : Loop(loop) {
  for (NodeId id : nest.nodes[nest.loops[loop].node].body)
    Uses.push_back(useOf(nest, id));
  Reach.assign(size(), llvm::BitVector(size()));
  memory(nest, facts);
  equalBases(nest, facts);
  scalars(nest, facts);
  for (size_t through = 0; through < size(); ++through)
    for (size_t from = 0; from < size(); ++from)
      if (Reach[from].test(through))
        Reach[from] |= Reach[through];
}

/// Dependences at any distance. What a loop inside carries stays inside its statement.
void StatementGraph::memory(const Nest &nest, const Facts &facts) {
  for (const Edge &edge : facts.edges) {
    if (edge.carriedBy != NoId && !encloses(nest, Loop, edge.carriedBy))
      continue;
    for (size_t from = 0; from < size(); ++from)
      for (size_t to = 0; to < size(); ++to)
        if (Uses[from].accesses.contains(edge.source) && Uses[to].accesses.contains(edge.sink) &&
            (from != to || edge.carriedBy == Loop))
          Reach[from].set(to);
  }
}

/// Arrays that may have one base meet in the same iteration only: there the textual order counts.
void StatementGraph::equalBases(const Nest &nest, const Facts &facts) {
  const auto touches = [&](size_t statement, ArrayId array) {
    return llvm::any_of(Uses[statement].accesses, [&](AccessId a) { return nest.accesses[a].array == array; });
  };
  for (const Facts::AliasPair &pair : facts.mayAlias)
    for (size_t from = 0; (pair.equalIsFine || pair.needsNoGuard) && from < size(); ++from)
      for (size_t to = from + 1; to < size(); ++to)
        if ((touches(from, pair.a) && touches(to, pair.b)) || (touches(from, pair.b) && touches(to, pair.a)))
          Reach[from].set(to);
}

/// Who reads a scalar behind its last assignment reads what that left; whoever else reads or assigns it shares a loop
/// with the assignments. Lanes of a delayed one are known where what it takes its value from is assigned.
void StatementGraph::scalars(const Nest &nest, const Facts &facts) {
  const llvm::BitVector exposed = exposedLocals(nest, nest.nodes[nest.loops[Loop].node].body);
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const LocalId next = Loop == 0 && l < facts.locals.size() ? facts.locals[l].next : NoId;
    llvm::SmallVector<size_t, 4> setters;
    for (size_t s = 0; s < size(); ++s)
      if (Uses[s].sets.test(l) || (next != NoId && Uses[s].sets.test(next)))
        setters.push_back(s);
    if (setters.empty() || !(nest.locals[l].scope == NoId || encloses(nest, nest.locals[l].scope, Loop)))
      continue;
    for (size_t s = 0; s < size(); ++s) {
      if (!llvm::is_contained(setters, s) && !Uses[s].reads.test(l))
        continue;
      const bool isBehind = s > setters.back();
      for (size_t setter : setters) {
        if (s == setter && !exposed.test(l))
          continue;
        Reach[setter].set(s);
        if (!isBehind)
          Reach[s].set(setter);
      }
    }
  }
}

} // namespace vecify
