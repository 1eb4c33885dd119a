// See NestConditions.h.
#include "vecify/Nest/NestConditions.h"
#include "Each.h"
#include "SameValue.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class ConditionNester {
public:
  explicit ConditionNester(Nest &nest) : N(nest) {}

  void run() {
    for (NodeId id = 0, end = NodeId(N.nodes.size()); id < end; ++id)
      if (const Node &node = N.nodes[id]; node.kind == Node::If && node.elseBody.empty() && !node.leaves)
        nest(id);
  }

private:
  using Conjuncts = llvm::SmallVector<ExprId, 4>;

  void collect(ExprId id, Conjuncts &conjuncts) const {
    const Expr &e = N.exprs[id];
    if (e.kind != Expr::LogicalAnd) {
      conjuncts.push_back(id);
      return;
    }
    for (ExprId operand : e.operands)
      collect(operand, conjuncts);
  }

  bool readsAssigned(ExprId id, llvm::ArrayRef<LocalId> assigned) const {
    bool reads = false;
    forEachExpr(N, id, [&](const Expr &e) { reads |= e.kind == Expr::Local && llvm::is_contained(assigned, e.local); });
    return reads;
  }

  /// It can be asked though a conjunct before it does not hold: it reads what those read in any case, and divides
  /// nothing.
  bool mayComeFirst(ExprId id, llvm::ArrayRef<ExprId> asked) const {
    bool may = true;
    forEachExpr(N, id, [&](const Expr &e) {
      if (e.kind == Expr::Load)
        may &= llvm::any_of(asked, [&](ExprId other) { return holds(other, e); });
      else
        may &= e.kind != Expr::Call && !(e.kind == Expr::Binary && isInteger(e.type) &&
                                         (e.binary == BinaryOp::Div || e.binary == BinaryOp::Rem));
    });
    return may;
  }

  /// Some part of `whole` is the same load, and evaluated whenever it is.
  bool holds(ExprId whole, const Expr &load) const {
    const Expr &e = N.exprs[whole];
    if (e.kind == Expr::Load)
      return sameValue(N, whole, ExprId(&load - N.exprs.data()));
    const bool isLazy = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    return llvm::any_of(llvm::ArrayRef(e.operands).take_front(isLazy ? 1 : e.operands.size()),
                        [&](ExprId operand) { return holds(operand, load); });
  }

  void nest(NodeId id) {
    Conjuncts conjuncts;
    collect(N.nodes[id].condition, conjuncts);
    llvm::SmallVector<LocalId, 4> assigned;
    for (NodeId child : N.nodes[id].body)
      if (const Node &node = N.nodes[child]; node.kind == Node::Assign && node.local != NoId)
        assigned.push_back(node.local);
    const auto asks = [&](ExprId conjunct) { return readsAssigned(conjunct, assigned); };
    if (conjuncts.size() < 2 || llvm::count_if(conjuncts, asks) != 1)
      return;
    const size_t place = size_t(llvm::find_if(conjuncts, asks) - conjuncts.begin());
    const ExprId compared = conjuncts[place];
    const llvm::ArrayRef<ExprId> asked = llvm::ArrayRef(conjuncts).take_front(place + 1);
    for (ExprId later : llvm::ArrayRef(conjuncts).drop_front(place + 1))
      if (!mayComeFirst(later, asked))
        return;
    conjuncts.erase(conjuncts.begin() + long(place));
    Node inner = N.nodes[id];
    inner.condition = compared;
    N.nodes[id].condition = conjunction(conjuncts, N.nodes[id].condition);
    N.nodes[id].body = {NodeId(N.nodes.size())};
    N.nodes.push_back(std::move(inner));
  }

  ExprId conjunction(const Conjuncts &conjuncts, ExprId like) {
    ExprId result = conjuncts[0];
    for (ExprId next : llvm::ArrayRef(conjuncts).drop_front()) {
      Expr both = N.exprs[like];
      both.operands = {result, next};
      result = N.add(std::move(both));
    }
    return result;
  }

  Nest &N;
};

} // namespace

void nestConditions(Nest &nest) { ConditionNester(nest).run(); }

} // namespace vecify
