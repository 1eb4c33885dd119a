// Loops that run once are what they run, where code is printed: until then they are the loops of a plan.
#include "Steps.h"
#include "WriteOut.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static bool runsOnce(const Function &f, const Op &op) {
  return op.kind == OpKind::For && !op.mayStop && constantTrips(f, op) == 1;
}

static bool writeOnce(const Op &op, Rewriter &rewriter) {
  if (!runsOnce(rewriter.source(), op))
    return false;
  writeOut(op, 1, rewriter, writeOnce);
  return true;
}

llvm::Expected<Function> withoutSinglePasses(const Function &function, const Target &target) {
  if (llvm::none_of(function.ops, [&](const Op &op) { return runsOnce(function, op); }))
    return function;
  Rewriter rewriter(function);
  return dropNothing(withoutCounters(rewriter.run(writeOnce)), target, {});
}

} // namespace vecify
