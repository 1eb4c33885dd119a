// See NodeCopier.h.
#include "NodeCopier.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

void NodeCopier::moveTo(LoopId from, LoopId to) {
  Loops[from] = to;
  Counters[N.loops[from].iterator] = R.loops[to].iterator;
}

IndexExpr NodeCopier::moved(const IndexExpr &expr) const {
  IndexExpr result = expr;
  for (const auto &[from, to] : Counters)
    result = result.substitute(from, IndexExpr::symbol(to));
  return result;
}

LoopId NodeCopier::loopFor(LoopId id) const {
  if (id == NoId)
    return NoId;
  const auto known = Loops.find(id);
  return known == Loops.end() ? id : known->second;
}

NodeId NodeCopier::copy(NodeId id) {
  Node node = N.nodes[id];
  if (node.kind == Node::Loop && !TakesLoops)
    return R.loops[copyLoop(node.loop)].node;
  if (node.kind == Node::Loop) {
    Loop &loop = R.loops[node.loop];
    loop.parent = loopFor(loop.parent);
    loop.lower = moved(loop.lower);
    loop.upper = moved(loop.upper);
  }
  node.value = copyExpr(node.value);
  node.condition = copyExpr(node.condition);
  node.access = copyAccess(node.access);
  node.local = copyLocal(node.local);
  copyBody(node);
  const LoopId loop = node.kind == Node::Loop ? node.loop : NoId;
  const NodeId copied = R.add(std::move(node));
  if (loop != NoId)
    R.loops[loop].node = copied;
  return copied;
}

void NodeCopier::copyBody(Node &node) {
  for (std::vector<NodeId> *body : {&node.body, &node.elseBody})
    for (NodeId &child : *body)
      child = copy(child);
}

LoopId NodeCopier::copyLoop(LoopId id) {
  const LoopId result = addLoopLike(R, id);
  moveTo(id, result);
  Loop &loop = R.loops[result];
  loop.parent = loopFor(loop.parent);
  loop.lower = moved(loop.lower);
  loop.upper = moved(loop.upper);
  const NodeId place = loop.node;
  Node node = R.nodes[place];
  node.body = N.nodes[N.loops[id].node].body;
  copyBody(node);
  R.nodes[place] = std::move(node);
  return result;
}

LocalId NodeCopier::copyLocal(LocalId id) {
  if (id == NoId)
    return NoId;
  if (const auto known = Locals.find(id); known != Locals.end())
    return known->second;
  if (loopFor(N.locals[id].scope) == N.locals[id].scope)
    return id;
  Local local = N.locals[id];
  local.scope = loopFor(local.scope);
  R.locals.push_back(std::move(local));
  return Locals[id] = LocalId(R.locals.size() - 1);
}

AccessId NodeCopier::copyAccess(AccessId id) {
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

ExprId NodeCopier::copyExpr(ExprId id) {
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

LoopId addLoopLike(Nest &nest, LoopId id) {
  Loop loop = nest.loops[id];
  Symbol counter = nest.symbols[loop.iterator];
  const LoopId result = LoopId(nest.loops.size());
  counter.loop = result;
  nest.symbols.push_back(std::move(counter));
  loop.iterator = SymbolId(nest.symbols.size() - 1);
  Node node = nest.nodes[loop.node];
  node.loop = result;
  node.body.clear();
  loop.node = nest.add(std::move(node));
  nest.loops.push_back(std::move(loop));
  return result;
}

static void inOrder(const Nest &nest, NodeId id, std::vector<LoopId> &loops) {
  const Node &node = nest.nodes[id];
  if (node.kind == Node::Loop)
    loops.push_back(node.loop);
  for (const std::vector<NodeId> *body : {&node.body, &node.elseBody})
    for (NodeId child : *body)
      inOrder(nest, child, loops);
}

void renumberLoops(Nest &nest) {
  std::vector<LoopId> order;
  inOrder(nest, nest.root().node, order);
  std::vector<LoopId> numbers(nest.loops.size(), NoId);
  std::vector<Loop> loops;
  for (LoopId loop : order) {
    numbers[loop] = LoopId(loops.size());
    loops.push_back(nest.loops[loop]);
  }
  const auto renumber = [&](LoopId &loop) { loop = loop == NoId ? NoId : numbers[loop]; };
  for (Loop &loop : loops)
    renumber(loop.parent);
  for (LoopId loop : order)
    renumber(nest.nodes[nest.loops[loop].node].loop);
  nest.loops = std::move(loops);
  for (Symbol &symbol : nest.symbols)
    renumber(symbol.loop);
  for (Local &local : nest.locals)
    renumber(local.scope);
}

} // namespace vecify
