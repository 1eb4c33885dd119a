// Step: short loops whose iterations read vectors that overlap are written out, so that the reads can share registers.
//
//     for %k = 0 to 3 carry(%s = %z) {                      %h0 = transfer_read h[0] ...
//       %h = transfer_read h[%k]                            %x0 = transfer_read x[%i]     lanes(1) : 16xf32
//       %x = transfer_read x[%i + %k] lanes(1) : 16xf32     %s0 = fma %h0, %x0, %z
//       %n = fma %h, %x, %s                          ->     %x1 = transfer_read x[%i + 1] lanes(1) : 16xf32
//       yield %n                                            %s1 = fma %h1, %x1, %s0
//     }                                                     ...
//
// The taps h[0], h[1].. do not change in the loop around it any more and leave it. Only loops inside a loop, with a
// constant trip count and a straight body, and only so many that the code stays readable.
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class OverlapUnrolling {
public:
  OverlapUnrolling(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    for (const Op &op : S.ops)
      if (op.kind == OpKind::For)
        for (OpId inner : S.blocks[op.blocks[0]].ops)
          if (S.ops[inner].kind == OpKind::For && isWorthIt(S.ops[inner]))
            Chosen.insert(inner);
  }
  bool hasWork() const { return !Chosen.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) const {
    if (!Chosen.count(OpId(&op - S.ops.data())))
      return false;
    const Block &body = S.blocks[op.blocks[0]];
    llvm::SmallVector<ValueId, 4> carried;
    for (ValueId init : llvm::ArrayRef(op.operands).drop_front(3))
      carried.push_back(rewriter.mapped(init));
    const int64_t lower = *splatInt(S, op.operands[0]), step = *splatInt(S, op.operands[2]);
    for (int64_t t = 0; t < *tripsOf(op); ++t) {
      rewriter.map(body.arguments[0], rewriter.builder().index(IndexExpr(lower + t * step)));
      for (unsigned c = 0; c < carried.size(); ++c)
        rewriter.map(body.arguments[1 + c], carried[c]);
      for (OpId inner : llvm::ArrayRef(body.ops).drop_back())
        rewriter.copy(S.ops[inner]);
      const Op &yield = S.ops[body.ops.back()];
      for (unsigned c = 0; c < carried.size(); ++c)
        carried[c] = rewriter.mapped(yield.operands[c]);
    }
    for (unsigned c = 0; c < carried.size(); ++c)
      rewriter.map(op.results[c], carried[c]);
    return true;
  }

private:
  /// Iterations, and registers of vectors in all of them, that are written out at most.
  static constexpr int64_t MostTrips = 16, MostOps = 160;

  std::optional<int64_t> tripsOf(const Op &loop) const {
    auto lower = splatInt(S, loop.operands[0]), upper = splatInt(S, loop.operands[1]),
         step = splatInt(S, loop.operands[2]);
    if (!lower || !upper || !step || *step <= 0)
      return std::nullopt;
    return std::max<int64_t>(0, (*upper - *lower + *step - 1) / *step);
  }

  bool isWorthIt(const Op &loop) const {
    std::optional<int64_t> trips = tripsOf(loop);
    if (!trips || *trips < 2 || *trips > MostTrips)
      return false;
    const Block &body = S.blocks[loop.blocks[0]];
    const int64_t step = *splatInt(S, loop.operands[2]);
    int64_t registers = 0;
    bool overlaps = false;
    for (OpId id : body.ops) {
      const Op &op = S.ops[id];
      if (!op.blocks.empty())
        return false;
      overlaps |= readsOverlap(op, body.arguments[0], step);
      const VectorType *type = op.results.empty() ? nullptr : &S.typeOf(op.results[0]);
      if (type && !type->isScalar() && op.kind != OpKind::Broadcast)
        registers += type->lanes() / nativeLanes(T, O, type->element, minorLanes(*type));
    }
    return overlaps && registers * *trips <= MostOps;
  }

  /// One step of the counter moves the lanes by less than a vector.
  bool readsOverlap(const Op &op, ValueId counter, int64_t step) const {
    if (op.kind != OpKind::TransferRead || hasMask(op, S) || !op.mem.indirectSubs.empty())
      return false;
    const VectorType &type = S.typeOf(op.results[0]);
    const IndexExpr address = S.byteAddress(op.mem);
    if (type.rank() != 1 || address.degreeIn(counter) != 1)
      return false;
    std::optional<int64_t> stride = S.laneStrideBytes(op.mem, 0).asConstant(),
                           move = address.coefficientOf(counter).asConstant();
    const int64_t size = bytesOf(type.element);
    return stride == size && move && *move % size == 0 && std::abs(*move * step) < type.lanes() * size;
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::set<OpId> Chosen;
};

/// Counters that have become constants disappear from polynomials.
void substituteConstants(Function &f) {
  auto fold = [&](IndexExpr &expr) {
    auto constantOf = [&](SymbolId s) -> std::optional<int64_t> {
      const Op *index = definedBy(f, s, OpKind::IndexValue);
      return index ? index->index.asConstant() : std::nullopt;
    };
    if (llvm::any_of(expr.symbols(), [&](SymbolId s) { return constantOf(s).has_value(); }))
      expr = expr.substituteAll([&](SymbolId s) {
        std::optional<int64_t> constant = constantOf(s);
        return constant ? IndexExpr(*constant) : IndexExpr::symbol(s);
      });
  };
  for (Op &op : f.ops) {
    fold(op.index);
    for (IndexExpr &sub : op.mem.subs)
      fold(sub);
  }
}

} // namespace

llvm::Expected<Function> unrollOverlapping(const Function &f, const Target &target, const LowerOptions &options) {
  OverlapUnrolling step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  Function result = rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); });
  substituteConstants(result);
  return sweep(std::move(result));
}

} // namespace vecify
