// See Exposed.h.
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/DenseSet.h"

namespace vecify {
namespace {

/// Finds the locals that some path of an iteration reads before it assigns them.
class ExposedReads {
public:
  explicit ExposedReads(const Nest &nest) : isExposed(nest.locals.size()), assigned(nest.locals.size()), nest(nest) {}

  void visit(llvm::ArrayRef<NodeId> body) {
    for (NodeId id : body)
      visit(nest.nodes[id]);
  }

  llvm::BitVector isExposed, assigned;

private:
  void visit(const Node &node) {
    switch (node.kind) {
    case Node::Assign:
      read(node.value);
      if (node.access != NoId)
        for (ExprId sub : nest.accesses[node.access].indirect)
          read(sub);
      if (node.local != NoId)
        assigned.set(node.local);
      return;
    case Node::If: {
      read(node.condition);
      const llvm::BitVector before = assigned;
      visit(node.body);
      const llvm::BitVector afterThen = assigned;
      assigned = before;
      visit(node.elseBody);
      assigned &= afterThen;
      return;
    }
    case Node::Loop: {
      const llvm::BitVector before = assigned;
      const bool isLeft = nest.mayLeaveEarly(node.loop);
      const llvm::ArrayRef<NodeId> body = node.body;
      const auto *exit = llvm::find_if(body, [&](NodeId id) { return isLeft && nest.nodes[id].leaves; });
      visit(body.take_front(size_t(exit - body.begin())));
      const llvm::BitVector beforeExit = assigned;
      visit(body.drop_front(size_t(exit - body.begin())));
      if (isLeft && isEntered(nest, node.loop))
        assigned = beforeExit;
      else if (isLeft || !alwaysRuns(nest, node.loop))
        assigned = before;
      return;
    }
    }
  }

  void read(ExprId root) {
    llvm::SmallVector<ExprId, 16> work;
    llvm::DenseSet<ExprId> seen;
    const auto push = [&](ExprId id) {
      if (id != NoId && seen.insert(id).second)
        work.push_back(id);
    };
    push(root);
    while (!work.empty()) {
      const Expr &e = nest.exprs[work.pop_back_val()];
      if (e.kind == Expr::Local && !assigned.test(e.local))
        isExposed.set(e.local);
      if (e.kind == Expr::Load)
        for (ExprId sub : nest.accesses[e.access].indirect)
          push(sub);
      for (ExprId operand : e.operands)
        push(operand);
    }
  }

  const Nest &nest;
};

} // namespace

llvm::BitVector exposedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  ExposedReads reads(nest);
  reads.visit(body);
  return std::move(reads.isExposed);
}

llvm::BitVector alwaysAssignedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  ExposedReads reads(nest);
  reads.visit(body);
  return std::move(reads.assigned);
}

llvm::BitVector assignedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  llvm::BitVector assigned(nest.locals.size());
  for (NodeId id : body) {
    const Node &node = nest.nodes[id];
    if (node.kind == Node::Assign && node.local != NoId)
      assigned.set(node.local);
    assigned |= assignedLocals(nest, node.body);
    assigned |= assignedLocals(nest, node.elseBody);
  }
  return assigned;
}

bool handsOnScalars(const Nest &nest, LoopId loop) {
  const std::vector<NodeId> &body = nest.nodes[nest.loops[loop].node].body;
  return exposedLocals(nest, body).anyCommon(assignedLocals(nest, body));
}

} // namespace vecify
