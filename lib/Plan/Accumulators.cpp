// See Accumulators.h. The order of carried values: the vectors of reductions, then one truth value per flag.
#include "Accumulators.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;

static const VectorType Truth = VectorType::scalar(ScalarType::I1);

bool isIdempotent(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Min:
  case ReductionKind::Max:
  case ReductionKind::And:
  case ReductionKind::Or:
  case ReductionKind::CMin:
  case ReductionKind::CMax:
  case ReductionKind::FMin:
  case ReductionKind::FMax:
    return true;
  default:
    return false;
  }
}

Accumulators::Accumulators(SuperVectorBuilder &builder) : S(builder), B(builder.B) {
  const Nest &nest = S.N;
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const Local &local = nest.locals[l];
    const ScalarFacts &facts = S.Fa.locals[l];
    if (!facts.isAccumulated() || local.scope != NoId)
      continue;
    Accumulator acc;
    acc.facts = &facts;
    acc.type = local.type;
    acc.local = l;
    acc.name = local.name;
    if (acc.isLatch() || (acc.isOrdered() && facts.takesNaN)) {
      acc.flag = S.flagOf[l] = S.flags.size();
      S.flags.push_back(NoId);
    }
    if (acc.isRunning()) {
      acc.initial = S.symbols[local.onEntry];
      S.F.results.push_back({local.name, local.type});
      All.push_back(std::move(acc));
      continue;
    }
    if (local.start != NoId) {
      acc.initial = S.startOf(local);
      acc.isResult = false;
      All.push_back(std::move(acc));
      continue;
    }
    if (local.isDomainError) {
      acc.isResult = false;
      All.push_back(std::move(acc));
      continue;
    }
    acc.initial = S.declareResult(local);
    if (acc.isLatch() && facts.isConditional)
      promiseTruth(acc);
    All.push_back(std::move(acc));
  }
  for (unsigned c = 0; c < S.Fa.cells.size(); ++c) {
    const Access &access = nest.accesses[S.Fa.cells[c].accesses[0]];
    Accumulator acc;
    acc.facts = &S.Fa.cells[c].facts;
    acc.type = access.type;
    acc.cell = c;
    acc.name = nest.arrays[access.array].name + "_sum";
    acc.isThere = isThereAnyway(nest, access);
    if (acc.isMaybe()) {
      acc.flag = S.flagOfCell[c] = S.flags.size();
      S.flags.push_back(NoId);
    } else {
      acc.initial = B.transferRead(VectorType::scalar(access.type), cellRef(c));
    }
    All.push_back(std::move(acc));
  }
  Happened.assign(S.flags.size(), NoId);
}

/// The variable is 0 or 1 on entry, or the scalar loop runs.
void Accumulators::promiseTruth(const Accumulator &acc) {
  const IndexExpr value = IndexExpr::symbol(acc.initial);
  for (const IndexExpr &expr : {value, IndexExpr(1) - value}) {
    RuntimeGuard guard;
    guard.expr = expr;
    guard.why = "'" + acc.name + "' is 0 or 1";
    S.F.guards.push_back(std::move(guard));
  }
}

MemRef Accumulators::cellRef(unsigned cell) const {
  const AccessId id = S.Fa.cells[cell].accesses[0];
  MemRef mem;
  mem.pattern = id;
  for (const IndexExpr &sub : S.N.accesses[id].subs)
    mem.subs.push_back(S.map(sub));
  return mem;
}

/// What every lane starts from. An idempotent operator starts from the value on entry (so a NaN there stays), the
/// others from their neutral element and meet the value on entry at the end; so does a cell that must not be read yet.
ValueId Accumulators::startOf(const Accumulator &acc, unsigned lanes) {
  if (acc.isRunning())
    return B.index(IndexExpr::symbol(acc.initial), acc.name);
  VectorType type = lanes == 1 ? VectorType::scalar(acc.type) : VectorType::vector(lanes, acc.type);
  if (acc.isMaybe())
    return B.neutral(acc.facts->reduction, type);
  if (lanes == 1)
    return acc.initial;
  if (acc.isLastPlace())
    return B.constant(type, -1);
  if (acc.isPlace() || acc.isBefore() || isIdempotent(acc.facts->reduction))
    return B.broadcast(acc.initial, type);
  return B.neutral(acc.facts->reduction, type);
}

SmallVector<ValueId, 4> Accumulators::start(unsigned lanes) {
  SmallVector<ValueId, 4> values;
  for (const Accumulator &acc : All)
    if (!acc.isLatch())
      values.push_back(startOf(acc, lanes));
  VectorType truths = lanes == 1 ? Truth : VectorType::vector(lanes, ScalarType::I1);
  for (unsigned f = 0; f < S.flags.size(); ++f)
    values.push_back(B.constant(truths, 0));
  return values;
}

std::vector<std::string> Accumulators::names() const {
  std::vector<std::string> result, flags(S.flags.size());
  for (const Accumulator &acc : All) {
    if (!acc.isLatch())
      result.push_back(acc.name);
    if (acc.flag != NoId)
      flags[acc.flag] = acc.name + (acc.isLatch() ? "" : acc.isMaybe() ? "_updated" : "_nan");
  }
  result.insert(result.end(), flags.begin(), flags.end());
  return result;
}

llvm::BitVector Accumulators::changedBy(ArrayRef<NodeId> body) const {
  const llvm::BitVector assigned = assignedLocals(S.N, body);
  const std::vector<bool> updated = updatedCells(S.N, S.Fa, body);
  llvm::BitVector changed, flags(unsigned(S.flags.size()));
  for (const Accumulator &acc : All) {
    const bool isChanged = acc.local != NoId ? assigned.test(acc.local) : updated[acc.cell];
    if (!acc.isLatch())
      changed.push_back(isChanged);
    if (acc.flag != NoId && isChanged)
      flags.set(acc.flag);
  }
  for (unsigned f = 0; f < flags.size(); ++f)
    changed.push_back(flags.test(f));
  return changed;
}

void Accumulators::enter(ArrayRef<ValueId> values) {
  std::fill(S.locals.begin(), S.locals.end(), NoId);
  unsigned v = 0;
  for (const Accumulator &acc : All)
    if (!acc.isLatch())
      (acc.isBefore()      ? S.before[acc.local]
       : acc.local != NoId ? S.locals[acc.local]
                           : S.cells[acc.cell]) = values[v++];
  for (ValueId &flag : S.flags)
    flag = values[v++];
}

SmallVector<ValueId, 4> Accumulators::leave() {
  SmallVector<ValueId, 4> values;
  for (const Accumulator &acc : All) {
    if (acc.isLatch())
      continue;
    const ValueId value = acc.isScan()        ? S.before[acc.local]
                          : acc.local != NoId ? S.locals[acc.local]
                                              : S.cells[acc.cell];
    if (acc.isRunning()) {
      values.push_back(value);
      continue;
    }
    // Statements that do not assign a delayed scalar leave what was before them.
    values.push_back(S.widen(acc.isDelay() && value == NoId ? S.before[acc.local] : value));
  }
  for (ValueId flag : S.flags)
    values.push_back(S.widen(flag));
  return values;
}

/// The wide accumulator folded to `lanes` by combining its halves; of a delay the last lanes count.
ValueId Accumulators::halved(const Accumulator &acc, ValueId vector, unsigned lanes) {
  if (acc.isRunning())
    return vector;
  const unsigned all = unsigned(S.F.typeOf(vector).lanes());
  if (acc.isBefore())
    return all == lanes ? vector : B.extractSlice(vector, {int64_t(all - lanes)}, VectorType::vector(lanes, acc.type));
  for (unsigned width = S.F.typeOf(vector).lanes(); width > lanes;) {
    width /= 2;
    VectorType half = VectorType::vector(width, acc.type);
    ValueId low = B.extractSlice(vector, {0}, half);
    ValueId high = B.extractSlice(vector, {int64_t(width)}, half);
    vector =
        acc.isPlace() ? chosenPlace(acc, low, high) : B.create(opOf(acc.facts->reduction), half, {low, high}, acc.name);
  }
  return vector;
}

ValueId Accumulators::carried(LocalId l, ArrayRef<ValueId> values) const {
  unsigned v = 0;
  for (const Accumulator &acc : All) {
    if (acc.local == l)
      return values[v];
    v += !acc.isLatch();
  }
  llvm_unreachable("not carried");
}

const Accumulators::Accumulator &Accumulators::extremeOf(const Accumulator &place) const {
  return *llvm::find_if(All, [&](const Accumulator &acc) { return acc.local == place.facts->extreme; });
}

/// How a value compares with the extreme that it replaces.
OpKind Accumulators::isBetter(const Accumulator &place) const {
  const ReductionKind kind = extremeOf(place).facts->reduction;
  return kind == ReductionKind::Min || kind == ReductionKind::CMin ? OpKind::CmpLt : OpKind::CmpGt;
}

/// Of places whose extremes are equal the first or the last; these are kept as signed numbers, -1 for none.
ValueId Accumulators::chosenPlace(const Accumulator &acc, ValueId a, ValueId b) {
  const VectorType type = S.F.typeOf(a), integers = type.withElement(integerType(bitsOf(acc.type), true));
  if (!acc.isLastPlace())
    return B.create(OpKind::Min, type, {a, b});
  auto as = [&](const VectorType &to, ValueId v) {
    return to == S.F.typeOf(v) ? v : B.create(OpKind::Bitcast, to, {v});
  };
  return as(type, B.create(OpKind::Max, integers, {as(integers, a), as(integers, b)}));
}

/// Places folded as their extremes are: that of the better half, of two equal ones the first or the last. (Lanes that
/// are as they were on entry hold the same place; those of a first place never equal one that is not, which was
/// strictly better.)
ValueId Accumulators::halvedPlace(const Accumulator &acc, ValueId places, ValueId extremes, unsigned lanes) {
  const Accumulator &extreme = extremeOf(acc);
  for (unsigned width = S.F.typeOf(places).lanes(); width > lanes;) {
    width /= 2;
    const VectorType half = VectorType::vector(width, acc.type), truths = half.withElement(ScalarType::I1);
    const VectorType extremeHalf = half.withElement(extreme.type);
    auto lowAndHigh = [&](ValueId vector, const VectorType &type) {
      return std::pair(B.extractSlice(vector, {0}, type), B.extractSlice(vector, {int64_t(width)}, type));
    };
    auto [low, high] = lowAndHigh(places, half);
    auto [lowExtreme, highExtreme] = lowAndHigh(extremes, extremeHalf);
    ValueId better = B.create(isBetter(acc), truths, {highExtreme, lowExtreme});
    ValueId equal = B.create(OpKind::CmpEq, truths, {highExtreme, lowExtreme});
    ValueId chosen = chosenPlace(acc, low, high);
    ValueId kept = B.create(OpKind::Select, half, {equal, chosen, low});
    places = B.create(OpKind::Select, half, {better, high, kept}, acc.name);
    extremes = B.create(opOf(extreme.facts->reduction), extremeHalf, {lowExtreme, highExtreme}, extreme.name);
  }
  return places;
}

/// The greatest of places, seen as signed numbers.
ValueId Accumulators::lastOf(ValueId places) {
  const VectorType type = S.F.typeOf(places), integers = type.withElement(integerType(bitsOf(type.element), true));
  if (type == integers)
    return B.reduce(ReductionKind::Max, places);
  const ValueId last = B.reduce(ReductionKind::Max, B.create(OpKind::Bitcast, integers, {places}));
  return B.create(OpKind::Cast, VectorType::scalar(type.element), {last});
}

ValueId Accumulators::reducedPlace(const Accumulator &acc, ValueId places, ValueId extremes, ValueId total) {
  const Accumulator &extreme = extremeOf(acc);
  const VectorType type = S.F.typeOf(places);
  if (type.isScalar())
    return places;
  ValueId holds =
      B.create(OpKind::CmpEq, type.withElement(ScalarType::I1), {extremes, B.broadcast(total, S.F.typeOf(extremes))});
  const VectorType scalar = VectorType::scalar(acc.type);
  ValueId others = B.constant(type, acc.isLastPlace() ? -1 : maxValue(acc.type));
  ValueId candidates = B.create(OpKind::Select, type, {holds, places, others});
  ValueId place = acc.isLastPlace() ? lastOf(candidates) : B.reduce(ReductionKind::Min, candidates);
  ValueId isNew = acc.isLastPlace() ? B.create(OpKind::CmpNe, Truth, {place, B.constant(scalar, -1)})
                                    : B.create(isBetter(acc), Truth, {total, extreme.initial});
  return B.create(OpKind::Select, scalar, {isNew, place, acc.initial}, acc.name);
}

/// The greatest of all lanes, or the value on entry where no lane took one.
ValueId Accumulators::lastPlace(const Accumulator &acc, ValueId places) {
  if (S.F.typeOf(places).isScalar())
    return places;
  const VectorType scalar = VectorType::scalar(acc.type);
  ValueId place = lastOf(places);
  ValueId isNew = B.create(OpKind::CmpNe, Truth, {place, B.constant(scalar, -1)});
  return B.create(OpKind::Select, scalar, {isNew, place, acc.initial}, acc.name);
}

/// Of truth values: is one of them true?
ValueId Accumulators::any(ValueId truths) {
  return S.F.typeOf(truths).isScalar() ? truths : B.reduce(ReductionKind::Or, truths);
}

ValueId Accumulators::either(ValueId a, ValueId b) {
  if (a == NoId || b == NoId)
    return a == NoId ? b : a;
  return B.create(OpKind::Or, Truth, {a, b}, S.F.values[a].name);
}

/// Which signs the zeros among the lanes have.
void Accumulators::noteZeros(Accumulator &acc, ValueId vector) {
  const VectorType type = S.F.typeOf(vector), truths = type.withElement(ScalarType::I1);
  const VectorType integers = type.withElement(integerType(bitsOf(type.element), true));
  ValueId bits = B.create(OpKind::Bitcast, integers, {vector});
  auto holds = [&](int64_t number, const char *name) {
    return any(B.create(OpKind::CmpEq, truths, {bits, B.constant(integers, number)}, name));
  };
  acc.plusZero = either(acc.plusZero, holds(0, "plus_zero"));
  acc.minusZero = either(acc.minusZero, holds(minValue(integers.element), "minus_zero"));
}

/// Beside those that took one: lanes that no update reached hold a NaN if the value on entry is one.
ValueId Accumulators::lanesOfNaN(ValueId vector) {
  return B.create(OpKind::CmpNe, S.F.typeOf(vector).withElement(ScalarType::I1), {vector, vector});
}

SmallVector<ValueId, 4> Accumulators::fold(ArrayRef<ValueId> values, unsigned lanes) {
  SmallVector<ValueId, 4> result;
  std::vector<ValueId> NaNs(S.flags.size(), NoId);
  unsigned v = 0;
  for (Accumulator &acc : All) {
    if (acc.isLatch())
      continue;
    if (acc.isOrdered())
      noteZeros(acc, values[v]);
    if (acc.takesNaN())
      NaNs[acc.flag] = lanesOfNaN(values[v]);
    result.push_back(acc.isPlace() && !acc.isPlainPlace()
                         ? halvedPlace(acc, values[v], carried(acc.facts->extreme, values), lanes)
                         : halved(acc, values[v], lanes));
    ++v;
  }
  for (unsigned f = 0; f < Happened.size(); ++f) {
    ValueId truths = values[v++];
    if (ValueId lanesOfNaN = NaNs[f]; lanesOfNaN != NoId)
      truths = B.create(OpKind::Or, S.F.typeOf(truths), {truths, lanesOfNaN});
    Happened[f] = any(truths);
    result.push_back(B.constant(VectorType::vector(lanes, ScalarType::I1), 0));
  }
  return result;
}

ValueId Accumulators::reduced(const Accumulator &acc, ValueId vector) {
  if (S.F.typeOf(vector).isScalar())
    return vector;
  if (acc.isBefore()) {
    Op last;
    last.kind = OpKind::Extract;
    last.operands = {vector};
    last.ints = {int64_t(S.F.typeOf(vector).lanes()) - 1};
    return S.F.ops[B.append(std::move(last), {VectorType::scalar(acc.type)})].results[0];
  }
  B.fp = FpFlags::fast();
  ValueId total = B.reduce(acc.facts->reduction, vector);
  if (!isIdempotent(acc.facts->reduction) && !acc.isMaybe())
    total = B.create(opOf(acc.facts->reduction), VectorType::scalar(acc.type), {acc.initial, total}, acc.name);
  B.fp = {};
  return total;
}

/// In some lane, of this loop or of the wider one before it.
ValueId Accumulators::whetherRaised(unsigned flag, ArrayRef<ValueId> flags) {
  return either(Happened[flag], any(flags[flag]));
}

/// if (happened) cell = cell op total. C's `if (x > cell) cell = x` does not write a value that is there already.
void Accumulators::updateCell(const Accumulator &acc, ValueId total, ValueId happened) {
  const VectorType type = VectorType::scalar(acc.type);
  const ReductionKind kind = acc.facts->reduction;
  const BlockId outer = B.block();
  S.enterIf(happened);
  ValueId old = B.transferRead(type, cellRef(acc.cell));
  B.fp = FpFlags::fast();
  ValueId sum = B.create(opOf(kind), type, {old, total}, acc.name);
  B.fp = {};
  if (kind == ReductionKind::Min || kind == ReductionKind::Max) {
    const BlockId inside = B.block();
    S.enterIf(B.create(OpKind::CmpNe, Truth, {sum, old}));
    B.transferWrite(sum, cellRef(acc.cell));
    B.yield({});
    B.setBlock(inside);
  } else {
    B.transferWrite(sum, cellRef(acc.cell));
  }
  B.yield({});
  B.setBlock(outer);
}

/// LatchUpdate::Form says what becomes of the value on entry.
Expected<ValueId> Accumulators::latched(const Accumulator &acc, ValueId happened) {
  const VectorType type = VectorType::scalar(acc.type);
  ValueId then, otherwise = acc.initial;
  auto isNonZero = [&] {
    ValueId truth = B.create(OpKind::CmpNe, Truth, {acc.initial, B.constant(type, 0)});
    return B.create(OpKind::Select, type, {truth, B.constant(type, 1), B.constant(type, 0)});
  };
  switch (acc.facts->latch.form) {
  case LatchUpdate::Set: {
    Expected<ValueId> set = S.expr(acc.facts->latch.set, NoId);
    if (!set)
      return set.takeError();
    then = *set;
    break;
  }
  case LatchUpdate::Or:
    then = B.create(OpKind::Or, type, {acc.initial, B.constant(type, 1)});
    break;
  case LatchUpdate::And:
    then = B.constant(type, 0);
    otherwise = B.create(OpKind::And, type, {acc.initial, B.constant(type, 1)});
    break;
  case LatchUpdate::LogicalOr:
    then = B.constant(type, 1);
    otherwise = isNonZero();
    break;
  case LatchUpdate::LogicalAnd:
    then = B.constant(type, 0);
    otherwise = isNonZero();
    break;
  }
  return B.create(OpKind::Select, type, {happened, then, otherwise}, acc.name);
}

/// Something says where this was found.
bool Accumulators::hasPlace(const Accumulator &extreme) const {
  return extreme.local != NoId && llvm::any_of(All, [&](const Accumulator &acc) {
           return acc.isPlace() && acc.facts->extreme == extreme.local;
         });
}

bool Accumulators::mayStartOver() const {
  return llvm::any_of(All, [](const Accumulator &acc) { return acc.isOrdered(); });
}

Expected<SmallVector<ValueId, 4>> Accumulators::finish(ArrayRef<ValueId> values, ValueId done) {
  SmallVector<ValueId, 4> results;
  ValueId startsOver = NoId;
  unsigned v = 0;
  const ArrayRef<ValueId> flags = values.take_back(S.flags.size());
  for (Accumulator &acc : All) {
    if (acc.isLatch() && !acc.isResult) {
      S.reportDomainError(whetherRaised(acc.flag, flags));
      continue;
    }
    if (acc.isLatch()) {
      Expected<ValueId> total = latched(acc, whetherRaised(acc.flag, flags));
      if (!total)
        return total.takeError();
      results.push_back(*total);
      continue;
    }
    const ValueId vector = values[v++];
    if (acc.isRunning()) {
      Op place;
      place.kind = OpKind::IndexValue;
      place.index = IndexExpr::symbol(vector);
      results.push_back(S.F.ops[B.append(std::move(place), {VectorType::scalar(acc.type)})].results[0]);
      continue;
    }
    if (acc.isPlainPlace()) {
      results.push_back(lastPlace(acc, vector));
      continue;
    }
    if (acc.isPlace()) {
      ValueId extremes = carried(acc.facts->extreme, values);
      results.push_back(reducedPlace(acc, vector, extremes, reduced(extremeOf(acc), extremes)));
      continue;
    }
    if (!acc.isResult && !hasPlace(acc))
      continue;
    const ValueId total = reduced(acc, vector);
    if (acc.isMaybe()) {
      updateCell(acc, total, whetherRaised(acc.flag, flags));
      continue;
    }
    if (acc.local == NoId) {
      B.transferWrite(total, cellRef(acc.cell));
      continue;
    }
    if (acc.isResult)
      results.push_back(total);
    if (!acc.isOrdered() || S.F.typeOf(vector).isScalar())
      continue;
    if (acc.isResult) {
      noteZeros(acc, vector);
      ValueId isZero = B.create(OpKind::CmpEq, Truth, {total, B.constantFp(VectorType::scalar(acc.type), 0)});
      ValueId differ = B.create(OpKind::And, Truth, {acc.plusZero, acc.minusZero});
      startsOver = either(startsOver, B.create(OpKind::And, Truth, {isZero, differ}, "order_matters"));
    }
    if (!acc.takesNaN())
      continue;
    ValueId isNaN = lanesOfNaN(vector);
    ValueId metNaN = any(B.create(OpKind::Or, S.F.typeOf(isNaN), {flags[acc.flag], isNaN}));
    startsOver = either(startsOver, either(Happened[acc.flag], metNaN));
    // Nothing is better than a NaN on entry, which has no place.
    if (hasPlace(acc))
      startsOver = either(startsOver, B.create(OpKind::CmpNe, Truth, {acc.initial, acc.initial}));
  }
  if (startsOver != NoId) {
    const VectorType index = VectorType::scalar(ScalarType::Index);
    done = B.create(OpKind::Select, index, {startsOver, B.index(IndexExpr(0)), done}, "done");
    unsigned r = 0;
    for (const Accumulator &acc : All) {
      if (acc.local == NoId || !acc.isResult)
        continue;
      results[r] =
          B.create(OpKind::Select, VectorType::scalar(acc.type), {startsOver, acc.initial, results[r]}, acc.name);
      ++r;
    }
  }
  results.insert(results.begin(), done);
  return results;
}

} // namespace vecify
