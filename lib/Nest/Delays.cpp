#include "vecify/Nest/Delays.h"
#include "Each.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

bool reads(const Nest &nest, NodeId id, LocalId local) {
  bool found = false;
  const auto look = [&](const Expr &e) { found |= e.kind == Expr::Local && e.local == local; };
  forEachNode(nest, id, [&](const Node &node) { forEachExpr(nest, node, look); });
  return found;
}

bool assigns(const Nest &nest, NodeId id, LocalId local) {
  bool found = false;
  forEachNode(nest, id, [&](const Node &node) { found |= node.kind == Node::Assign && node.local == local; });
  return found;
}

llvm::ArrayRef<NodeId> bodyOf(const Nest &nest) { return nest.nodes[nest.root().node].body; }

/// Where on the top level the local's only assignment stands.
std::optional<size_t> onlyAssignment(const Nest &nest, LocalId local) {
  std::optional<size_t> found;
  const llvm::ArrayRef<NodeId> body = bodyOf(nest);
  for (size_t i = 0; i < body.size(); ++i) {
    if (!assigns(nest, body[i], local))
      continue;
    if (found || nest.nodes[body[i]].kind != Node::Assign)
      return std::nullopt;
    found = i;
  }
  return found;
}

std::optional<size_t> firstRead(const Nest &nest, LocalId local) {
  const llvm::ArrayRef<NodeId> body = bodyOf(nest);
  const auto first = llvm::find_if(body, [&](NodeId id) { return reads(nest, id, local); });
  return first == body.end() ? std::nullopt : std::optional<size_t>(first - body.begin());
}

/// Whether the value assigned at `to` is the same at `from`, before it; `early` gets the reads that pass a store.
bool mayMoveUp(const Nest &nest, size_t from, size_t to, llvm::SmallVectorImpl<AccessId> &early) {
  const llvm::ArrayRef<NodeId> between = bodyOf(nest).slice(from, to - from);
  bool isFree = true;
  forEachExpr(nest, nest.nodes[bodyOf(nest)[to]].value, [&](const Expr &e) {
    for (NodeId id : between) {
      isFree &= e.kind != Expr::Local || !assigns(nest, id, e.local);
      if (e.kind == Expr::Load)
        forEachNode(nest, id, [&](const Node &node) {
          if (node.kind != Node::Assign || node.access == NoId)
            return;
          isFree &= nest.accesses[node.access].array != nest.accesses[e.access].array;
          early.push_back(e.access);
        });
    }
  });
  return isFree;
}

void formDelay(Nest &nest, LocalId id) {
  const std::optional<size_t> assigned = onlyAssignment(nest, id), read = firstRead(nest, id);
  llvm::SmallVector<AccessId, 4> early;
  if (nest.locals[id].scope != NoId || !assigned || !read || *read >= *assigned || delayOf(nest, id) ||
      !mayMoveUp(nest, *read, *assigned, early))
    return;
  for (AccessId access : early)
    nest.accesses[access].isEarly = true;

  Local next;
  next.name = nest.locals[id].name + "_next";
  next.type = nest.locals[id].type;
  next.scope = 0;
  next.loc = nest.locals[id].loc;
  const LocalId nextId = LocalId(nest.locals.size());
  nest.locals.push_back(next);
  const NodeId last = bodyOf(nest)[*assigned];
  Node first = nest.nodes[last];
  first.local = nextId;
  Expr value;
  value.kind = Expr::Local;
  value.type = next.type;
  value.local = nextId;
  value.loc = first.loc;
  nest.nodes[last].value = nest.add(std::move(value));
  const NodeId firstId = nest.add(std::move(first));
  std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  body.insert(body.begin() + *read, firstId);
}

} // namespace

std::optional<LocalId> delayOf(const Nest &nest, LocalId local) {
  const std::optional<size_t> assigned = onlyAssignment(nest, local);
  if (!assigned)
    return std::nullopt;
  const Expr &value = nest.exprs[nest.nodes[bodyOf(nest)[*assigned]].value];
  if (value.kind != Expr::Local || value.local == local || value.type != nest.locals[local].type)
    return std::nullopt;
  const std::optional<size_t> computed = onlyAssignment(nest, value.local), read = firstRead(nest, local);
  const bool isFirst =
      computed && *computed < *assigned && (!read || *computed < *read) && !reads(nest, bodyOf(nest)[*computed], local);
  return isFirst ? std::optional(value.local) : std::nullopt;
}

bool delaysPlace(const Nest &nest, LocalId local) {
  const auto isCounted = [&](LocalId delayed) {
    while (const std::optional<LocalId> next = delayOf(nest, delayed)) {
      const Expr *value = &nest.exprs[nest.nodes[bodyOf(nest)[*onlyAssignment(nest, *next)]].value];
      while (value->kind == Expr::Cast)
        value = &nest.exprs[value->operands[0]];
      if (value->kind != Expr::Local)
        return value->kind == Expr::Index;
      delayed = value->local;
    }
    return false;
  };
  const auto findsPlace = [&](const Access &access) {
    return llvm::any_of(access.indirect, [&](ExprId sub) {
      bool found = false;
      if (sub != NoId)
        forEachExpr(nest, sub, [&](const Expr &e) { found |= e.kind == Expr::Local && e.local == local; });
      return found;
    });
  };
  return isCounted(local) && llvm::any_of(nest.accesses, findsPlace);
}

void formDelays(Nest &nest) {
  // Promised independence says nothing about what one iteration does.
  if (nest.clauses.independent)
    return;
  // In the order of the assignments, so that of a chain (c = b; b = a; a = x[i];) the last one is placed first.
  llvm::SmallVector<LocalId, 8> order;
  for (NodeId id : bodyOf(nest))
    if (nest.nodes[id].kind == Node::Assign && nest.nodes[id].local != NoId)
      order.push_back(nest.nodes[id].local);
  for (LocalId id : order)
    formDelay(nest, id);
}

} // namespace vecify
