// See Alias.h.
#include "Alias.h"
#include <numeric>

namespace vecify {

const VectorType &accessType(const Function &f, const Op &op) {
  return f.typeOf(isMemoryWrite(op.kind) ? op.operands[0] : op.results[0]);
}

namespace {

/// The bytes of one access: `count` lanes of `size` bytes, `stride` apart, from offset 0.
struct Footprint {
  int64_t size = 1;
  int64_t first = 0, last = 0; ///< lowest byte, and one past the highest, where all strides are known
  int64_t step = 0;            ///< every lane is a multiple of this away; 0: a single place
  bool isBounded = true;       ///< first and last hold
};

void addSteps(Footprint &print, const IndexExpr &stride, int64_t count) {
  if (count <= 1 || stride.isZero())
    return;
  for (const IndexExpr::Term &term : stride.terms())
    print.step = std::gcd(print.step, std::abs(term.coefficient));
  std::optional<int64_t> constant = stride.asConstant();
  if (!constant) {
    print.isBounded = false;
    return;
  }
  (*constant < 0 ? print.first : print.last) += *constant * (count - 1);
}

Footprint footprintOf(const Function &f, const Op &op) {
  const VectorType &type = accessType(f, op);
  Footprint print;
  print.size = print.last = bytesOf(type.element);
  bool isNative = op.mem.laneSteps.empty();
  for (unsigned d = 0; d < type.rank(); ++d)
    addSteps(print, isNative ? IndexExpr(int64_t(bytesOf(type.element))) : f.laneStrideBytes(op.mem, d), type.shape[d]);
  bool isIndexed = op.kind == OpKind::Gather || op.kind == OpKind::Scatter;
  if (isIndexed) {
    print.isBounded = false;
    print.step = print.size;
  }
  for (uint8_t sub : op.mem.indirectSubs) {
    print.isBounded = false;
    for (const IndexExpr::Term &term : f.patterns[op.mem.pattern].strideBytes[sub].terms())
      print.step = std::gcd(print.step, std::abs(term.coefficient));
  }
  return print;
}

/// What a guard has found of two arrays that are not disjoint, if there is one.
const RuntimeGuard *guardOf(const Function &f, uint32_t a, uint32_t b) {
  const auto guard = llvm::find_if(f.guards, [&](const RuntimeGuard &g) { return g.isAbout(a, b); });
  return guard == f.guards.end() ? nullptr : &*guard;
}

/// By what the guards have found.
bool isNonNegative(const Function &f, const IndexExpr &expr) {
  if (const std::optional<int64_t> constant = expr.asConstant())
    return *constant >= 0;
  const auto leading = llvm::find_if(expr.terms(), [](const IndexExpr::Term &term) { return !term.symbols.empty(); });
  return llvm::any_of(f.guards, [&](const RuntimeGuard &guard) {
    if (guard.kind != RuntimeGuard::NonNegative)
      return false;
    const auto term =
        llvm::find_if(guard.expr.terms(), [&](const IndexExpr::Term &t) { return t.symbols == leading->symbols; });
    if (term == guard.expr.terms().end() || leading->coefficient % term->coefficient != 0)
      return false;
    const int64_t times = leading->coefficient / term->coefficient;
    const std::optional<int64_t> rest = (expr - guard.expr * IndexExpr(times)).asConstant();
    return times > 0 && rest && *rest >= 0;
  });
}

/// Whether one array may lead the other by so much that the two ops meet, `distance` apart if the bases were equal.
bool mayLeadToOverlap(const RuntimeGuard &guard, const IndexExpr &distance, const Footprint &a, const Footprint &b) {
  if (!a.isBounded || !b.isBounded)
    return true;
  // They meet if the lead is in between.
  const IndexExpr above = IndexExpr(a.first - b.last) - distance, below = IndexExpr(a.last - b.first) - distance;
  const std::optional<int64_t> fromAtMost = (above - guard.atMost).asConstant(),
                               toAtLeast = (guard.atLeast - below).asConstant();
  if (!fromAtMost || !toAtLeast || *fromAtMost < 0 || *toAtLeast < 0)
    return true;
  const std::optional<int64_t> least = above.asConstant(), most = below.asConstant();
  return guard.equalIsFine && !(least && *least >= 0) && !(most && *most <= 0);
}

/// How far the lanes reach along one subscript: offsets of the first and the last; nullopt if that is not known.
std::optional<std::pair<int64_t, int64_t>> reachAlong(const Function &f, const Op &op, size_t sub) {
  const VectorType &type = accessType(f, op);
  if (llvm::is_contained(op.mem.indirectSubs, sub) || op.kind == OpKind::Gather || op.kind == OpKind::Scatter ||
      (op.mem.laneSteps.empty() && !type.isScalar()))
    return std::nullopt;
  std::pair<int64_t, int64_t> reach{0, 0};
  for (size_t d = 0; d < op.mem.laneSteps.size(); ++d) {
    const std::optional<int64_t> step = op.mem.laneSteps[d][sub].asConstant();
    if (!step)
      return std::nullopt;
    (*step < 0 ? reach.first : reach.second) += *step * (type.shape[d] - 1);
  }
  return reach;
}

bool isPositive(const IndexExpr &expr, const Counters *counters) {
  if (const std::optional<int64_t> constant = expr.asConstant())
    return *constant > 0;
  return counters && counters->isPositive(expr);
}

/// Of two accesses that stay in their rows, some subscript is always another one.
bool differInSubscript(const Function &f, const Op &a, const Op &b, const Counters *counters) {
  const MemPattern &pa = f.patterns[a.mem.pattern], &pb = f.patterns[b.mem.pattern];
  if (pa.array != pb.array || !pa.rowsInBounds || !pb.rowsInBounds || pa.strideBytes != pb.strideBytes)
    return false;
  for (size_t s = 0; s < pa.strideBytes.size(); ++s) {
    const IndexExpr distance = b.mem.subs[s] - a.mem.subs[s];
    const auto reachA = reachAlong(f, a, s), reachB = reachAlong(f, b, s);
    if (reachA && reachB &&
        (isPositive(IndexExpr(reachA->first - reachB->second) - distance, counters) ||
         isPositive(distance + IndexExpr(reachB->first - reachA->second), counters)))
      return true;
  }
  return false;
}

} // namespace

bool mayOverlap(const Function &f, const Op &a, const Op &b, const Counters *counters) {
  uint32_t arrayA = f.patterns[a.mem.pattern].array, arrayB = f.patterns[b.mem.pattern].array;
  if (arrayA != arrayB) {
    if (f.areDisjoint(arrayA, arrayB))
      return false;
    const RuntimeGuard *guard = guardOf(f, arrayA, arrayB);
    if (guard && guard->kind == RuntimeGuard::Lead)
      return guard->a == arrayA ? mayLeadToOverlap(*guard, f.byteAddress(b.mem) - f.byteAddress(a.mem),
                                                   footprintOf(f, a), footprintOf(f, b))
                                : mayOverlap(f, b, a, counters);
    if (!guard || !guard->equalIsFine)
      return true;
  }
  if (a.mem.rowSet != 0 && a.mem.rowSet == b.mem.rowSet && a.mem.row != b.mem.row)
    return false;
  if (differInSubscript(f, a, b, counters))
    return false;
  IndexExpr distance = f.byteAddress(b.mem) - f.byteAddress(a.mem);
  Footprint printA = footprintOf(f, a), printB = footprintOf(f, b);
  int64_t constant = distance.constantTerm();
  if (printA.isBounded && printB.isBounded &&
      (isNonNegative(f, IndexExpr(printA.first - printB.last) - distance) ||
       isNonNegative(f, distance + IndexExpr(printB.first - printA.last))))
    return false;
  if (counters && printA.isBounded && printB.isBounded &&
      (counters->isPositive(IndexExpr(printA.first - printB.last + 1) - distance) ||
       counters->isPositive(distance + IndexExpr(printB.first - printA.last + 1))))
    return false;
  // Both repeat every `period` bytes; within one they may lie side by side.
  int64_t period = std::gcd(printA.step, printB.step);
  for (const IndexExpr::Term &term : distance.terms())
    if (!term.symbols.empty())
      period = std::gcd(period, std::abs(term.coefficient));
  if (period == 0)
    return true;
  int64_t offset = ((constant % period) + period) % period;
  return !(printA.size <= offset && offset + printB.size <= period);
}

bool haveSameLanes(const Function &f, const Op &a, const Op &b) {
  const MemPattern &pa = f.patterns[a.mem.pattern], &pb = f.patterns[b.mem.pattern];
  if (pa.array != pb.array || !(accessType(f, a) == accessType(f, b)) ||
      a.mem.indirectSubs.size() != b.mem.indirectSubs.size())
    return false;
  const auto hasSameStride = [&](unsigned sub) { return pa.strideBytes[sub] == pb.strideBytes[sub]; };
  if (a.mem.indirectSubs != b.mem.indirectSubs || !llvm::all_of(a.mem.indirectSubs, hasSameStride))
    return false;
  auto others = [](const Op &op) { return llvm::ArrayRef(op.operands).drop_front(isMemoryWrite(op.kind)); };
  for (size_t i = 0; i < a.mem.indirectSubs.size(); ++i)
    if (others(a)[i] != others(b)[i])
      return false;
  for (unsigned d = 0; d < accessType(f, a).rank(); ++d)
    if (!(f.laneStrideBytes(a.mem, d) == f.laneStrideBytes(b.mem, d)))
      return false;
  return f.byteAddress(a.mem) == f.byteAddress(b.mem);
}

bool isSamePlace(const Function &f, const Op &a, const Op &b) {
  return haveSameLanes(f, a, b) && maskOf(a, f) == maskOf(b, f);
}

void forEachMemoryOp(const Function &f, BlockId block, llvm::function_ref<void(const Op &)> visit) {
  for (OpId id : f.blocks[block].ops) {
    if (isMemory(f.ops[id].kind))
      visit(f.ops[id]);
    for (BlockId inner : f.ops[id].blocks)
      forEachMemoryOp(f, inner, visit);
  }
}

} // namespace vecify
