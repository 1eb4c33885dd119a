// A distributed root (Distribution.h), in strips whose scalars fit into buffers on the stack.
//
//     for %i_strip = 0 to i_main step 256 carry(s) {
//       %i_end = min(%i_strip + 256, i_main)
//       for %i = %i_strip to %i_end step VF { ...; s_in_strip[%i - %i_strip] = ... }              lanes
//       for %i = %i_strip to %i_end carry(s) { s = s * c + s_in_strip[%i - %i_strip]; ... }       in order
//     }
//     return i_main, s                                       the source's loop does what fills no vector
//
// A strip ends before the next begins, so a dependence between parts goes forward or stays inside a strip, where the
// order of the parts keeps it.
#include "Accumulators.h"
#include "Enumerate.h"
#include "Strips.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

static const VectorType Index = VectorType::scalar(ScalarType::Index);

namespace {

class StripBuilder {
public:
  StripBuilder(SuperVectorBuilder &builder, const Strips &strips, int64_t lanes)
      : S(builder), B(builder.B), N(builder.N), D(strips.distribution), Size(strips.size), Lanes(lanes), Sums(builder) {
    for (LocalId l = 0; l < N.locals.size(); ++l)
      if (N.locals[l].scope == NoId && S.Fa.locals[l].kind == ScalarFacts::Carried) {
        Carried.push_back(l);
        S.locals[l] = S.declareCarried(N.locals[l]);
      }
    for (const Distribution::Part &part : D.parts)
      for (LocalId l : part.gives)
        Buffers[l] = S.declareBuffer(N.locals[l].name + "_strip", N.locals[l].type, {Size});
  }

  Error run(const Legality &legality) {
    const IndexExpr lower = S.map(N.root().lower);
    const IndexExpr usable = legality.needsLastIteration ? S.F.trip - IndexExpr(1) : S.F.trip;
    const std::string &counter = S.F.counter;
    const std::optional<int64_t> constant = usable.asConstant();
    const ValueId count =
        constant     ? B.index(IndexExpr(*constant / Lanes * Lanes), counter + "_main")
        : Lanes == 1 ? B.index(usable, counter + "_main")
                     : B.create(OpKind::And, Index, {B.index(usable), B.constant(Index, -Lanes)}, counter + "_main");
    const ValueId from = B.index(lower);
    const ValueId to = lower.isZero() ? count : B.index(lower + IndexExpr::symbol(count), counter + "_main_end");
    S.F.coversAll = constant && *constant % Lanes == 0 && !legality.needsLastIteration;
    Values = Sums.start(unsigned(Lanes));
    for (LocalId l : Carried)
      Values.push_back(S.locals[l]);
    if (Error error = D.parts.size() == 1 ? part(D.parts[0], from, to) : strips(from, to))
      return error;
    const llvm::ArrayRef<ValueId> values = Values;
    Expected<llvm::SmallVector<ValueId, 4>> results = Sums.finish(values.drop_back(Carried.size()), count);
    if (!results)
      return results.takeError();
    for (auto [l, value] : llvm::zip(Carried, values.take_back(Carried.size())))
      S.finishCarried(N.locals[l], value, [&](ValueId result) { results->push_back(result); });
    B.ret(*results);
    return Error::success();
  }

private:
  Error strips(ValueId from, ValueId to) {
    const llvm::BitVector all(unsigned(Values.size()), true);
    return loop(from, to, Size, S.F.counter + "_strip", all, [&](ValueId start) -> Error {
      Start = start;
      const ValueId next = B.index(IndexExpr::symbol(start) + IndexExpr(Size), S.F.counter + "_next");
      const ValueId end = B.create(OpKind::Min, Index, {next, to}, S.F.counter + "_stop");
      for (const Distribution::Part &p : D.parts)
        if (Error error = part(p, start, end))
          return error;
      return Error::success();
    });
  }

  Error part(const Distribution::Part &part, ValueId from, ValueId to) {
    const unsigned lanes = part.hasLanes ? unsigned(Lanes) : 1;
    const auto build = [&](ValueId i) -> Error {
      const llvm::ArrayRef<ValueId> values = Values;
      Sums.enter(values.drop_back(Carried.size()));
      for (auto [l, value] : llvm::zip(Carried, values.take_back(Carried.size())))
        S.locals[l] = value;
      for (LocalId l : part.takes) {
        const VectorType type =
            lanes == 1 ? VectorType::scalar(N.locals[l].type) : VectorType::vector(lanes, N.locals[l].type);
        S.locals[l] = B.transferRead(type, place(l, i, lanes), {}, ~0u, ~0u, N.locals[l].name);
      }
      if (Error error = S.buildStatements(part.body, lanes, i))
        return error;
      for (LocalId l : part.gives) {
        if (S.locals[l] == NoId)
          return decline(N.locals[l].loc, Reason::CarriedScalar, {N.root().name, N.locals[l].name});
        B.transferWrite(S.widen(S.locals[l]), place(l, i, lanes));
      }
      Values = Sums.leave();
      for (LocalId l : Carried)
        Values.push_back(S.locals[l]);
      return Error::success();
    };
    return loop(from, to, lanes, S.F.counter, changedBy(part.body), build);
  }

  /// Of `Values`, what the statements may change.
  llvm::BitVector changedBy(llvm::ArrayRef<NodeId> body) const {
    llvm::BitVector changed = Sums.changedBy(body);
    const llvm::BitVector assigned = assignedLocals(N, body);
    for (LocalId l : Carried)
      changed.push_back(assigned.test(l));
    return changed;
  }

  MemRef place(LocalId l, ValueId i, unsigned lanes) const {
    MemRef mem;
    mem.pattern = Buffers.lookup(l);
    mem.subs.push_back(IndexExpr::symbol(i) - IndexExpr::symbol(Start));
    if (lanes > 1)
      mem.laneSteps.push_back({IndexExpr(1)});
    return mem;
  }

  /// for %name = from to to step, which carries those of `Values` that `changed` says.
  Error loop(ValueId from, ValueId to, int64_t step, const std::string &name, const llvm::BitVector &changed,
             llvm::function_ref<Error(ValueId)> build) {
    const llvm::SmallVector<ValueId, 4> before = Values;
    std::vector<std::string> names = Sums.names();
    for (LocalId l : Carried)
      names.push_back(N.locals[l].name);
    llvm::SmallVector<ValueId, 4> inits;
    for (unsigned v : changed.set_bits())
      inits.push_back(before[v]);
    const OpId id = B.forLoop(from, to, B.index(IndexExpr(step)), inits, name);
    const BlockId outer = B.block(), body = S.F.ops[id].blocks[0];
    const std::vector<ValueId> arguments = S.F.blocks[body].arguments;
    unsigned argument = 1;
    for (unsigned v : changed.set_bits()) {
      S.F.values[arguments[argument]].name = names[v];
      Values[v] = arguments[argument++];
    }
    B.setBlock(body);
    if (Error error = build(arguments[0]))
      return error;
    llvm::SmallVector<ValueId, 4> results;
    for (unsigned v : changed.set_bits())
      results.push_back(Values[v]);
    B.yield(results);
    B.setBlock(outer);
    Values = before;
    unsigned result = 0;
    for (unsigned v : changed.set_bits())
      Values[v] = S.F.ops[id].results[result++];
    return Error::success();
  }

  SuperVectorBuilder &S;
  Builder &B;
  const Nest &N;
  const Distribution &D;
  const int64_t Size, Lanes;
  Accumulators Sums;
  std::vector<LocalId> Carried;
  llvm::DenseMap<LocalId, uint32_t> Buffers;
  ValueId Start = NoId;
  /// What lanes carry, then the scalars carried in order.
  llvm::SmallVector<ValueId, 4> Values;
};

} // namespace

Error SuperVectorBuilder::buildStatements(llvm::ArrayRef<NodeId> body, unsigned lanes, ValueId iv) {
  Lanes = lanes;
  Iv = iv;
  LiveLanes = NoId;
  symbols[N.rootIterator()] = iv;
  Unconditional = touchedPlaces(N);
  return statements(body, NoId);
}

Expected<Function> buildStrips(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                               const PlanOptions &options) {
  SuperVectorBuilder S(nest, facts, options);
  if (Error error = S.declareInterface(legality))
    return std::move(error);
  S.B.loc = nest.loc();
  const int64_t lanes = int64_t(plan.lanes) * plan.unroll;
  RuntimeGuard enough;
  enough.expr = S.F.trip - IndexExpr(lanes + (legality.needsLastIteration ? 1 : 0));
  enough.why = "at least one vector";
  if (const std::optional<int64_t> constant = enough.expr.asConstant(); !constant)
    S.F.guards.insert(S.F.guards.begin(), std::move(enough));
  else if (*constant < 0)
    return decline(nest.loc(), Reason::NotProfitable, {"the loop is shorter than one vector"});
  if (Error error = StripBuilder(S, *plan.strips, lanes).run(legality))
    return std::move(error);
  return std::move(S.F);
}

Expected<Function> buildInOrder(const Nest &nest, const Facts &facts, const PlanOptions &options) {
  Strips all;
  all.distribution.parts.emplace_back();
  all.distribution.parts[0].body = nest.nodes[nest.root().node].body;
  Facts carried = facts;
  carried.cells.clear();
  for (ScalarFacts &scalar : carried.locals)
    if (scalar.kind != ScalarFacts::Private)
      scalar = ScalarFacts();
  SuperVectorBuilder S(nest, carried, options);
  const Legality anything;
  if (Error error = S.declareInterface(anything))
    return std::move(error);
  S.B.loc = nest.loc();
  if (Error error = StripBuilder(S, all, 1).run(anything))
    return std::move(error);
  return std::move(S.F);
}

} // namespace vecify
