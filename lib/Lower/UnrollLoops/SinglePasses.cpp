#include "Steps.h"
#include "WriteOut.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static bool writeOnce(const Op &op, Rewriter &rewriter) {
  if (op.kind != OpKind::For || op.mayStop || constantTrips(rewriter.source(), op) != 1)
    return false;
  writeOut(op, 1, rewriter, writeOnce);
  return true;
}

llvm::Expected<Function> withoutSinglePasses(const Function &function, const Target &target) {
  const auto runsOnce = [&](const Op &op) { return op.kind == OpKind::For && constantTrips(function, op) == 1; };
  if (llvm::none_of(function.ops, runsOnce))
    return function;
  Rewriter rewriter(function);
  return dropNothing(withoutCounters(rewriter.run(writeOnce)), target, {});
}

} // namespace vecify
