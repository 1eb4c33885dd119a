// Super-vector code for a GPU: the outer loops step by blocks, and the lanes of every value are those of one block.
//
//     for %i = 0 to n step 8 [y, 8 threads, grid] {                 blocks along y
//       for %j = 0 to m step 32 [x, 32 threads, grid] {             and along x
//         %live = create_mask %rows_left, %columns_left : 8x32xi1
//         %a = transfer_read A[%i, %j] lanes(1, 0; 0, 1) mask %live : 8x32xf32
//         for %k = 0 to p step 1 { ... }                            what is inside runs in each thread
//
//     for %r = 0 to rows step 1 [y, 1 thread, grid] {               a row a block:
//       for %j = 0 to m step 256 [x, 256 threads] carry(..) { ... } its loops by all threads of the block
//       %sum = reduce add ..
//
// Nothing here is more than the loops and lanes say: run one after the other, the steps mean what the source means,
// sums that may be reordered aside. Which thread holds which lane is decided by distribute-to-lanes.
#include "Accumulators.h"
#include "CopyRanges.h"
#include "Reordered.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

static const VectorType Truth = VectorType::scalar(ScalarType::I1);

llvm::SmallVector<SymbolId, 3> SuperVectorBuilder::laneSymbols() const {
  llvm::SmallVector<SymbolId, 3> symbols;
  for (const LaneDim &dim : Dims)
    symbols.push_back(dim.counter);
  if (symbols.empty())
    symbols.push_back(laneSymbol());
  return symbols;
}

VectorType SuperVectorBuilder::gridType(ScalarType element) const {
  VectorType type = VectorType::scalar(element);
  for (const LaneDim &dim : Dims)
    type.shape.push_back(dim.size);
  return type;
}

/// c + sum of step * lane along each dim; a polynomial of higher degree is evaluated lane by lane.
Expected<ValueId> SuperVectorBuilder::gridIndex(const IndexExpr &expr, ScalarType element, Loc loc,
                                                llvm::function_ref<ValueId(const IndexExpr &)> scalar) {
  const VectorType type = vectorOf(element);
  const auto lanesAlong = [&](unsigned dim, int64_t step) {
    Op op;
    op.kind = OpKind::Iota;
    op.ints = {0, step, dim};
    return F.ops[B.append(std::move(op), {type})].results[0];
  };
  const auto add = [&](ValueId a, ValueId b) { return B.create(OpKind::Add, type, {a, b}); };
  const auto multiply = [&](ValueId a, ValueId b) { return B.create(OpKind::Mul, type, {a, b}); };
  const bool isLinear = llvm::all_of(Dims, [&](const LaneDim &dim) {
    return expr.degreeIn(dim.counter) < 2 && (!expr.uses(dim.counter) || !usesLanes(expr.coefficientOf(dim.counter)));
  });
  (void)loc;
  if (isLinear) {
    ValueId sum = widen(scalar(expr));
    for (unsigned d = 0; d < Dims.size(); ++d) {
      if (!expr.uses(Dims[d].counter))
        continue;
      const IndexExpr step = expr.coefficientOf(Dims[d].counter);
      if (std::optional<int64_t> constant = step.asConstant())
        sum = add(sum, lanesAlong(d, *constant));
      else
        sum = add(sum, multiply(lanesAlong(d, 1), widen(scalar(step))));
    }
    return sum;
  }
  ValueId sum = NoId;
  for (const IndexExpr::Term &term : expr.terms()) {
    ValueId product = NoId;
    IndexExpr rest(term.coefficient);
    for (SymbolId s : term.symbols) {
      const auto dim = llvm::find_if(Dims, [&](const LaneDim &d) { return d.counter == s; });
      if (dim == Dims.end()) {
        rest = rest * IndexExpr::symbol(s);
        continue;
      }
      ValueId counter = add(widen(scalar(IndexExpr::symbol(s))), lanesAlong(unsigned(dim - Dims.begin()), 1));
      product = product == NoId ? counter : multiply(product, counter);
    }
    ValueId factor = widen(scalar(rest));
    product = product == NoId ? factor : multiply(factor, product);
    sum = sum == NoId ? product : add(sum, product);
  }
  return sum;
}

Error SuperVectorBuilder::buildLanes(int64_t lanes, ValueId iv, ValueId mask) {
  Dims = {{N.rootIterator(), lanes}};
  Lanes = unsigned(lanes);
  Iv = iv;
  LiveLanes = mask;
  symbols[N.rootIterator()] = iv;
  Unconditional = touchedPlaces(N);
  Error error = statements(N.nodes[N.root().node].body, mask);
  Lanes = 1;
  LiveLanes = NoId;
  Dims.clear();
  return error;
}

Error SuperVectorBuilder::gridLoops(ArrayRef<GridLoop> loops, llvm::function_ref<Error(ValueId mask)> body) {
  const BlockId outer = B.block();
  llvm::SmallVector<ValueId, 3> left;
  llvm::SmallVector<BlockId, 3> blocks;
  int64_t lanes = 1;
  for (const GridLoop &grid : loops) {
    const Loop &loop = N.loops[grid.loop];
    const int64_t size = grid.mapping.lanes();
    const ValueId lower = B.index(map(loop.lower)), upper = B.index(map(loop.upper));
    const OpId id = B.forLoop(lower, upper, B.index(IndexExpr(size)), {}, N.symbols[loop.iterator].name);
    F.ops[id].ints = grid.mapping.ints();
    blocks.push_back(B.block());
    B.setBlock(F.ops[id].blocks[0]);
    const ValueId iv = F.blocks[B.block()].arguments[0];
    symbols[loop.iterator] = iv;
    if (size == 1)
      continue;
    Dims.push_back({loop.iterator, size});
    lanes *= size;
    left.push_back(B.index(map(loop.upper) - IndexExpr::symbol(iv), N.symbols[loop.iterator].name + "_left"));
  }
  Lanes = unsigned(lanes);
  LiveLanes = NoId;
  if (lanes > 1)
    LiveLanes = B.create(OpKind::CreateMask, vectorOf(ScalarType::I1), left, "live");
  std::fill(locals.begin(), locals.end(), NoId);
  if (Error error = body(LiveLanes))
    return error;
  Lanes = 1;
  LiveLanes = NoId;
  Dims.clear();
  for (BlockId block : llvm::reverse(blocks)) {
    B.yield({});
    B.setBlock(block);
  }
  B.setBlock(outer);
  return Error::success();
}

/// Before the first of its values an idempotent operator may start from any of them.
static bool startsFromValue(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::CMin:
  case ReductionKind::CMax:
  case ReductionKind::FMin:
  case ReductionKind::FMax:
  case ReductionKind::Min:
  case ReductionKind::Max:
  case ReductionKind::And:
  case ReductionKind::Or:
    return true;
  default:
    return false;
  }
}

/// for %j = lower to upper step 256 [x, 256 threads] carry(lanes of each sum), then one value of each.
Error SuperVectorBuilder::rowLoop(const Node &node, const LoopMapping &lanes) {
  const Loop &loop = N.loops[node.loop];
  std::vector<LocalId> sums;
  llvm::SmallVector<ReductionKind, 2> kinds;
  const llvm::BitVector assigned = assignedLocals(N, node.body);
  for (LocalId l = 0; l < assigned.size(); ++l) {
    if (!assigned[l] || locals[l] == NoId)
      continue;
    ReductionTarget target;
    target.local = l;
    target.type = N.locals[l].type;
    const std::optional<ScalarFacts> facts = reductionOf(N, node.loop, target);
    if (!facts)
      return decline(loop.loc, Reason::CarriedScalar, {loop.name, N.locals[l].name});
    if (!facts->mayReassociate)
      return declineReordered(loop.loc, loop.name, N.locals[l].name, facts->reduction);
    sums.push_back(l);
    kinds.push_back(facts->reduction);
  }
  const std::vector<ValueId> before = locals;
  const VectorType shape = VectorType::vector(lanes.lanes(), ScalarType::I1);
  llvm::SmallVector<ValueId, 4> inits;
  for (unsigned s = 0; s < sums.size(); ++s) {
    const VectorType type = shape.withElement(N.locals[sums[s]].type);
    const bool isFloating = isFloat(type.element);
    if (startsFromValue(kinds[s]))
      inits.push_back(B.broadcast(before[sums[s]], type));
    else if (kinds[s] == ReductionKind::Mul)
      inits.push_back(isFloating ? B.constantFp(type, 1) : B.constant(type, 1));
    else
      inits.push_back(isFloating ? B.constantFp(type, -0.0) : B.constant(type, 0));
  }
  const ValueId upper = B.index(map(loop.upper));
  const OpId id = B.forLoop(B.index(map(loop.lower)), upper, B.index(IndexExpr(lanes.lanes())), inits,
                            N.symbols[loop.iterator].name);
  F.ops[id].ints = lanes.ints();
  const BlockId outer = B.block(), body = F.ops[id].blocks[0];
  const std::vector<ValueId> arguments = F.blocks[body].arguments;
  B.setBlock(body);
  symbols[loop.iterator] = arguments[0];
  for (unsigned s = 0; s < sums.size(); ++s) {
    locals[sums[s]] = arguments[s + 1];
    F.values[arguments[s + 1]].name = N.locals[sums[s]].name;
  }
  Dims = {{loop.iterator, lanes.lanes()}};
  Lanes = unsigned(lanes.lanes());
  const ValueId left = B.index(map(loop.upper) - IndexExpr::symbol(arguments[0]), "left");
  LiveLanes = B.create(OpKind::CreateMask, shape, {left}, "live");
  if (Error error = statements(node.body, LiveLanes))
    return error;
  llvm::SmallVector<ValueId, 4> results;
  for (LocalId l : sums)
    results.push_back(widen(locals[l]));
  B.yield(results);
  B.setBlock(outer);
  Lanes = 1;
  LiveLanes = NoId;
  Dims.clear();
  locals = before;
  const FpFlags fp = B.fp;
  for (unsigned s = 0; s < sums.size(); ++s) {
    B.fp = FpFlags::fast(); // permitted: see above
    ValueId total = B.reduce(kinds[s], F.ops[id].results[s]);
    if (!startsFromValue(kinds[s]))
      total = B.create(opOf(kinds[s]), F.typeOf(total), {before[sums[s]], total});
    F.values[total].name = N.locals[sums[s]].name;
    locals[sums[s]] = total;
  }
  B.fp = fp;
  return Error::success();
}

Error SuperVectorBuilder::rowStatements(ArrayRef<NodeId> body, const LoopMapping &lanes) {
  for (NodeId id : body) {
    const Node &node = N.nodes[id];
    B.loc = node.loc;
    Error error = node.kind == Node::Loop ? rowLoop(node, lanes) : statements({id}, NoId);
    if (error)
      return error;
  }
  return Error::success();
}

namespace {

/// One plan's function, from its guards to its return.
class GridBuilder {
public:
  GridBuilder(const Nest &nest, const Facts &facts, const GridPlan &plan, const PlanOptions &options)
      : N(nest), P(plan), S(nest, facts, options), F(S.F), B(S.B) {}

  Expected<Function> run(const Legality &legality) {
    if (Error error = S.declareInterface(legality))
      return std::move(error);
    B.loc = N.loc();
    for (const Loop &loop : llvm::reverse(N.loops))
      if (Error error = guardThatItRuns(loop))
        return std::move(error);
    F.work = work();
    if (S.Options.copiesArrays)
      if (Error error = declareCopies())
        return std::move(error);
    if (P.loops.size() == 1 && !P.row)
      return oneLoop();
    Error error = S.gridLoops(P.loops, [&](ValueId mask) {
      // Their order may not be that of the source: parents have smaller numbers.
      LoopId innermost = 0;
      for (const GridLoop &grid : P.loops)
        innermost = std::max(innermost, grid.loop);
      ArrayRef<NodeId> body = N.nodes[N.loops[innermost].node].body;
      return P.row ? S.rowStatements(body, *P.row) : S.statements(body, mask);
    });
    if (error)
      return std::move(error);
    F.coversAll = true;
    B.ret({B.index(F.trip)});
    return std::move(F);
  }

private:
  Error guardThatItRuns(const Loop &loop) {
    const IndexExpr rest = loop.upper - loop.lower - IndexExpr(1);
    for (SymbolId s : rest.symbols())
      if (N.symbols[s].kind != Symbol::Param)
        return Error::success();
    RuntimeGuard guard;
    guard.expr = S.map(rest);
    // Where one of those that are dealt out does not run, there is nothing to do.
    const LoopId id = LoopId(&loop - N.loops.data());
    const bool isOfGrid = llvm::any_of(P.loops, [&](const GridLoop &grid) { return grid.loop == id; });
    guard.why = isOfGrid ? "the loop runs" : "the inner loop runs";
    if (std::optional<int64_t> constant = guard.expr.asConstant()) {
      if (*constant < 0)
        return decline(loop.loc, Reason::NotProfitable, {"the loop does not run"});
      return Error::success();
    }
    const bool isKnown = llvm::any_of(F.guards, [&](const RuntimeGuard &g) { return g.expr == guard.expr; });
    if (!isKnown)
      F.guards.insert(F.guards.begin(), std::move(guard));
    return Error::success();
  }

  IndexExpr work() {
    IndexExpr product(1);
    for (const Loop &loop : N.loops) {
      const IndexExpr trip = loop.upper - loop.lower;
      if (N.isOverParams(trip))
        product = product * trip;
    }
    return S.map(product);
  }

  Error declareCopies() {
    for (ArrayId a = 0; a < N.arrays.size(); ++a) {
      Expected<std::optional<TouchedRange>> range = touchedRange(N, S.Fa, a);
      if (!range)
        return range.takeError();
      if (!*range)
        continue;
      CopyRange copy{a, {}, {}, (*range)->in, (*range)->out};
      for (const IndexExpr &e : (*range)->bytes.lower)
        copy.lower.push_back(S.map(e));
      for (const IndexExpr &e : (*range)->bytes.upper)
        copy.upper.push_back(S.map(e));
      F.copies.push_back(std::move(copy));
    }
    return Error::success();
  }

  /// The results of the function, from code that stands in the current block.
  using Values = llvm::SmallVector<ValueId, 4>;
  Expected<Values> launch(Accumulators &accumulators, const LoopMapping &mapping) {
    const Loop &root = N.root();
    const ValueId upper = B.index(S.map(root.upper));
    const Values inits = accumulators.start(unsigned(mapping.lanes()));
    const OpId id = B.forLoop(B.index(S.map(root.lower)), upper, B.index(IndexExpr(mapping.lanes())), inits, F.counter);
    F.ops[id].ints = mapping.ints();
    const BlockId outer = B.block(), body = F.ops[id].blocks[0];
    const std::vector<ValueId> arguments = F.blocks[body].arguments;
    const std::vector<std::string> names = accumulators.names();
    for (unsigned a = 0; a < names.size(); ++a)
      F.values[arguments[a + 1]].name = names[a];
    B.setBlock(body);
    accumulators.enter(ArrayRef(arguments).drop_front());
    const ValueId left = B.index(S.map(root.upper) - IndexExpr::symbol(arguments[0]), "left");
    const ValueId live =
        B.create(OpKind::CreateMask, VectorType::vector(mapping.lanes(), ScalarType::I1), {left}, "live");
    if (Error error = S.buildLanes(mapping.lanes(), arguments[0], live))
      return std::move(error);
    B.yield(accumulators.leave());
    B.setBlock(outer);
    const Values values(F.ops[id].results.begin(), F.ops[id].results.end());
    return accumulators.finish(values, B.index(F.trip));
  }

  Expected<Function> oneLoop() {
    Accumulators accumulators(S);
    const LoopMapping mapping = P.loops[0].mapping;
    LoopMapping plain = mapping;
    plain.registers = plain.vector = 1;
    F.coversAll = !accumulators.mayStartOver();
    // Whole vectors only where the arrays begin at a multiple of their bytes.
    const ValueId aligned = mapping.vector > 1 ? checkAlignment(accumulators, mapping) : NoId;
    if (aligned == NoId) {
      Expected<Values> results = launch(accumulators, plain);
      if (!results)
        return results.takeError();
      B.ret(*results);
      return std::move(F);
    }
    Op op;
    op.kind = OpKind::If;
    op.operands = {aligned};
    op.blocks = {F.addBlock(), F.addBlock()};
    const llvm::SmallVector<BlockId, 2> blocks = op.blocks;
    const BlockId outer = B.block();
    llvm::SmallVector<VectorType, 4> types;
    for (unsigned side = 0; side < 2; ++side) {
      B.setBlock(blocks[side]);
      Expected<Values> results = launch(accumulators, side == 0 ? mapping : plain);
      if (!results)
        return results.takeError();
      results->erase(results->begin()); // all iterations are done either way
      types.clear();
      for (ValueId v : *results)
        types.push_back(F.typeOf(v));
      B.yield(*results);
    }
    B.setBlock(outer);
    const OpId id = B.append(std::move(op), types);
    Values results(F.ops[id].results.begin(), F.ops[id].results.end());
    for (unsigned r = 0; r < results.size(); ++r)
      F.values[results[r]].name = F.results[r].name;
    results.insert(results.begin(), B.index(F.trip));
    B.ret(results);
    return std::move(F);
  }

  /// All arrays that whole vectors would touch begin at a multiple of their bytes; NoId where none would be.
  ValueId checkAlignment(Accumulators &accumulators, const LoopMapping &mapping) {
    if (accumulators.mayStartOver() || std::abs(N.root().lower.asConstant().value_or(1)) % mapping.vector != 0)
      return NoId;
    // The accesses of the nest say it before there are ops: their bytes between neighbours, and what else moves them.
    std::map<ArrayId, AccessId> arrays;
    for (AccessId a = 0; a < N.accesses.size(); ++a) {
      const Access &access = N.accesses[a];
      const int64_t size = bytesOf(access.type), bytes = size * mapping.vector;
      if (!access.isAffine() || bytes > 16)
        continue;
      const IndexExpr address = N.byteAddress(access);
      const bool fills = llvm::all_of(address.terms(), [&](const IndexExpr::Term &term) {
        const bool isCounter = term.symbols.size() == 1 && term.symbols[0] == N.rootIterator();
        return isCounter ? term.coefficient == size : term.coefficient % bytes == 0;
      });
      if (fills && address.uses(N.rootIterator()))
        arrays.insert({access.array, a});
    }
    const VectorType index = VectorType::scalar(ScalarType::Index);
    ValueId bits = NoId;
    for (const auto &[array, access] : arrays) {
      Op op;
      op.kind = OpKind::Address;
      op.mem.pattern = access;
      op.mem.subs.resize(N.accesses[access].subs.size());
      const ValueId address = F.ops[B.append(std::move(op), {index}, N.arrays[array].name + "_address")].results[0];
      bits = bits == NoId ? address : B.create(OpKind::Or, index, {bits, address});
    }
    if (bits == NoId)
      return NoId;
    const ValueId rest = B.create(OpKind::And, index, {bits, B.constant(index, 15)});
    return B.create(OpKind::CmpEq, Truth, {rest, B.constant(index, 0)}, "aligned");
  }

  const Nest &N;
  const GridPlan &P;
  SuperVectorBuilder S;
  Function &F;
  Builder &B;
};

} // namespace

Expected<Function> buildGrid(const Nest &nest, const Facts &facts, const Legality &legality, const GridPlan &plan,
                             const PlanOptions &options) {
  // That equal bases are fine is known of iterations of the root, not of what runs at once inside one.
  Facts apart = facts;
  if (plan.loops.size() > 1 || plan.row)
    for (Facts::AliasPair &pair : apart.mayAlias)
      pair.equalIsFine = false;
  return GridBuilder(nest, apart, plan, options).run(legality);
}

} // namespace vecify
