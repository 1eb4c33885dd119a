// More and smaller statements, so that what need not run one iteration after the other can be told apart.
//
//     y[i] = s;                             s_old = s;
//     s = s * c + (x[i] * x[i] + 1);        y[i] = s_old;
//                                           s_in = x[i] * x[i] + 1;
//                                           s = s * c + s_in;
//     a[i] = b[i];                          c_in = a[i + 1];    read before the next iteration overwrites it
//     c[i] = a[i] * a[i + 1];               a[i] = b[i];
//                                           c[i] = a[i] * c_in;
#include "SameValue.h"
#include "StatementGraph.h"
#include "vecify/Nest/Distribution.h"
#include "llvm/ADT/DenseMap.h"

namespace vecify {
namespace {

LocalId addLocal(Nest &nest, std::string name, ScalarType type, Loc loc, bool isBool = false) {
  Local local;
  local.name = std::move(name);
  local.type = type;
  local.isBool = isBool;
  local.scope = 0;
  local.loc = loc;
  nest.locals.push_back(std::move(local));
  return LocalId(nest.locals.size() - 1);
}

ExprId addRead(Nest &nest, LocalId local, Loc loc) {
  Expr read;
  read.kind = Expr::Local;
  read.type = nest.locals[local].type;
  read.local = local;
  read.loc = loc;
  return nest.add(std::move(read));
}

NodeId addAssign(Nest &nest, LocalId local, ExprId value, Loc loc) {
  Node assign;
  assign.local = local;
  assign.value = value;
  assign.loc = loc;
  return nest.add(std::move(assign));
}

/// A copy of an expression in which some parts are others; what is the same stays shared. `replace` gives what stands
/// for an expression, or NoId to look into it.
ExprId rewritten(Nest &nest, ExprId id, llvm::function_ref<ExprId(ExprId)> replace) {
  if (const ExprId other = replace(id); other != NoId)
    return other;
  Expr copy = nest.exprs[id];
  bool isChanged = false;
  for (ExprId &operand : copy.operands) {
    const ExprId other = rewritten(nest, operand, replace);
    isChanged |= other != operand;
    operand = other;
  }
  if (copy.kind == Expr::Load) {
    Access access = nest.accesses[copy.access];
    bool hasOtherSubs = false;
    for (ExprId &sub : access.indirect) {
      const ExprId other = sub == NoId ? NoId : rewritten(nest, sub, replace);
      hasOtherSubs |= other != sub;
      sub = other;
    }
    if (hasOtherSubs)
      copy.access = nest.add(std::move(access));
    isChanged |= hasOtherSubs;
  }
  return isChanged ? nest.add(std::move(copy)) : id;
}

/// Before `place` in the root's body a new statement with what it did, its expressions rewritten.
NodeId rewrittenNode(Nest &nest, NodeId id, llvm::function_ref<ExprId(ExprId)> replace) {
  Node node = nest.nodes[id];
  if (node.value != NoId)
    node.value = rewritten(nest, node.value, replace);
  if (node.condition != NoId)
    node.condition = rewritten(nest, node.condition, replace);
  if (node.access != NoId) {
    Access access = nest.accesses[node.access];
    bool hasOtherSubs = false;
    for (ExprId &sub : access.indirect) {
      const ExprId other = sub == NoId ? NoId : rewritten(nest, sub, replace);
      hasOtherSubs |= other != sub;
      sub = other;
    }
    if (hasOtherSubs)
      node.access = nest.add(std::move(access));
  }
  return nest.add(std::move(node));
}

std::vector<NodeId> &bodyOf(Nest &nest) { return nest.nodes[nest.root().node].body; }

ExprId readOf(const Nest &nest, ExprId id, LocalId from, ExprId to) {
  return nest.exprs[id].kind == Expr::Local && nest.exprs[id].local == from ? to : NoId;
}

/// A scalar that is assigned several times in an iteration is several scalars, of which the last keeps the name.
void renameWebs(Nest &nest, const Facts &facts) {
  const std::vector<NodeId> body = bodyOf(nest);
  const size_t count = nest.locals.size();
  std::vector<StatementUse> uses;
  for (NodeId id : body)
    uses.push_back(useOf(nest, id));
  for (LocalId l = 0; l < count; ++l) {
    if (facts.locals[l].kind != ScalarFacts::Private)
      continue;
    llvm::SmallVector<size_t, 4> setters;
    bool isPlain = true;
    for (size_t s = 0; s < body.size(); ++s) {
      if (uses[s].sets.test(l))
        setters.push_back(s);
      isPlain &= nest.nodes[body[s]].kind == Node::Assign || !(uses[s].sets.test(l) || uses[s].reads.test(l));
    }
    for (size_t web = 0; isPlain && web + 1 < setters.size(); ++web) {
      const Loc loc = nest.nodes[body[setters[web]]].loc;
      const LocalId other = addLocal(nest, nest.locals[l].name, nest.locals[l].type, loc, nest.locals[l].isBool);
      const ExprId read = addRead(nest, other, loc);
      for (size_t s = setters[web] + 1; s <= setters[web + 1]; ++s) {
        const NodeId renamed =
            rewrittenNode(nest, bodyOf(nest)[s], [&](ExprId id) { return readOf(nest, id, l, read); });
        bodyOf(nest)[s] = renamed;
      }
      Node setter = nest.nodes[bodyOf(nest)[setters[web]]];
      setter.local = other;
      bodyOf(nest)[setters[web]] = nest.add(std::move(setter));
    }
  }
}

/// Readers of what the iteration before left in a carried scalar read a copy.
void copyBeforeUpdates(Nest &nest, const Facts &facts) {
  const std::vector<NodeId> body = bodyOf(nest);
  std::vector<StatementUse> uses;
  for (NodeId id : body)
    uses.push_back(useOf(nest, id));
  std::vector<NodeId> result = body;
  size_t inserted = 0;
  for (size_t s = 0; s < body.size(); ++s) {
    if (nest.nodes[body[s]].kind != Node::Assign)
      continue;
    for (LocalId l = 0; l < facts.locals.size(); ++l) {
      const bool isSetLater =
          llvm::any_of(llvm::drop_begin(uses, s + 1), [&](const StatementUse &use) { return use.sets.test(l); });
      if (facts.locals[l].kind != ScalarFacts::Carried || !isSetLater || !uses[s].reads.test(l) || uses[s].sets.test(l))
        continue;
      const Loc loc = nest.nodes[body[s]].loc;
      const LocalId copy =
          addLocal(nest, nest.locals[l].name + "_old", nest.locals[l].type, loc, nest.locals[l].isBool);
      const NodeId assign = addAssign(nest, copy, addRead(nest, l, loc), loc);
      const ExprId read = addRead(nest, copy, loc);
      result[s + inserted] =
          rewrittenNode(nest, result[s + inserted], [&](ExprId id) { return readOf(nest, id, l, read); });
      result.insert(result.begin() + s + inserted++, assign);
    }
  }
  bodyOf(nest) = std::move(result);
}

/// Takes out of one statement what its cycle does not need.
class StatementSplitter {
public:
  StatementSplitter(Nest &nest, const StatementUse &cycle, const llvm::DenseSet<AccessId> &overwritten)
      : N(nest), Cycle(cycle), Overwritten(overwritten) {}

  /// The new statements, the last of which does what `id` did.
  std::vector<NodeId> run(NodeId id) {
    const Node &node = N.nodes[id];
    Loc = node.loc;
    Name = node.local != NoId    ? N.locals[node.local].name
           : node.access != NoId ? N.arrays[N.accesses[node.access].array].name
                                 : N.root().name;
    if (!llvm::all_of(Name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      Name = "part";
    const NodeId rest = rewrittenNode(N, id, [&](ExprId e) { return replacementOf(e); });
    if (Parts.empty())
      return {id};
    std::vector<NodeId> result;
    for (const auto &[value, local] : Parts)
      result.push_back(addAssign(N, local, value, Loc));
    result.push_back(rest);
    return result;
  }

private:
  ExprId replacementOf(ExprId id) {
    const Expr &e = N.exprs[id];
    // Of what has parts that may not be evaluated at all, none is evaluated before.
    const ExprId inside = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr ? id : NoId;
    const bool isWider = e.kind == Expr::Cast && !isFloat(e.type) && !isFloat(N.exprs[e.operands[0]].type);
    if (isOnCycle(id) || isWider || bitsOf(e.type) < 8)
      return inside;
    const bool isFirst = e.kind == Expr::Load && Overwritten.contains(e.access);
    return isFirst || (isWork(id) && varies(id)) ? taken(id) : id;
  }

  ExprId taken(ExprId id) {
    for (const auto &[value, local] : Parts)
      if (sameValue(N, value, id))
        return addRead(N, local, Loc);
    Parts.push_back({id, addLocal(N, Name + "_in", N.exprs[id].type, Loc)});
    return addRead(N, Parts.back().second, Loc);
  }

  StatementUse usesOf(ExprId id) const {
    StatementUse use;
    use.reads.resize(N.locals.size());
    noteUse(N, id, use);
    return use;
  }

  bool isOnCycle(ExprId id) const {
    const StatementUse use = usesOf(id);
    for (const LocalId l : use.reads.set_bits())
      if (l < Cycle.sets.size() && Cycle.sets.test(l))
        return true;
    return llvm::any_of(use.accesses, [&](AccessId a) { return Cycle.accesses.contains(a); });
  }

  /// More than a read, a constant or an integer in another type.
  bool isWork(ExprId id) const {
    const Expr &e = N.exprs[id];
    switch (e.kind) {
    case Expr::IntConst:
    case Expr::FpConst:
    case Expr::Param:
    case Expr::Index:
    case Expr::Load:
    case Expr::Local:
      return false;
    case Expr::Cast:
      return isFloat(e.type) || isFloat(N.exprs[e.operands[0]].type) || isWork(e.operands[0]);
    default:
      return true;
    }
  }

  bool varies(ExprId id) const {
    const Expr &e = N.exprs[id];
    return e.kind == Expr::Load || e.kind == Expr::Local || (e.kind == Expr::Index && e.index.uses(N.rootIterator())) ||
           llvm::any_of(e.operands, [&](ExprId operand) { return varies(operand); });
  }

  Nest &N;
  const StatementUse &Cycle;
  const llvm::DenseSet<AccessId> &Overwritten;
  Loc Loc;
  std::string Name;
  std::vector<std::pair<ExprId, LocalId>> Parts;
};

/// What the cycle of a statement passes around: the scalars that it sets, and the reads that meet its stores.
StatementUse cycleOf(const StatementGraph &graph, size_t statement, const Facts &facts) {
  StatementUse cycle = graph.use(statement);
  cycle.accesses.clear();
  for (size_t other = 0; other < graph.size(); ++other) {
    if (!graph.shareCycle(statement, other))
      continue;
    cycle.sets |= graph.use(other).sets;
    for (const Edge &edge : facts.edges)
      if (edge.kind == Edge::Flow && graph.use(other).accesses.contains(edge.source))
        cycle.accesses.insert(edge.sink);
  }
  return cycle;
}

/// Reads of the statement that meet a later store of its cycle.
llvm::DenseSet<AccessId> overwrittenOf(const StatementGraph &graph, size_t statement, const Facts &facts) {
  llvm::DenseSet<AccessId> result;
  for (const Edge &edge : facts.edges)
    for (size_t other = 0; edge.kind == Edge::Anti && other < graph.size(); ++other)
      if (other != statement && graph.shareCycle(statement, other) && graph.use(other).accesses.contains(edge.sink) &&
          graph.use(statement).accesses.contains(edge.source))
        result.insert(edge.source);
  return result;
}

} // namespace

Nest withCyclesSplit(const Nest &nest, const Facts &facts) {
  Nest result = nest;
  renameWebs(result, facts);
  copyBeforeUpdates(result, facts);
  const StatementGraph graph(result, facts);
  std::vector<NodeId> body;
  for (size_t s = 0; s < graph.size(); ++s) {
    const NodeId id = bodyOf(result)[s];
    if (!graph.isOnCycle(s) || result.nodes[id].kind == Node::Loop) {
      body.push_back(id);
      continue;
    }
    const StatementUse cycle = cycleOf(graph, s, facts);
    for (NodeId part : StatementSplitter(result, cycle, overwrittenOf(graph, s, facts)).run(id))
      body.push_back(part);
  }
  bodyOf(result) = std::move(body);
  return result;
}

} // namespace vecify
