// Blocks of a loop that may be left early. What decides whether an iteration leaves is computed for all lanes before
// anything else; if one does, the loop ends in front of the block and the source's loop goes on from there.
//
//     %stop, %done = for %i stops carry(false, 0) {
//       yield if any(x[%i..] == c) { true, %done } else { ...; false, %done + 8 }
//     }
//
// Lanes behind the one that leaves read what C would not read. The first lane's places are read in any case; so the
// others do no harm as long as they lie on the same page of memory, which is what the hardware protects. A block that
// reaches over the end of a page is first looked at iteration by iteration, and in lanes only if none of them leaves.
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Exits.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

constexpr int64_t PageBytes = 4096; // of no target are pages smaller

/// Reads at constant distances from each other that move by `step` bytes from lane to lane.
struct ReadAhead {
  AccessId access; ///< that of the distances
  int64_t step, first, end;
};

} // namespace

/// In how many iterations the access stays inside of its declared array, where it is one and that is known.
static std::optional<int64_t> iterationsInObject(const Nest &nest, const Access &access) {
  const std::optional<int64_t> bytes = nest.arrays[access.array].bytes;
  if (!bytes || !access.isAffine())
    return std::nullopt;
  const SymbolId counter = nest.rootIterator();
  const IndexExpr address =
      nest.byteAddress(access).substitute(counter, IndexExpr::symbol(counter) + nest.root().lower);
  const std::optional<int64_t> first = address.substitute(counter, IndexExpr(0)).asConstant();
  const std::optional<int64_t> step =
      address.degreeIn(counter) <= 1 ? address.coefficientOf(counter).asConstant() : std::nullopt;
  const int64_t size = bytesOf(access.type);
  if (!first || !step)
    return std::nullopt;
  if (*first < 0 || *first + size > *bytes)
    return 0;
  return *step > 0 ? (*bytes - size - *first) / *step + 1 : *step < 0 ? *first / -*step + 1 : INT64_MAX;
}

/// In how many iterations its subscripts stay inside of the arrays that they are declared for, where only one of them
/// moves and that is known: p->name[i].
static std::optional<int64_t> iterationsInRow(const Nest &nest, const Access &access) {
  const SymbolId counter = nest.rootIterator();
  std::optional<int64_t> most;
  for (size_t d = 0; d < access.subs.size(); ++d) {
    const IndexExpr sub = access.subs[d].substitute(counter, IndexExpr::symbol(counter) + nest.root().lower);
    if (!sub.uses(counter))
      continue;
    const std::optional<int64_t> first = sub.substitute(counter, IndexExpr(0)).asConstant();
    const std::optional<int64_t> step =
        sub.degreeIn(counter) == 1 ? sub.coefficientOf(counter).asConstant() : std::nullopt;
    const int64_t length = d < access.lengths.size() ? access.lengths[d].readable() : 0;
    if (most || !first || !step || length <= 0)
      return std::nullopt;
    most = *first < 0 || *first >= length ? 0 : *step > 0 ? (length - 1 - *first) / *step + 1 : *first / -*step + 1;
  }
  return most;
}

/// What a scalar's assignment or an exit reads.
static llvm::SmallVector<AccessId, 4> readsOfStatement(const Nest &nest, NodeId id) {
  const Node &node = nest.nodes[id];
  return readsOf(nest, node.leaves ? node.condition : node.value);
}

int64_t iterationsReadAhead(const Nest &nest) {
  const std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  int64_t most = INT64_MAX;
  for (NodeId id : ArrayRef(body).take_front(statementsOfExits(nest)))
    for (AccessId read : readsOfStatement(nest, id)) {
      const Access &access = nest.accesses[read];
      for (const std::optional<int64_t> &bound : {iterationsInObject(nest, access), iterationsInRow(nest, access)})
        most = std::min(most, bound.value_or(INT64_MAX));
    }
  return most;
}

/// The statements up to the next exit, that included.
static ArrayRef<NodeId> upToExit(const Nest &nest, ArrayRef<NodeId> first) {
  const auto *exit = llvm::find_if(first, [&](NodeId id) { return nest.nodes[id].leaves; });
  return first.take_front(size_t(exit - first.begin()) + (exit != first.end()));
}

namespace {

class ReadsAhead {
public:
  explicit ReadsAhead(const Nest &nest) : N(nest) {}

  /// Of the exits' statements; an error where reading ahead could do harm. What one exit reads in any case, an
  /// iteration that comes as far as the next one has read.
  Expected<std::vector<ReadAhead>> of(ArrayRef<NodeId> first) {
    while (!first.empty()) {
      const ArrayRef<NodeId> part = upToExit(N, first);
      Surely.merge(touchedPlaces(N, part));
      for (bool isSure : {true, false})
        for (NodeId id : part)
          for (AccessId read : readsOfStatement(N, id))
            if (Error error = note(read, isSure))
              return std::move(error);
      first = first.drop_front(part.size());
    }
    return std::move(All);
  }

private:
  /// What no iteration can do without comes first: the rest may lie beside it.
  Error note(AccessId read, bool isSure) {
    const Access &access = N.accesses[read];
    const auto no = [&](const char *why) {
      return decline(access.loc, Reason::EarlyExit, {"a condition on '" + access.text + "', " + why});
    };
    if (!access.isAffine())
      return no("which may not be read ahead");
    if (iterationsInObject(N, access) || isSure != (Surely.count(placeOf(N, access)) > 0))
      return Error::success();
    if (N.isWatched)
      return no("which a sanitizer would report as read ahead");
    const IndexExpr address = N.byteAddress(access);
    if (isSure && (!address.uses(N.rootIterator()) || iterationsInRow(N, access)))
      return Error::success();
    const std::optional<int64_t> step =
        address.degreeIn(N.rootIterator()) == 1 ? address.coefficientOf(N.rootIterator()).asConstant() : std::nullopt;
    if (!step)
      return no("which may not be read ahead");
    const int64_t size = bytesOf(access.type);
    for (ReadAhead &other : All) {
      const Access &beside = N.accesses[other.access];
      const std::optional<int64_t> at = (address - N.byteAddress(beside)).asConstant();
      if (beside.array != access.array || !at)
        continue;
      other.first = std::min(other.first, *at);
      other.end = std::max(other.end, *at + size);
      return Error::success();
    }
    if (!isSure)
      return no("which not every iteration reads");
    All.push_back({read, *step, 0, size});
    return Error::success();
  }

  const Nest &N;
  TouchedPlaces Surely;
  std::vector<ReadAhead> All;
};

} // namespace

/// Whether what the block reads ahead lies on more than one page; NoId where there is nothing.
Expected<ValueId> SuperVectorBuilder::crossesPage(ArrayRef<NodeId> first, unsigned lanes) {
  Expected<std::vector<ReadAhead>> all = ReadsAhead(N).of(first);
  if (!all)
    return all.takeError();
  const VectorType index = VectorType::scalar(ScalarType::Index), truth = VectorType::scalar(ScalarType::I1);
  ValueId any = NoId;
  for (const ReadAhead &read : *all) {
    // Whole steps, for strided lanes are read with what lies between.
    const int64_t bytes = std::abs(read.step) * (lanes - 1) + std::max(read.end - read.first, std::abs(read.step));
    if (bytes > PageBytes / 2)
      return decline(N.loc(), Reason::EarlyExit, {"a condition on data that lies far apart"});
    F.arrays[F.patterns[read.access].array].isReadAhead = true;
    Op place;
    place.kind = OpKind::Address;
    place.mem.pattern = read.access;
    for (const IndexExpr &sub : N.accesses[read.access].subs)
      place.mem.subs.push_back(map(sub));
    const ValueId address = F.ops[B.append(std::move(place), {index})].results[0];
    const int64_t lowest = read.first + std::min<int64_t>(0, read.step) * (lanes - 1);
    const ValueId onPage =
        B.create(OpKind::And, index, {B.index(IndexExpr::symbol(address) + lowest), B.constant(index, PageBytes - 1)});
    const ValueId crosses = B.create(OpKind::CmpGt, truth, {onPage, B.constant(index, PageBytes - bytes)});
    any = any == NoId ? crosses : B.create(OpKind::Or, truth, {any, crosses});
  }
  return any;
}

/// The statements up to the last exit; `left` where an iteration leaves, with the condition of that exit, else
/// `passed`.
Expected<SuperVectorBuilder::Values> SuperVectorBuilder::untilExits(ArrayRef<NodeId> first, const LeftAt &left,
                                                                    llvm::function_ref<Expected<Values>()> passed) {
  Unconditional.merge(touchedPlaces(N, upToExit(N, first)));
  for (size_t s = 0; s < first.size(); ++s) {
    const Node &node = N.nodes[first[s]];
    B.loc = node.loc;
    if (!node.leaves) {
      if (Error error = statement(node, NoId))
        return std::move(error);
      continue;
    }
    Expected<ValueId> condition = expr(node.condition, NoId);
    if (!condition)
      return condition.takeError();
    const ValueId leaves = isUniform(*condition) ? *condition : B.reduce(ReductionKind::Or, *condition);
    const ArrayRef<NodeId> rest = first.drop_front(s + 1);
    return either(
        leaves, [&] { return Expected<Values>(left(*condition, rest.empty())); },
        [&] { return untilExits(rest, left, passed); });
  }
  return passed();
}

/// What is to be found out of the iterations from `counter` on.
void SuperVectorBuilder::enterUntilExit(unsigned lanes, ValueId counter) {
  Lanes = lanes;
  Iv = counter;
  LiveLanes = NoId;
  symbols[N.rootIterator()] = counter;
  Unconditional.clear();
}

/// Whether one of the `count` iterations from `from` on leaves; and how many are completed, which is counted where
/// `isSearch`, for there is nothing else to do.
Expected<SuperVectorBuilder::Values> SuperVectorBuilder::exitsInOrder(const IndexExpr &from, int64_t count,
                                                                      ValueId done, bool isSearch, const char *name) {
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  const ArrayRef<NodeId> first = ArrayRef(N.nodes[N.root().node].body).take_front(statementsOfExits(N));
  const std::vector<ValueId> unset = locals;
  const ValueId goesOn = B.constant(truth, 0);
  const OpId loop = B.forLoop(B.index(from), B.index(from + count), B.index(IndexExpr(1)), {goesOn, done}, F.counter);
  F.ops[loop].mayStop = true;
  const BlockId outer = B.block(), inside = F.ops[loop].blocks[0];
  const std::vector<ValueId> arguments = F.blocks[inside].arguments;
  F.values[arguments[1]].name = name;
  B.setBlock(inside);
  enterUntilExit(1, arguments[0]);
  const auto left = [&](ValueId, bool) -> Values {
    const IndexExpr position = IndexExpr::symbol(arguments[0]) - map(N.root().lower);
    return {B.constant(truth, 1), isSearch ? B.index(position) : arguments[2]};
  };
  Expected<Values> stops = untilExits(first, left, [&]() -> Expected<Values> {
    return Values{B.constant(truth, 0), arguments[2]};
  });
  if (!stops)
    return stops;
  B.yield(*stops);
  B.setBlock(outer);
  locals = unset;
  return Values{F.ops[loop].results[0], F.ops[loop].results[1]};
}

/// Much is found after a few iterations, where a whole block costs more than these: they come first, one by one, and
/// blocks only if none of them leaves.
Expected<ValueId> SuperVectorBuilder::afterFirstExits(ValueId done, llvm::function_ref<Expected<ValueId>()> blocks) {
  Expected<Values> leaves = exitsInOrder(map(N.root().lower), LookedAtFirst, done, /*isSearch=*/true, "ends_early");
  if (!leaves)
    return leaves.takeError();
  Expected<Values> all = either((*leaves)[0], [&]() -> Expected<Values> { return Values{(*leaves)[1]}; },
                                [&]() -> Expected<Values> {
                                  Expected<ValueId> completed = blocks();
                                  if (!completed)
                                    return completed.takeError();
                                  return Values{*completed};
                                });
  if (!all)
    return all.takeError();
  F.values[all->front()].name = F.counter + "_done";
  return all->front();
}

/// Where nothing but the way out is sought, the loop ends with the very iteration that leaves; else in front of the
/// block, for what stands behind the exits has run for none of its lanes.
Expected<SuperVectorBuilder::Values> SuperVectorBuilder::blockUntilExit(unsigned lanes, ValueId iv, ValueId done,
                                                                        bool isLast,
                                                                        llvm::function_ref<Values()> carried) {
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  const std::vector<NodeId> &body = N.nodes[N.root().node].body;
  const ArrayRef<NodeId> first = ArrayRef(body).take_front(statementsOfExits(N));
  const ArrayRef<NodeId> rest = ArrayRef(body).drop_front(first.size());
  const Values before = carried();
  const std::vector<ValueId> unset = locals;
  const auto results = [](ValueId stop, ValueId completed, const Values &values) {
    Values all = {stop, completed};
    llvm::append_range(all, values);
    return all;
  };
  const bool isSearch = isLast && onlySearches(N);
  const auto completedAt = [&](IndexExpr counter) { return B.index(counter - map(N.root().lower)); };
  const auto leftAt = [&](ValueId position) { return results(B.constant(truth, 1), position, before); };
  const auto inLanes = [&]() -> Expected<Values> {
    locals = unset;
    enterUntilExit(lanes, iv);
    const auto left = [&](ValueId condition, bool isLastExit) {
      if (!isSearch || !isLastExit || isUniform(condition))
        return leftAt(done);
      const ValueId first = B.create(OpKind::FirstTrue, VectorType::scalar(ScalarType::Index), {condition}, "first");
      return leftAt(completedAt(IndexExpr::symbol(iv) + IndexExpr::symbol(first)));
    };
    return untilExits(first, left, [&]() -> Expected<Values> {
      Unconditional = touchedPlaces(N);
      if (Error error = statements(rest, NoId))
        return std::move(error);
      return results(B.constant(truth, 0), completedAt(IndexExpr::symbol(iv) + lanes), carried());
    });
  };
  symbols[N.rootIterator()] = iv;
  Expected<ValueId> crosses = lanes == 1 ? Expected<ValueId>(NoId) : crossesPage(first, lanes);
  if (!crosses)
    return crosses.takeError();
  if (*crosses == NoId)
    return inLanes();

  F.values[*crosses].name = "crosses_a_page";
  const auto inOrder = [&] { return exitsInOrder(IndexExpr::symbol(iv), lanes, done, isSearch, "leaves"); };
  Expected<Values> leaves = either(*crosses, inOrder, [&]() -> Expected<Values> {
    return Values{B.constant(truth, 0), done};
  });
  if (!leaves)
    return leaves;
  F.values[(*leaves)[0]].name = "leaves";
  return either((*leaves)[0], [&]() -> Expected<Values> { return leftAt((*leaves)[1]); }, inLanes);
}

} // namespace vecify
