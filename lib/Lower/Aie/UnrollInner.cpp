// Step, AI Engines: short inner loops of constant length are written out, so that what they sum becomes one chain.
//
//     for %k = 0 to 3 step 1 carry(%s) {          %s1 = add %s0, %p0
//       %p = mul %c, %x                           %s2 = add %s1, %p1
//       yield (add %s, %p)                   ->   %s3 = add %s2, %p2
//     }
//
// Polynomials lose the counters: a[i + k] becomes a[i], a[i + 1], a[i + 2]. Loops that never run, and branches that are
// never taken, go.
#include "Match.h"
#include "Steps.h"
#include "UnrollLoops/WriteOut.h"

namespace vecify {

namespace {

/// Iterations that are written out; the taps of one filter fit.
constexpr int64_t MostTrips = 32;
/// Ops that may become of one loop.
constexpr int64_t MostCopies = 2048;

class InnerUnrolling {
public:
  explicit InnerUnrolling(const Function &source) : S(source) {}

  bool operator()(const Op &op, Rewriter &rewriter) {
    if (op.kind == OpKind::If)
      return decide(op, rewriter);
    std::optional<int64_t> trips = op.kind == OpKind::For ? tripsOf(op) : std::nullopt;
    if (!trips || *trips > MostTrips || *trips * opsBelow(op.blocks[0]) > MostCopies)
      return false;
    writeOut(op, *trips, rewriter, *this);
    return true;
  }

private:
  /// Of a loop that steps by one, as the source's inner loops do; the vector loops step by their lanes.
  std::optional<int64_t> tripsOf(const Op &loop) const {
    const std::optional<int64_t> trips = constantTrips(S, loop);
    return trips == 0 || splatInt(S, loop.operands[2]) == 1 ? trips : std::nullopt;
  }

  int64_t opsBelow(BlockId block) const {
    int64_t count = 0;
    for (OpId id : S.blocks[block].ops) {
      const Op &op = S.ops[id];
      std::optional<int64_t> trips = op.kind == OpKind::For ? tripsOf(op) : std::nullopt;
      ++count;
      for (BlockId inner : op.blocks)
        count += opsBelow(inner) * trips.value_or(1);
    }
    return count;
  }

  /// A branch that constants decide: what tails of constant loops leave over.
  bool decide(const Op &branch, Rewriter &rewriter) {
    const Op *less = definedBy(S, branch.operands[0], OpKind::CmpLt);
    const std::optional<int64_t> a = less ? splatInt(S, less->operands[0]) : std::nullopt,
                                 b = less ? splatInt(S, less->operands[1]) : std::nullopt;
    if (!a || !b)
      return false;
    for (OpId id : S.blocks[branch.blocks[*a < *b ? 0 : 1]].ops) {
      const Op &op = S.ops[id];
      rewriter.builder().loc = op.loc;
      rewriter.builder().fp = op.fp;
      if (op.kind == OpKind::Yield)
        for (unsigned r = 0; r < branch.results.size(); ++r)
          rewriter.map(branch.results[r], rewriter.mapped(op.operands[r]));
      else if (!(*this)(op, rewriter))
        rewriter.copy(op);
    }
    return true;
  }

  const Function &S;
};

} // namespace

llvm::Expected<Function> unrollInner(const Function &f, const Target &, const LowerOptions &) {
  Rewriter rewriter(f);
  InnerUnrolling unrolling(f);
  return withoutCounters(rewriter.run(unrolling));
}

} // namespace vecify
