#include "WriteOut.h"
#include "Match.h"

namespace vecify {

std::optional<int64_t> constantTrips(const Function &f, const Op &loop) {
  const std::optional<int64_t> from = splatInt(f, loop.operands[0]), to = splatInt(f, loop.operands[1]),
                               step = splatInt(f, loop.operands[2]);
  if (!from || !to || !step || *step <= 0)
    return std::nullopt;
  return *from >= *to ? 0 : (*to - *from + *step - 1) / *step;
}

llvm::SmallVector<ValueId, 4> writeIteration(const Op &loop, ValueId counter, llvm::ArrayRef<ValueId> carried,
                                             Rewriter &rewriter,
                                             llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp) {
  const Function &source = rewriter.source();
  const Block &body = source.blocks[loop.blocks[0]];
  rewriter.map(body.arguments[0], counter);
  for (size_t c = 0; c < carried.size(); ++c)
    rewriter.map(body.arguments[c + 1], carried[c]);
  for (OpId id : llvm::ArrayRef(body.ops).drop_back()) {
    const Op &op = source.ops[id];
    rewriter.builder().loc = op.loc;
    rewriter.builder().fp = op.fp;
    if (!rewriteOp(op, rewriter))
      rewriter.copy(op);
  }
  llvm::SmallVector<ValueId, 4> next;
  for (ValueId v : source.ops[body.ops.back()].operands)
    next.push_back(rewriter.mapped(v));
  return next;
}

void writeOut(const Op &loop, int64_t trips, Rewriter &rewriter,
              llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp) {
  const Function &source = rewriter.source();
  const int64_t from = *splatInt(source, loop.operands[0]), step = *splatInt(source, loop.operands[2]);
  llvm::SmallVector<ValueId, 4> carried;
  for (ValueId init : llvm::ArrayRef(loop.operands).drop_front(3))
    carried.push_back(rewriter.mapped(init));
  for (int64_t trip = 0; trip < trips; ++trip)
    carried =
        writeIteration(loop, rewriter.builder().index(IndexExpr(from + trip * step)), carried, rewriter, rewriteOp);
  for (unsigned c = 0; c < carried.size(); ++c)
    rewriter.map(loop.results[c], carried[c]);
}

void substituteSymbols(Function &f, llvm::function_ref<std::optional<IndexExpr>(SymbolId)> known) {
  const auto fold = [&](IndexExpr &expr) {
    if (llvm::any_of(expr.symbols(), [&](SymbolId s) { return known(s).has_value(); }))
      expr = expr.substituteAll([&](SymbolId s) { return known(s).value_or(IndexExpr::symbol(s)); });
  };
  for (Op &op : f.ops) {
    fold(op.index);
    for (IndexExpr &sub : op.mem.subs)
      fold(sub);
  }
}

Function withoutCounters(Function f) {
  substituteSymbols(f, [&](SymbolId s) -> std::optional<IndexExpr> {
    const std::optional<int64_t> value = splatInt(f, s);
    return value ? std::optional(IndexExpr(*value)) : std::nullopt;
  });
  return sweep(std::move(f));
}

} // namespace vecify
