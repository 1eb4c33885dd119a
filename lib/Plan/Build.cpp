// From a nest and the lanes of a plan to super-vector code.
//
//     if 0 < %head { masked block }                   Aligned.h; behind the others where there are accumulators
//     for %i = %head to %main step VF*UF { block }    accumulators VF*UF lanes wide
//     for %i = %main to %single step VF { block }     the accumulators' halves added up
//     if %single < trip { masked or overlapping block }
//     return done, live-outs
//
// The guards promise at least one vector (one iteration for a masked tail), so every count below is positive.
#include "Accumulators.h"
#include "Blocks.h"
#include "Enumerate.h"
#include "ReloadedRows.h"
#include "Strips.h"
#include "Wave.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/TextInC.h"
#include <numeric>

namespace vecify {

using llvm::Error;
using llvm::Expected;

SuperVectorBuilder::SuperVectorBuilder(const Nest &nest, const Facts &facts, const PlanOptions &options)
    : B(F, 0), N(nest), Fa(facts), Options(options), LaneSymbol(nest.rootIterator()) {
  F.body = F.addBlock();
  B.setBlock(F.body);
}

static llvm::SmallVector<IndexExpr, 2> mapped(const SuperVectorBuilder &S, const std::vector<IndexExpr> &ends) {
  llvm::SmallVector<IndexExpr, 2> result;
  for (const IndexExpr &e : ends)
    result.push_back(S.map(e));
  return result;
}

/// The guard of a pair of which one may lead the other: the lanes of a block keep their order.
static RuntimeGuard leadGuard(const SuperVectorBuilder &S, const Facts::AliasPair &pair) {
  RuntimeGuard guard;
  guard.kind = RuntimeGuard::Lead;
  guard.a = pair.a;
  guard.b = pair.b;
  const Facts::AliasPair::Lead &harm = *pair.harmfulLead;
  guard.atMost = S.map(harm.above);
  guard.atLeast = S.map(harm.below) + S.LockStep->lanes * harm.perLane;
  // A loop that is shorter than a block needs less.
  if (S.LockStep->least < S.LockStep->lanes) {
    guard.upperA = mapped(S, footprint(S.N, pair.a).upper);
    guard.lowerB = mapped(S, footprint(S.N, pair.b).lower);
    guard.isFar = mayHappenApart(S.N, pair.a) || mayHappenApart(S.N, pair.b);
  }
  // Equal bases are on one side of what is harmful, unless it holds 0.
  const std::optional<int64_t> above = guard.atMost.asConstant(), below = guard.atLeast.asConstant();
  guard.equalIsFine = pair.equalIsFine && !(above && *above >= 0) && !(below && *below <= 0);
  return guard;
}

/// Of the lanes of a plan: of fewer than the longest block has less is asked.
static std::pair<IndexExpr, std::string> asked(const SuperVectorBuilder &S, const Assumption &assumption) {
  if (!assumption.perLane || !S.LockStep || !llvm::isPowerOf2_64(uint64_t(S.LockStep->lanes)))
    return {S.map(assumption.expr), assumption.why};
  const int64_t least = assumption.perLane * S.LockStep->lanes;
  return {S.map(assumption.apart - IndexExpr(least)),
          isAtLeast(assumption.apart.print([&](SymbolId id) { return S.N.symbols[id].name; }), least)};
}

static Error declareGuards(SuperVectorBuilder &S) {
  std::vector<Assumption> assumptions = S.N.assumptions;
  assumptions.insert(assumptions.end(), S.Fa.assumptions.begin(), S.Fa.assumptions.end());
  for (const Assumption &assumption : assumptions) {
    if (assumption.orElse.empty() && rangeOf(S.N, assumption.expr).hi < 0)
      return decline(S.N.loc(), Reason::NotProfitable, {"this never holds: " + assumption.why});
    RuntimeGuard guard;
    std::tie(guard.expr, guard.why) = asked(S, assumption);
    for (const Assumption &other : assumption.orElse) {
      guard.kind = RuntimeGuard::Either;
      const auto [expr, why] = asked(S, other);
      guard.orElse = expr;
      guard.why += ", or " + (other.perLane ? "at most " + std::to_string((expr - S.map(other.apart)).constantTerm())
                                            : other.why);
    }
    if (std::optional<int64_t> constant = guard.expr.asConstant(); constant && *constant >= 0)
      continue;
    S.F.guards.push_back(std::move(guard));
  }
  for (const Facts::AliasPair &pair : S.Fa.mayAlias) {
    if (pair.needsNoGuard)
      continue;
    if (S.allowsLead(pair)) {
      S.F.guards.push_back(leadGuard(S, pair));
      continue;
    }
    RuntimeGuard guard;
    guard.kind = RuntimeGuard::Disjoint;
    guard.a = pair.a;
    guard.b = pair.b;
    if (S.N.arrays[guard.b].isRows())
      std::swap(guard.a, guard.b);
    if (const PointerRows &rows = S.N.arrays[guard.a].rows; !rows.pointer.empty()) {
      const Footprint touched = rowsTouched(S.N, guard.a);
      if (!touched.isKnown)
        return decline(S.N.loc(), Reason::MayAlias, {S.N.arrays[pair.a].name, S.N.arrays[pair.b].name});
      guard.rowPointer = rows.pointer;
      guard.rowStride = rows.strideBytes;
      guard.firstRow = S.map(touched.lower[0]);
      guard.rowCount = S.map(touched.upper[0] - touched.lower[0]);
    }
    guard.equalIsFine = pair.equalIsFine;
    guard.isFar = mayHappenApart(S.N, guard.a) || mayHappenApart(S.N, guard.b);
    Footprint a = footprint(S.N, guard.a), b = footprint(S.N, guard.b);
    guard.lowerA = mapped(S, a.lower);
    guard.upperA = mapped(S, a.upper);
    guard.lowerB = mapped(S, b.lower);
    guard.upperB = mapped(S, b.upper);
    S.F.guards.push_back(std::move(guard));
  }
  return Error::success();
}

/// Every pair of arrays is disjoint by rule of C, by promise or by guard, except a guarded pair that may overlap.
static void declareDisjoint(SuperVectorBuilder &S) {
  for (ArrayId a = 0; a < S.F.arrays.size(); ++a)
    for (ArrayId b = 0; b < S.F.arrays.size(); ++b) {
      if (a == b)
        continue;
      bool mayMeet = llvm::any_of(S.Fa.mayAlias, [&](const Facts::AliasPair &p) {
        return (p.equalIsFine || p.needsNoGuard || S.allowsLead(p)) &&
               ((p.a == a && p.b == b) || (p.a == b && p.b == a));
      });
      if (!mayMeet)
        S.F.arrays[a].disjoint.push_back(b);
    }
}

/// Of what the last subscript numbers, in one only.
static bool liesInElement(const Access &access) {
  const std::optional<int64_t> stride = access.strideBytes.back().asConstant();
  return access.offsetBytes >= 0 && stride && access.offsetBytes + int64_t(bytesOf(access.type)) <= *stride;
}

Error SuperVectorBuilder::declareInterface(const Legality &legality) {
  (void)legality;
  F.name = N.source.function + "_" + (N.reordered ? N.reordered->name : N.root().name);
  F.counter = N.reordered    ? N.reordered->counter
              : N.writtenOut ? N.writtenOut->counter
                             : N.symbols[N.rootIterator()].name;
  symbols.assign(N.symbols.size(), NoId);
  for (SymbolId s = 0; s < N.symbols.size(); ++s) {
    const Symbol &symbol = N.symbols[s];
    if (symbol.kind != Symbol::Param)
      continue;
    Parameter parameter;
    parameter.value = F.addValue(VectorType::scalar(symbol.type), symbol.name);
    parameter.name = operandInC(symbol.name);
    parameter.type = symbol.type;
    parameter.lo = symbol.lo;
    parameter.hi = symbol.hi;
    parameter.multiple = symbol.multiple;
    parameter.likelyMost = symbol.likelyMost;
    for (LoopId loop = 0; loop < N.loops.size(); ++loop)
      if (const int64_t most = N.loops[loop].likelyMost; most != INT64_MAX)
        if (const std::optional<int64_t> more = (N.tripCount(loop) - IndexExpr::symbol(s)).asConstant())
          parameter.likelyMost = std::min(parameter.likelyMost, std::max<int64_t>(0, most - *more));
    parameter.isOpaque = symbol.isOpaque;
    symbols[s] = parameter.value;
    F.parameters.push_back(std::move(parameter));
  }
  for (const Array &array : N.arrays) {
    ArrayInfo info;
    info.name = array.name;
    info.paramType = array.paramType;
    info.element = array.element;
    info.isConst = array.isConst;
    info.isRestrict = array.isRestrict;
    info.isObject = array.kind != Array::Pointer;
    info.alignment = array.alignment;
    if (array.own > 0) {
      info.alignment = 64;
      info.space = ArrayInfo::Stack;
      info.extents = {array.own};
    }
    F.arrays.push_back(std::move(info));
  }
  declareDisjoint(*this);
  for (const Access &access : N.accesses) {
    MemPattern pattern;
    pattern.array = access.array;
    pattern.type = access.type;
    pattern.isEnum = access.isEnum;
    pattern.text = access.pattern;
    for (const IndexExpr &stride : access.strideBytes)
      pattern.strideBytes.push_back(map(stride));
    pattern.offsetBytes = access.offsetBytes;
    pattern.rowsInBounds = access.rowsInBounds && liesInElement(access);
    if (!access.isAffine() && !access.isWrite && !access.lengths.empty()) {
      pattern.length = access.lengths.back().atLeast();
      pattern.endsThere = access.lengths.back().sure() > 0;
    }
    F.patterns.push_back(std::move(pattern));
  }
  F.trip = map(N.sourceTrip());
  if (Error error = declareGuards(*this))
    return error;
  locals.assign(N.locals.size(), NoId);
  before.assign(N.locals.size(), NoId);
  flagOf.assign(N.locals.size(), NoId);
  flagOfCell.assign(Fa.cells.size(), NoId);
  cells.assign(Fa.cells.size(), NoId);
  return Error::success();
}

/// What is left there, and its value on entry. Compilers warn where that is read and was never set; any will do then.
ValueId SuperVectorBuilder::declareResult(const Local &local) {
  if (local.isUnset) {
    F.results.push_back({local.name, local.type});
    const VectorType type = VectorType::scalar(local.type);
    return isFloat(local.type) ? B.constantFp(type, 0) : B.constant(type, 0);
  }
  Parameter parameter;
  parameter.value = F.addValue(VectorType::scalar(local.type), local.name);
  parameter.name = local.name;
  parameter.type = local.type;
  F.parameters.push_back(parameter);
  F.results.push_back({local.name, local.type});
  return parameter.value;
}

ValueId SuperVectorBuilder::startOf(const Local &local) {
  MemRef mem;
  mem.pattern = local.start;
  for (const IndexExpr &sub : N.accesses[local.start].subs)
    mem.subs.push_back(map(sub.substitute(N.rootIterator(), N.root().lower)));
  const ValueId start = B.transferRead(VectorType::scalar(local.type), mem);
  return local.startsAsMagnitude ? B.create(OpKind::Abs, F.typeOf(start), {start}) : start;
}

ValueId SuperVectorBuilder::declareCarried(const Local &local) {
  if (local.isDomainError)
    return B.constant(VectorType::scalar(local.type), 0);
  return local.start == NoId ? declareResult(local) : startOf(local);
}

void SuperVectorBuilder::finishCarried(const Local &local, ValueId value, llvm::function_ref<void(ValueId)> addResult) {
  if (local.isDomainError)
    reportDomainError(
        B.create(OpKind::CmpNe, VectorType::scalar(ScalarType::I1), {value, B.constant(F.typeOf(value), 0)}));
  else if (local.start == NoId)
    addResult(value);
}

void SuperVectorBuilder::reportDomainError(ValueId happened) {
  const BlockId outer = B.block();
  enterIf(happened);
  Op report;
  report.kind = OpKind::DomainError;
  B.append(std::move(report), {});
  B.yield({});
  B.setBlock(outer);
}

void SuperVectorBuilder::enterIf(ValueId condition) {
  const OpId branch = B.ifOp(condition, {});
  B.setBlock(F.ops[branch].blocks[1]);
  B.yield({});
  B.setBlock(F.ops[branch].blocks[0]);
}

Error SuperVectorBuilder::guardThatRuns(const IndexExpr &trip) {
  RuntimeGuard runs;
  runs.expr = map(trip - IndexExpr(1));
  runs.why = "the loop runs";
  const std::optional<int64_t> constant = runs.expr.asConstant();
  if (constant && *constant < 0)
    return decline(N.loc(), Reason::NotProfitable, {"the loop does not run"});
  if (!constant)
    F.guards.insert(F.guards.begin(), std::move(runs));
  return Error::success();
}

Expected<Function> buildSuperVectors(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                     const PlanOptions &options) {
  if (plan.blocks)
    return buildBlocks(nest, facts, legality, plan, options);
  if (plan.isTiled())
    return buildTiles(nest, facts, legality, plan, options);
  if (plan.wave)
    return buildWave(nest, facts, plan, options);
  if (plan.strips)
    return buildStrips(nest, facts, legality, plan, options);
  SuperVectorBuilder S(nest, facts, options);
  const int64_t vf = plan.lanes, wide = int64_t(plan.lanes) * plan.unroll;
  const bool masked = plan.tail == Tail::Mask, overlapped = plan.tail == Tail::Overlap,
             halved = plan.tail == Tail::Halves;
  const int64_t least = masked ? 1 : halved ? int64_t(plan.leastLanes) : vf;
  const bool hasHead = plan.aligned != NoId, hasAccumulators = hasReductions(nest, facts);
  // Each iteration runs once, in its block, and the blocks run in order.
  const bool isDivided = options.divided || nest.clauses.cores > 0;
  if (!overlapped && !(hasHead && hasAccumulators) && !legality.mayStartOver && legality.pivots.empty() && !isDivided &&
      !nest.reordered && !nest.isRearranged)
    S.LockStep = {wide, least};
  S.Ahead = legality.readsAhead;
  S.Skips = plan.skips;
  S.RegisterBits = plan.registerBits;
  if (Error error = S.declareInterface(legality))
    return std::move(error);
  S.groupProducts(plan.group);
  Function &f = S.F;
  Builder &b = S.B;
  b.loc = nest.loc();
  const IndexExpr trip = S.map(nest.tripCount(0)), lower = S.map(nest.root().lower);

  // What the scalar loop resumes are iterations of the source, each of which may be several of the root: what is not
  // the last block is counted by these.
  const bool covers = masked || overlapped;
  const int64_t each = covers ? 1 : nest.rolled;
  const auto period = [&](int64_t lanes) { return lanes / std::gcd(lanes, each); };
  const IndexExpr counted = each == 1 ? trip : S.map(nest.sourceTrip());

  // At least one vector, or the scalar loop does it all.
  const bool isReloaded = !options.randomSeed && !nest.tripCount(0).asConstant() && reloadsMaskedStores(nest, 0) &&
                          mostIterations(nest, 0) >= LeastReloadedColumns;
  const int64_t left = std::max<int64_t>(legality.needsLastIteration, legality.lastOutside); // to the scalar loop
  const int64_t fewest = std::max<int64_t>(plan.fewest, isReloaded ? LeastReloadedColumns : 0);
  RuntimeGuard enough;
  enough.expr = counted - IndexExpr(std::max(period(least), fewest) + legality.firstOutside + left);
  enough.why = fewest > 1 ? "at least " + std::to_string(fewest) + " iterations"
               : masked   ? "the loop runs"
                          : "at least one vector";
  std::optional<int64_t> constantGuard = enough.expr.asConstant();
  if (constantGuard && *constantGuard < 0)
    return decline(nest.loc(), Reason::NotProfitable, {"the loop is shorter than one vector"});
  if (!constantGuard)
    f.guards.insert(f.guards.begin(), std::move(enough));

  // Not one iteration of the source's root is begun where a loop inside it does not run; one whose length changes with
  // the loops around it does what it does in the source.
  for (LoopId inner = 1; nest.reordered && inner < nest.loops.size(); ++inner)
    if (const IndexExpr length = nest.tripCount(inner); nest.isOverParams(length))
      if (Error error = S.guardThatRuns(length))
        return std::move(error);

  Accumulators accumulators(S);
  const std::string counter = nest.symbols[nest.rootIterator()].name;
  /// for iv = from to to step lanes { block }; folds nothing.
  // How far loops that may be left early have come.
  const bool mayLeave = nest.mayLeaveEarly();
  ValueId completed = mayLeave ? b.index(IndexExpr(0), counter + "_done") : NoId;
  auto loopUntilExit = [&](ValueId from, ValueId to, int64_t lanes,
                           llvm::SmallVector<ValueId, 4> values) -> Expected<llvm::SmallVector<ValueId, 4>> {
    const ValueId goesOn = b.constant(VectorType::scalar(ScalarType::I1), 0);
    f.values[goesOn].name = "stops";
    values.insert(values.begin(), {goesOn, completed});
    const OpId id = b.forLoop(from, to, b.index(IndexExpr(lanes)), values, counter);
    f.ops[id].mayStop = true;
    const BlockId outer = b.block(), body = f.ops[id].blocks[0];
    const std::vector<ValueId> arguments = f.blocks[body].arguments;
    const std::vector<std::string> names = accumulators.names();
    for (unsigned a = 0; a < names.size(); ++a)
      f.values[arguments[a + 3]].name = names[a];
    b.setBlock(body);
    accumulators.enter(llvm::ArrayRef(arguments).drop_front(3));
    auto next = S.blockUntilExit(unsigned(lanes), arguments[0], arguments[2], lanes == vf, [&] {
      const llvm::SmallVector<ValueId, 4> carried = accumulators.leave();
      return std::vector<ValueId>(carried.begin(), carried.end());
    });
    if (!next)
      return next.takeError();
    b.yield(*next);
    b.setBlock(outer);
    completed = f.ops[id].results[1];
    return llvm::SmallVector<ValueId, 4>(f.ops[id].results.begin() + 2, f.ops[id].results.end());
  };
  auto loop = [&](ValueId from, ValueId to, int64_t lanes,
                  llvm::SmallVector<ValueId, 4> values) -> Expected<llvm::SmallVector<ValueId, 4>> {
    if (mayLeave)
      return loopUntilExit(from, to, lanes, std::move(values));
    OpId id = b.forLoop(from, to, b.index(IndexExpr(lanes)), values, counter);
    BlockId outer = b.block(), body = f.ops[id].blocks[0];
    std::vector<ValueId> arguments = f.blocks[body].arguments;
    const std::vector<std::string> names = accumulators.names();
    for (unsigned a = 0; a < names.size(); ++a)
      f.values[arguments[a + 1]].name = names[a];
    b.setBlock(body);
    accumulators.enter(llvm::ArrayRef(arguments).drop_front());
    if (Error error = S.buildBlockAround(legality.pivots, lanes, arguments[0]))
      return std::move(error);
    b.yield(accumulators.leave());
    b.setBlock(outer);
    return llvm::SmallVector<ValueId, 4>(f.ops[id].results.begin(), f.ops[id].results.end());
  };

  // How many iterations the vector loops may do; the scalar loop keeps one where it must set live-out scalars.
  IndexExpr usable = counted - IndexExpr(left);
  if (const int64_t inObjects = nest.mayLeaveEarly() ? iterationsReadAhead(nest) : INT64_MAX; inObjects < INT64_MAX) {
    if (inObjects < vf)
      return decline(nest.loc(), Reason::NotProfitable, {"what it looks at is shorter than one vector"});
    const std::optional<int64_t> all = usable.asConstant();
    const VectorType index = VectorType::scalar(ScalarType::Index);
    usable = all ? IndexExpr(std::min(*all, inObjects))
                 : IndexExpr::symbol(b.create(OpKind::Min, index, {b.index(usable), b.constant(index, inObjects)}));
  }
  VectorType indexType = VectorType::scalar(ScalarType::Index);
  const bool beginsLater = hasHead || legality.firstOutside > 0;
  const ValueId head = hasHead       ? S.iterationsBeforeLine(plan.aligned, trip, counter + "_head")
                       : beginsLater ? b.index(IndexExpr(legality.firstOutside))
                                     : NoId;
  auto roundedTo = [&](int64_t lanes, llvm::StringRef name) -> ValueId {
    const int64_t whole = period(lanes);
    if (beginsLater) {
      const ValueId left = b.index(usable - IndexExpr::symbol(head), counter + "_left");
      const ValueId inVectors = b.create(OpKind::And, indexType, {left, b.constant(indexType, -whole)});
      return b.index(IndexExpr::symbol(head) + IndexExpr::symbol(inVectors), name);
    }
    if (std::optional<int64_t> constant = usable.asConstant())
      return b.index(IndexExpr(*constant / whole * whole), name);
    if (whole == 1)
      return b.index(usable, name);
    return b.create(OpKind::And, indexType, {b.index(usable), b.constant(indexType, -whole)}, name);
  };
  auto atIteration = [&](ValueId count, llvm::StringRef name) {
    return lower.isZero() && each == 1 ? count : b.index(lower + IndexExpr(each) * IndexExpr::symbol(count), name);
  };

  // From multiples of their lanes on, but for the iteration that the loop begins with.
  if (!beginsLater && each == 1 && !mayLeave && legality.pivots.empty())
    S.FirstLane = nest.root().lower.asConstant();

  llvm::SmallVector<ValueId, 4> values;
  ValueId from = beginsLater ? atIteration(head, counter + "_begin") : b.index(lower), done = NoId;
  /// if (condition) { values = block }
  auto onlyIf = [&](ValueId condition, llvm::function_ref<Error()> block) -> Error {
    llvm::SmallVector<VectorType, 4> types;
    for (ValueId v : values)
      types.push_back(f.typeOf(v));
    const OpId id = b.ifOp(condition, types);
    const llvm::SmallVector<BlockId, 2> blocks = f.ops[id].blocks;
    const BlockId outer = b.block();
    b.setBlock(blocks[1]);
    b.yield(values);
    b.setBlock(blocks[0]);
    if (Error error = block())
      return error;
    b.yield(values);
    b.setBlock(outer);
    values.assign(f.ops[id].results.begin(), f.ops[id].results.end());
    return Error::success();
  };
  /// One vector's lanes from `iv` on. Assignments under the mask keep the old accumulators in dead lanes.
  auto blockAt = [&](ValueId iv, ValueId mask) -> Error {
    accumulators.enter(values);
    if (Error error = S.buildBlock(unsigned(vf), iv, mask))
      return error;
    values = accumulators.leave();
    return Error::success();
  };
  auto maskOf = [&](ValueId count, unsigned lanes, llvm::StringRef name) {
    return b.create(OpKind::CreateMask, VectorType::vector(lanes, ScalarType::I1), {count}, name);
  };
  auto isLess = [&](ValueId x, ValueId y, llvm::StringRef name = "") {
    return b.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {x, y}, name);
  };
  auto headBlock = [&] {
    return onlyIf(isLess(b.index(IndexExpr(0)), head, "has_head"), [&] {
      const ValueId mask = maskOf(head, vf, "head");
      return blockAt(b.index(lower), mask);
    });
  };
  if (hasHead && !hasAccumulators)
    if (Error error = headBlock())
      return std::move(error);
  if (legality.firstOutside > 0)
    if (Error error = S.buildInOrder(b.index(lower), from, counter + "_first"))
      return std::move(error);
  S.IsInside = nest.interior.has_value();
  std::optional<int64_t> constantTrip = (usable - IndexExpr(legality.firstOutside)).asConstant(); // in vectors
  const int64_t most = std::min(mostIterations(nest, 0), constantTrip ? *constantTrip * each : INT64_MAX);
  auto wholeVectors = [&]() -> Error {
    if (wide > vf && most >= wide) {
      values = accumulators.start(wide);
      ValueId count = roundedTo(wide, counter + "_main");
      ValueId to = atIteration(count, counter + "_main_end");
      auto results = loop(from, to, wide, values);
      if (!results)
        return results.takeError();
      values = accumulators.fold(*results, vf);
      from = mayLeave ? atIteration(completed, counter + "_next") : to;
      done = mayLeave ? completed : count;
    } else {
      values = accumulators.start(vf);
    }
    const bool hasNoRest = plan.tail == Tail::None && tripFactor(nest) % wide == 0;
    const bool mainIsAll =
        !mayLeave && done != NoId && (hasNoRest || (constantTrip && *constantTrip % period(wide) < period(vf)));
    if (most < vf) {
      done = b.index(IndexExpr(0));
    } else if (!mainIsAll) {
      ValueId count = roundedTo(vf, counter + "_end");
      ValueId to = atIteration(count, counter + "_vec_end");
      auto results = loop(from, to, vf, values);
      if (!results)
        return results.takeError();
      values = *results;
      from = to;
      done = mayLeave ? completed : count;
    }
    return Error::success();
  };
  if (mayLeave && onlySearches(nest) && vf >= LookedAtFirst && most >= 4 * LookedAtFirst) {
    Expected<ValueId> all = S.afterFirstExits(completed, [&]() -> Expected<ValueId> {
      if (Error error = wholeVectors())
        return std::move(error);
      return done;
    });
    if (!all)
      return all.takeError();
    done = *all;
  } else if (Error error = wholeVectors()) {
    return std::move(error);
  }

  for (int64_t half = vf / 2; halved && half >= least; half /= 2) {
    if (constantTrip && *constantTrip % period(2 * half) < period(half))
      continue;
    ValueId count = roundedTo(half, counter + "_end" + std::to_string(half));
    ValueId to = atIteration(count, counter + "_vec_end" + std::to_string(half));
    BlockId outer = b.block();
    if (!constantTrip) {
      ValueId isLeft = b.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {from, to});
      S.enterIf(isLeft);
    }
    accumulators.enter({});
    if (Error error = S.buildBlock(unsigned(half), from, NoId))
      return std::move(error);
    if (!constantTrip) {
      b.yield({});
      b.setBlock(outer);
    }
    from = to;
    done = count;
  }

  bool exact = plan.tail == Tail::None || (constantTrip && *constantTrip % period(vf) == 0 && left == 0);
  auto lastBlock = [&]() -> Error {
    if (!masked) {
      S.FirstLane.reset();
      return blockAt(b.index(lower + trip - IndexExpr(vf), "last"), NoId);
    }
    return blockAt(from, maskOf(b.index(trip - IndexExpr::symbol(done), "left"), vf, "tail"));
  };
  if (plan.hasNarrowTail() && !exact) {
    const ValueId end = b.index(lower + trip);
    Error error = S.plainLoop(from, end, plan.leastLanes, counter, [&](ValueId iv) {
      const ValueId left = b.index(IndexExpr::symbol(end) - IndexExpr::symbol(iv), "left");
      accumulators.enter({});
      return S.buildBlock(plan.leastLanes, iv, maskOf(left, plan.leastLanes, "tail"));
    });
    if (error)
      return std::move(error);
    done = b.index(trip);
  } else if ((masked || overlapped) && !exact) {
    ValueId total = b.index(trip);
    const bool isSomeLeft = most < vf || (constantTrip && *constantTrip % vf != 0);
    if (Error error = isSomeLeft ? lastBlock() : onlyIf(isLess(done, total), lastBlock))
      return std::move(error);
    done = total;
  }
  if (hasHead && hasAccumulators)
    if (Error error = headBlock())
      return std::move(error);
  f.coversAll = (exact || masked || overlapped) && !accumulators.mayStartOver() && !mayLeave;
  if (nest.reordered || (nest.rolled != 1 && covers))
    done = b.index(f.trip);
  if (nest.writtenOut) {
    const IndexExpr all = nest.writtenOut->trip, count(nest.writtenOut->count);
    f.coversAll &= all.dividedBy(nest.writtenOut->count).has_value();
    done = b.index(count * IndexExpr::symbol(done));
  }

  Expected<llvm::SmallVector<ValueId, 4>> returned = accumulators.finish(values, done);
  if (!returned)
    return returned.takeError();
  b.ret(*returned);
  return std::move(f);
}

} // namespace vecify
