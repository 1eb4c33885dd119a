// See Walk.h.
#include "Walk.h"

namespace vecify {

void visitUses(const Op &op, llvm::function_ref<void(ValueId)> visit) {
  const auto visitExpr = [&](const IndexExpr &expr) {
    for (SymbolId symbol : expr.symbols())
      visit(symbol);
  };
  for (ValueId operand : op.operands)
    visit(operand);
  visitExpr(op.index);
  for (const IndexExpr &sub : op.mem.subs)
    visitExpr(sub);
  for (const auto &steps : op.mem.laneSteps)
    for (const IndexExpr &step : steps)
      visitExpr(step);
}

void visitOps(const Function &function, BlockId block, llvm::function_ref<void(OpId)> visit) {
  for (OpId id : function.blocks[block].ops) {
    visit(id);
    for (BlockId nested : function.ops[id].blocks)
      visitOps(function, nested, visit);
  }
}

} // namespace vecify
