// The steps of a block of R rows, each `skew` columns behind the one before:
//
//     for row in the block:  row r does its first skew * (R - 1 - r) columns
//     for j:                 row r at j + skew * (R - 1 - r), the rows in order
//     for row in the block:  row r does its last skew * r columns
//
// A dependence from row r to row r + d, e columns further, goes from step k to step k + skew * d + e, which is later
// for every d > 0. What the rows do before and behind the common steps is in the source's order.
#include "Wave.h"
#include "Enumerate.h"
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Permute.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

/// The least distance between the rows at which each reads only what other steps have written; nullopt: there is none.
static std::optional<int64_t> skewOf(const Nest &nest, const Facts &facts) {
  if (nest.reordered || nest.loops.size() != 2 || nest.clauses.off || !facts.cells.empty())
    return std::nullopt;
  const llvm::SmallVector<LoopId, 4> band = perfectBand(nest, 0);
  const Loop &inner = nest.loops[1];
  if (band.size() != 2 || inner.lower.uses(nest.rootIterator()) || inner.upper.uses(nest.rootIterator()) ||
      facts.loops[1].anyLanes || !mayPermute(nest, facts, band, band))
    return std::nullopt;
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (pair.needsNoGuard || !footprint(nest, pair.a).isKnown || !footprint(nest, pair.b).isKnown)
      return std::nullopt;
  int64_t skew = 1;
  for (const Edge &edge : facts.edges) {
    if (edge.carriedBy != 0)
      continue;
    if (edge.distance.size() < 2 || !edge.distance[0] || !edge.distance[1])
      return std::nullopt;
    while (skew * *edge.distance[0] + *edge.distance[1] < 1)
      if (++skew > 4)
        return std::nullopt;
  }
  return skew;
}

void enumerateWaves(const Nest &nest, const Facts &facts, const Target &target, std::vector<Plan> &plans) {
  const std::optional<int64_t> skew = target.aie ? std::nullopt : skewOf(nest, facts);
  for (unsigned rows : {4u, 8u}) {
    if (!skew || rows * opsOf(nest, 1, 1, target.registerBits[0]) > MostTileOps)
      continue;
    Plan plan;
    plan.number = unsigned(plans.size());
    plan.wave = Wave{*skew};
    plan.rows = rows;
    plan.registerBits = target.registerBits[0];
    plans.push_back(std::move(plan));
  }
}

namespace {

class WaveBuilder {
public:
  WaveBuilder(SuperVectorBuilder &builder, const Plan &plan)
      : S(builder), B(builder.B), N(builder.N), Rows(plan.rows), Skew(plan.wave->skew), Inner(N.loops[1]),
        Lower(S.map(Inner.lower)), Upper(S.map(Inner.upper)) {}

  Error run() {
    const IndexExpr first = S.map(N.root().lower);
    const ValueId from = B.index(first);
    const ValueId to = roundedEnd(B, from, B.index(S.map(N.root().upper)), Rows, S.F.counter + "_main");
    if (Error error = S.plainLoop(from, to, Rows, S.F.counter, [&](ValueId i) { return block(IndexExpr::symbol(i)); }))
      return error;
    B.ret({B.index(IndexExpr::symbol(to) - first)});
    return Error::success();
  }

private:
  Error block(const IndexExpr &i) {
    if (Error error = rows(i, i + IndexExpr(Rows - 1), [&](const IndexExpr &row) {
          return std::pair(Lower, Lower + IndexExpr(Skew) * (i + IndexExpr(Rows - 1) - row));
        }))
      return error;
    const ValueId to = B.index(Upper - IndexExpr(Skew * (Rows - 1)), columnName() + "_main");
    if (Error error = S.plainLoop(B.index(Lower), to, 1, columnName(), [&](ValueId j) -> Error {
          for (int64_t r = 0; r < Rows; ++r)
            if (Error wrong = point(i + IndexExpr(r), IndexExpr::symbol(j) + IndexExpr(Skew * (Rows - 1 - r))))
              return wrong;
          return Error::success();
        }))
      return error;
    return rows(i + IndexExpr(1), i + IndexExpr(Rows),
                [&](const IndexExpr &row) { return std::pair(Upper - IndexExpr(Skew) * (row - i), Upper); });
  }

  /// Rows one after the other, each from and to some column.
  Error rows(const IndexExpr &from, const IndexExpr &to,
             llvm::function_ref<std::pair<IndexExpr, IndexExpr>(const IndexExpr &)> columns) {
    return S.plainLoop(B.index(from), B.index(to), 1, S.F.counter + "_row", [&](ValueId row) {
      const auto [begin, end] = columns(IndexExpr::symbol(row));
      return S.plainLoop(B.index(begin), B.index(end), 1, columnName(),
                         [&](ValueId j) { return point(IndexExpr::symbol(row), IndexExpr::symbol(j)); });
    });
  }

  Error point(const IndexExpr &row, const IndexExpr &column) {
    S.symbols[Inner.iterator] = B.index(column);
    std::fill(S.locals.begin(), S.locals.end(), NoId);
    return S.buildStatements(N.nodes[Inner.node].body, 1, B.index(row));
  }

  const std::string &columnName() const { return N.symbols[Inner.iterator].name; }

  SuperVectorBuilder &S;
  Builder &B;
  const Nest &N;
  const int64_t Rows, Skew;
  const Loop &Inner;
  const IndexExpr Lower, Upper;
};

} // namespace

Expected<Function> buildWave(const Nest &nest, const Facts &facts, const Plan &plan, const PlanOptions &options) {
  SuperVectorBuilder S(nest, facts, options);
  if (Error error = S.declareInterface({}))
    return std::move(error);
  S.B.loc = nest.loc();
  const auto require = [&](const IndexExpr &expr, const char *why) {
    const std::optional<int64_t> constant = expr.asConstant();
    if (!constant) {
      RuntimeGuard guard;
      guard.expr = expr;
      guard.why = why;
      S.F.guards.insert(S.F.guards.begin(), std::move(guard));
    }
    return !constant || *constant >= 0;
  };
  const IndexExpr columns = S.map(nest.tripCount(1)) - IndexExpr(plan.wave->skew * int64_t(plan.rows - 1) + 1);
  if (!require(columns, "columns for all rows") || !require(S.F.trip - IndexExpr(plan.rows), "a block of rows"))
    return decline(nest.loc(), Reason::NotProfitable, {"the loop is shorter than one block"});
  if (Error error = WaveBuilder(S, plan).run())
    return std::move(error);
  return std::move(S.F);
}

} // namespace vecify
