// A matrix product in blocks: some sums of r x t live at once, each s products deeper in every step.
//
//     for %i = 0 to m step 2r, for %j = 0 to n step 2t carry nothing {
//       %c = for %k = 0 to k step s carry(4 sums) {
//         %a0, %a1 = blocks (i, k), (i + r, k) of A        %b0, %b1 = blocks (k, j), (k, j + t) of B
//         four mmul
//       }
//       blocks (i, j) .. of C = f(c)
//     }
//
// The matrices lie in blocks (Blocking): element (p, q) of block (P, Q) follows all blocks before it. The DMA that
// brings them does that on the way; the manifest says how.
#include "Blocks.h"
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

void enumerateBlocks(const Nest &nest, const Facts &facts, const Target &target, std::vector<Plan> &plans) {
  if (!target.aie)
    return;
  const std::optional<MatrixProduct> product = matrixProduct(nest, facts);
  if (!product)
    return;
  const MmulShape *shape = target.aie->mmulOf(nest.accesses[product->a].type);
  for (unsigned down : {2u, 1u})
    for (unsigned across : {2u, 1u}) {
      if (!shape || product->m % (shape->r * down) || product->n % (shape->t * across) || product->k % shape->s)
        continue;
      Plan plan;
      plan.number = plans.size();
      plan.blocks = BlockPlan{shape->r, shape->s, shape->t, down, across};
      plan.lanes = unsigned(shape->r * down);
      plan.registerBits = target.registerBits[0];
      plan.tail = Tail::None;
      plans.push_back(std::move(plan));
    }
}

namespace {

class BlockBuilder {
public:
  BlockBuilder(SuperVectorBuilder &builder, const MatrixProduct &product, const Plan &plan, const PlanOptions &options)
      : S(builder), B(builder.B), P(product), Shape(*plan.blocks),
        SumType(VectorType::vector(Shape.r * Shape.t, builder.N.locals[product.sum].type)), Options(options) {}

  Expected<Function> run() {
    layOut(P.a, P.m, P.k, Shape.r, Shape.s);
    layOut(P.b, P.k, P.n, Shape.s, Shape.t);
    layOut(P.c, P.m, P.n, Shape.r, Shape.t);
    const auto loop = [&](int64_t end, int64_t step, const char *name, llvm::ArrayRef<ValueId> inits) {
      return B.forLoop(B.index(IndexExpr(0)), B.index(IndexExpr(end)), B.index(IndexExpr(step)), inits, name);
    };
    const BlockId outside = B.block();
    const OpId rows = loop(P.m, Shape.r * Shape.down, "i", {});
    B.setBlock(S.F.ops[rows].blocks[0]);
    const ValueId i = S.F.blocks[B.block()].arguments[0];
    const BlockId rowBody = B.block();
    const OpId columns = loop(P.n, Shape.t * Shape.across, "j", {});
    B.setBlock(S.F.ops[columns].blocks[0]);
    const ValueId j = S.F.blocks[B.block()].arguments[0];
    const BlockId columnBody = B.block();
    const Expr &start = S.N.exprs[P.start];
    const ValueId zero =
        isFloat(SumType.element) ? B.constantFp(SumType, start.fpValue) : B.constant(SumType, start.intValue);
    const llvm::SmallVector<ValueId, 4> inits(Shape.down * Shape.across, zero);
    const OpId depth = loop(P.k, Shape.s, "k", inits);
    B.setBlock(S.F.ops[depth].blocks[0]);
    multiply(i, j);
    B.setBlock(columnBody);
    const llvm::SmallVector<ValueId, 4> sums(S.F.ops[depth].results.begin(), S.F.ops[depth].results.end());
    if (Error wrong = store(sums, i, j))
      return std::move(wrong);
    B.yield({});
    B.setBlock(rowBody);
    B.yield({});
    B.setBlock(outside);
    S.F.coversAll = true;
    B.ret({B.index(IndexExpr(P.m))});
    return std::move(S.F);
  }

private:
  void layOut(AccessId access, int64_t rows, int64_t columns, int64_t blockRows, int64_t blockColumns) {
    S.F.arrays[S.N.accesses[access].array].blocking = Blocking{blockRows, blockColumns, rows, columns};
  }

  /// The block whose first element is (row, column) of the matrix: all of its elements side by side. In a matrix of
  /// `columns`, cut into blocks of r x c, that is row * columns + column * r.
  MemRef block(AccessId access, const IndexExpr &row, const IndexExpr &column) const {
    const Blocking &blocking = *S.F.arrays[S.N.accesses[access].array].blocking;
    MemRef mem;
    mem.pattern = access;
    mem.subs.assign(S.N.accesses[access].subs.size(), IndexExpr(0));
    mem.subs.back() = row * IndexExpr(blocking.columns) + column * IndexExpr(blocking.blockRows);
    mem.laneSteps.emplace_back(mem.subs.size(), IndexExpr(0));
    mem.laneSteps[0].back() = IndexExpr(1);
    return mem;
  }

  ValueId read(AccessId access, const IndexExpr &row, const IndexExpr &column, int64_t lanes, const char *name) {
    return B.transferRead(VectorType::vector(lanes, S.N.accesses[access].type), block(access, row, column), {}, ~0u,
                          ~0u, name);
  }

  /// One step along k; the builder stands in the innermost loop.
  void multiply(ValueId i, ValueId j) {
    const std::vector<ValueId> arguments = S.F.blocks[B.block()].arguments;
    const IndexExpr k = IndexExpr::symbol(arguments[0]), row = IndexExpr::symbol(i), column = IndexExpr::symbol(j);
    llvm::SmallVector<ValueId, 4> as, bs, sums;
    for (unsigned d = 0; d < Shape.down; ++d)
      as.push_back(read(P.a, row + IndexExpr(d * Shape.r), k, Shape.r * Shape.s, "a"));
    for (unsigned c = 0; c < Shape.across; ++c)
      bs.push_back(read(P.b, k, column + IndexExpr(c * Shape.t), Shape.s * Shape.t, "b"));
    for (unsigned d = 0; d < Shape.down; ++d)
      for (unsigned c = 0; c < Shape.across; ++c) {
        Op op;
        op.kind = OpKind::Mmul;
        op.operands = {arguments[1 + sums.size()], as[d], bs[c]};
        op.ints = {Shape.r, Shape.s, Shape.t};
        // Modulo 2^32 these are C's sums; in C's own order they may not overflow.
        op.noWrap = !isFloat(SumType.element) && (Options.notesOverflow || fits());
        const OpId id = B.append(std::move(op), {SumType}, "sum");
        sums.push_back(S.F.ops[id].results[0]);
      }
    B.yield(sums);
  }

  /// No sum of k products leaves int.
  bool fits() const {
    const int64_t most = int64_t(1) << (2 * bitsOf(S.N.accesses[P.a].type) - 2);
    return P.k * most < (int64_t(1) << 31);
  }

  Error store(llvm::ArrayRef<ValueId> sums, ValueId i, ValueId j) {
    const unsigned lanes = unsigned(Shape.r * Shape.t);
    for (unsigned d = 0; d < Shape.down; ++d)
      for (unsigned c = 0; c < Shape.across; ++c) {
        S.locals[P.sum] = sums[d * Shape.across + c];
        ValueId last = NoId;
        for (NodeId id : P.finish) {
          const Node &node = S.N.nodes[id];
          Expected<ValueId> value = S.exprOnLanes(node.value, lanes);
          if (!value)
            return value.takeError();
          if (node.local != NoId)
            S.locals[node.local] = *value;
          last = *value;
        }
        B.transferWrite(last, block(P.c, IndexExpr::symbol(i) + IndexExpr(d * Shape.r),
                                    IndexExpr::symbol(j) + IndexExpr(c * Shape.t)));
      }
    return Error::success();
  }

  SuperVectorBuilder &S;
  Builder &B;
  const MatrixProduct &P;
  const BlockPlan Shape;
  const VectorType SumType;
  const PlanOptions &Options;
};

} // namespace

Expected<ValueId> SuperVectorBuilder::exprOnLanes(ExprId id, unsigned lanes) {
  Lanes = lanes;
  Expected<ValueId> value = expr(id, NoId);
  if (!value)
    return value.takeError();
  return widen(*value);
}

Expected<Function> buildBlocks(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                               const PlanOptions &options) {
  SuperVectorBuilder S(nest, facts, options);
  if (Error error = S.declareInterface(legality))
    return std::move(error);
  S.B.loc = nest.loc();
  const std::optional<MatrixProduct> product = matrixProduct(nest, facts);
  return BlockBuilder(S, *product, plan, options).run();
}

} // namespace vecify
