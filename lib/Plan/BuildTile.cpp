// Two-dimensional tiles: some iterations of the root loop at once, each of which runs an inner loop in vectors.
//
//     for %i = 0 to %i_main step 4 {                     4 rows: every statement once for each of them
//       for %j = 0 to %j_main step 16 {                  vectors along j
//         for %k = 0 to n carry(4 sums) { ... }          inner loops carry the values of all rows
//         ...
//       }
//       <the last columns: vectors of half the lanes, then one by one; or a masked vector>
//     }
//     for %i = %i_main to n { one row }
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

Error SuperVectorBuilder::forEachRow(llvm::function_ref<Error()> build) {
  if (IsInRow || Rows.empty())
    return build();
  IsInRow = true;
  for (Row = 0; Row < Rows.size(); ++Row) {
    std::swap(locals, Rows[Row]);
    if (Error error = build())
      return error;
    std::swap(locals, Rows[Row]);
  }
  Row = 0;
  IsInRow = false;
  return Error::success();
}

Error SuperVectorBuilder::buildRows(unsigned rows, ValueId iv, const Plan &plan) {
  Tile = &plan;
  Lanes = 1;
  LiveLanes = NoId;
  Unconditional.clear();
  symbols[N.rootIterator()] = iv;
  std::fill(locals.begin(), locals.end(), NoId);
  Rows.assign(rows > 1 ? rows : 0, locals);
  return statements(N.nodes[N.root().node].body, NoId);
}

/// upper - lower rounded down to `lanes`, from lower on.
static ValueId roundedEnd(Builder &b, ValueId lower, ValueId upper, int64_t lanes, const std::string &name) {
  const Function &f = b.function();
  const VectorType index = VectorType::scalar(ScalarType::Index);
  auto polynomial = [&](ValueId v) {
    const Op *op = f.definitionOf(v);
    return op && op->kind == OpKind::IndexValue ? op->index : IndexExpr::symbol(v);
  };
  const IndexExpr first = polynomial(lower), count = polynomial(upper) - first;
  if (std::optional<int64_t> constant = count.asConstant())
    return b.index(first + IndexExpr(*constant & -lanes), name);
  ValueId rounded = b.create(OpKind::And, index, {b.index(count), b.constant(index, -lanes)}, name);
  return first.isZero() ? rounded : b.index(first + IndexExpr::symbol(rounded), name);
}

/// The vector loop of all rows. The guards promise that it runs.
Error SuperVectorBuilder::vectorLoop(const Node &node) {
  const Loop &loop = N.loops[node.loop];
  const SymbolId root = N.rootIterator();
  if (IsInRow || loop.lower.uses(root) || loop.upper.uses(root))
    return decline(loop.loc, Reason::InnerVarying, {loop.name, N.root().name});
  const std::vector<bool> assigned = assignedLocals(N, node.body);
  for (LocalId l = 0; l < assigned.size(); ++l)
    for (const std::vector<ValueId> &row : localsOfRows())
      if (assigned[l] && row[l] != NoId)
        return decline(loop.loc, Reason::CarriedScalar, {loop.name, N.locals[l].name});
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  if (Error error = vectorBlocks(node, B.index(map(loop.lower)), B.index(map(loop.upper))))
    return error;
  Lanes = 1;
  LiveLanes = NoId;
  llvm::copy(before, localsOfRows().begin());
  return Error::success();
}

Error SuperVectorBuilder::vectorBlocks(const Node &node, ValueId from, ValueId upper) {
  const Loop &loop = N.loops[node.loop];
  const std::string counter = N.symbols[loop.iterator].name;
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  auto block = [&](unsigned lanes, ValueId iv, ValueId mask) {
    Lanes = lanes;
    LiveLanes = mask;
    symbols[loop.iterator] = iv;
    llvm::copy(before, localsOfRows().begin());
    return statements(node.body, mask);
  };
  auto loopOver = [&](ValueId to, unsigned lanes) -> Error {
    OpId id = B.forLoop(from, to, B.index(IndexExpr(lanes)), {}, counter);
    BlockId outer = B.block(), body = F.ops[id].blocks[0];
    ValueId iv = F.blocks[body].arguments[0];
    B.setBlock(body);
    if (Error error = block(lanes, iv, NoId))
      return error;
    B.yield({});
    B.setBlock(outer);
    from = to;
    return Error::success();
  };
  auto onlyIf = [&](ValueId condition, llvm::function_ref<Error()> build) -> Error {
    BlockId outer = B.block();
    enterIf(condition);
    if (Error error = build())
      return error;
    B.yield({});
    B.setBlock(outer);
    return Error::success();
  };
  const unsigned vf = Tile->lanes, wide = vf * Tile->unroll;
  ValueId lower = from;
  if (wide > vf)
    if (Error error = loopOver(roundedEnd(B, lower, upper, wide, counter + "_main"), wide))
      return error;
  if (Error error = loopOver(roundedEnd(B, lower, upper, vf, counter + "_end"), vf))
    return error;
  if (Tile->tail == Tail::Mask) {
    ValueId rest = B.create(OpKind::CmpLt, truth, {from, upper}, "has_tail");
    return onlyIf(rest, [&] {
      ValueId left = B.index(IndexExpr::symbol(upper) - IndexExpr::symbol(from), "left");
      return block(vf, from, B.create(OpKind::CreateMask, VectorType::vector(vf, ScalarType::I1), {left}, "tail"));
    });
  }
  for (unsigned half = vf / 2; half >= Tile->leastLanes; half /= 2) {
    ValueId to = roundedEnd(B, lower, upper, half, counter + "_end" + std::to_string(half));
    ValueId isLeft = B.create(OpKind::CmpLt, truth, {from, to}, "has_" + std::to_string(half));
    if (Error error = onlyIf(isLeft, [&] { return block(half, from, NoId); }))
      return error;
    from = to;
  }
  return loopOver(upper, 1);
}

Expected<Function> buildTile(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                             const PlanOptions &options) {
  // That equal bases are fine is known of iterations of the root, not of the lanes inside one.
  Facts apart = facts;
  for (Facts::AliasPair &pair : apart.mayAlias)
    pair.equalIsFine = false;
  SuperVectorBuilder S(nest, apart, options);
  if (Error error = S.declareInterface(legality))
    return std::move(error);
  Function &f = S.F;
  Builder &b = S.B;
  b.loc = nest.loc();
  const Loop &inner = nest.loops[plan.vectorLoop];
  std::vector<IndexExpr> trips = {S.map(inner.upper - inner.lower), f.trip};
  if (trips[0] == trips[1])
    trips.pop_back();
  for (const IndexExpr &trip : trips) {
    RuntimeGuard runs;
    runs.expr = trip - IndexExpr(1);
    runs.why = "the loop runs";
    if (!runs.expr.asConstant())
      f.guards.insert(f.guards.begin(), std::move(runs));
    else if (*runs.expr.asConstant() < 0)
      return decline(nest.loc(), Reason::NotProfitable, {"the loop does not run"});
  }

  ValueId from = b.index(S.map(nest.root().lower)), upper = b.index(S.map(nest.root().lower) + f.trip);
  auto loopOver = [&](ValueId to, unsigned rows) -> Error {
    OpId id = b.forLoop(from, to, b.index(IndexExpr(rows)), {}, f.counter);
    BlockId outer = b.block(), body = f.ops[id].blocks[0];
    ValueId iv = f.blocks[body].arguments[0];
    b.setBlock(body);
    if (Error error = S.buildRows(rows, iv, plan))
      return error;
    b.yield({});
    b.setBlock(outer);
    from = to;
    return Error::success();
  };
  if (plan.rows > 1)
    if (Error error = loopOver(roundedEnd(b, from, upper, plan.rows, f.counter + "_main"), plan.rows))
      return std::move(error);
  if (Error error = loopOver(upper, 1))
    return std::move(error);
  f.coversAll = true;
  b.ret({b.index(f.trip)});
  return std::move(f);
}

} // namespace vecify
