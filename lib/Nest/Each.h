// Walks over the statements and expressions of a nest.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace vecify {

/// Every expression below `root`, subscripts of indirect accesses included.
inline void forEachExpr(const Nest &nest, ExprId root, llvm::function_ref<void(const Expr &)> visit) {
  llvm::SmallVector<ExprId, 16> work;
  llvm::DenseSet<ExprId> seen;
  const auto push = [&](ExprId id) {
    if (id != NoId && seen.insert(id).second)
      work.push_back(id);
  };
  push(root);
  while (!work.empty()) {
    const Expr &e = nest.exprs[work.pop_back_val()];
    visit(e);
    if (e.kind == Expr::Load)
      for (ExprId sub : nest.accesses[e.access].indirect)
        push(sub);
    for (ExprId operand : e.operands)
      push(operand);
  }
}

/// The same of what the statement itself evaluates: its value or condition, and the subscripts of what it stores to.
inline void forEachExpr(const Nest &nest, const Node &node, llvm::function_ref<void(const Expr &)> visit) {
  forEachExpr(nest, node.value, visit);
  forEachExpr(nest, node.condition, visit);
  if (node.access != NoId)
    for (ExprId sub : nest.accesses[node.access].indirect)
      forEachExpr(nest, sub, visit);
}

/// The node and all that stands in it.
inline void forEachNode(const Nest &nest, NodeId id, llvm::function_ref<void(const Node &)> visit) {
  const Node &node = nest.nodes[id];
  visit(node);
  for (const std::vector<NodeId> *body : {&node.body, &node.elseBody})
    for (NodeId child : *body)
      forEachNode(nest, child, visit);
}

} // namespace vecify
