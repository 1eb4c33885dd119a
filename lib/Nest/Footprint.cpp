// The byte range that an array's accesses touch while the region runs, as polynomials over the parameters.
//
//     for i in [0, n) for j in [0, i]:  a[2*j + 1], 4 bytes    ->   [4, 8*n)
//
// An access happens only if the loops around it run, which tells signs: i*n with i < n has its least value at i = 0.
#include "Extremes.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/Facts.h"
#include "vecify/Nest/Occurrences.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// The ranges under which each access is executed; for one that only parameters read: on entry, if the root runs.
static std::vector<ParamRanges> rangesOfAccesses(const Nest &nest) {
  ParamRanges onEntry(nest);
  learnThatItRuns(nest, 0, onEntry);
  std::vector<ParamRanges> result(nest.accesses.size(), onEntry);
  std::vector<bool> isSeen(nest.accesses.size());
  for (const Occurrence &o : occurrences(nest)) {
    // An access that stands in two places keeps what holds for both: the root runs.
    ParamRanges here = onEntry;
    if (!isSeen[o.access])
      for (LoopId loop : llvm::drop_begin(o.loops))
        learnThatItRuns(nest, loop, here);
    isSeen[o.access] = true;
    result[o.access] = std::move(here);
  }
  return result;
}

/// Relative to the array's base, or to its row's.
static IndexExpr addressInRow(const Nest &nest, const Access &access) {
  const IndexExpr address = nest.byteAddress(access);
  return nest.arrays[access.array].isRows() ? address - access.subs[0] * access.strideBytes[0] : address;
}

/// Addresses with the least and the greatest subscripts that are read from memory; nothing where they may be any.
static std::optional<std::pair<IndexExpr, IndexExpr>> endsOfIndirect(const Nest &nest, const Access &access) {
  const Array &array = nest.arrays[access.array];
  if (array.isRows() || array.bytes) // whose size says more
    return std::nullopt;
  IndexExpr lower(access.offsetBytes), upper(access.offsetBytes);
  for (size_t d = 0; d < access.subs.size(); ++d) {
    if (d >= access.indirect.size() || access.indirect[d] == NoId) {
      lower += access.subs[d] * access.strideBytes[d];
      upper += access.subs[d] * access.strideBytes[d];
      continue;
    }
    const Range values = valueRange(nest, access.indirect[d]);
    const std::optional<int64_t> stride = access.strideBytes[d].asConstant();
    constexpr int64_t furthest = int64_t(1) << 20; // whose bytes no overlap check should ask for
    if (!stride || *stride < 0 || values.lo < -furthest || values.hi > furthest)
      return std::nullopt;
    lower += IndexExpr(values.lo * *stride);
    upper += IndexExpr(values.hi * *stride);
  }
  return std::pair(lower, upper);
}

/// Only data ends a loop that moves it: nobody knows how far.
static bool movesUncounted(const Nest &nest, const Access &access) {
  for (LoopId loop = 1; loop < nest.loops.size(); ++loop) {
    const auto moves = [&](const IndexExpr &sub) { return sub.uses(nest.loops[loop].iterator); };
    if (llvm::any_of(access.subs, moves) && isUncounted(nest, loop))
      return true;
  }
  return false;
}

bool mayHappenApart(const Nest &nest, ArrayId array) {
  if (nest.arrays[array].isRows())
    return false; // where one is read, all are
  // Of a table that values index, all is taken that these may be.
  if (nest.mayLeaveEarly() ||
      llvm::any_of(nest.accesses, [&](const Access &a) { return a.array == array && !a.isAffine(); }))
    return true;
  // What the root counts is as large as the time it takes; all else may be anything where nothing happens there.
  const auto isUnbounded = [&](SymbolId id) {
    return nest.symbols[id].kind == Symbol::Param && !nest.tripCount(0).uses(id);
  };
  std::vector<Occurrence> all = occurrences(nest);
  llvm::erase_if(all, [&](const Occurrence &o) {
    return nest.accesses[o.access].array != array || !nest.accesses[o.access].isAffine();
  });
  std::optional<TouchedPlaces> together; // with the first, once it is asked for
  for (const Occurrence &o : all) {
    const Access &access = nest.accesses[o.access], &first = nest.accesses[all[0].access];
    if (llvm::none_of((nest.byteAddress(access) - nest.byteAddress(first)).symbols(), isUnbounded))
      continue;
    if (!together)
      together = touchedPlaces(nest, all[0].loops.back());
    if (o.loops != all[0].loops || !together->count(placeOf(nest, first)) || !together->count(placeOf(nest, access)))
      return true;
  }
  return false;
}

Footprint footprint(const Nest &nest, ArrayId array, bool writesOnly) {
  Footprint result;
  result.isKnown = true;
  const std::vector<ParamRanges> ranges = rangesOfAccesses(nest);
  ParamRanges onEntry(nest);
  learnThatItRuns(nest, 0, onEntry);
  for (AccessId id = 0; id < nest.accesses.size(); ++id) {
    const Access &access = nest.accesses[id];
    if (access.array != array || (writesOnly && !access.isWrite))
      continue;
    std::optional<std::vector<IndexExpr>> lower, upper;
    const bool isCounted = !movesUncounted(nest, access);
    if (isCounted && access.isAffine()) {
      const IndexExpr address = addressInRow(nest, access);
      lower = extremes(nest, address, End::Lower, ranges[id]);
      upper = extremes(nest, address, End::Upper, ranges[id]);
    } else if (const auto ends = !isCounted ? std::nullopt : access.ends ? access.ends : endsOfIndirect(nest, access)) {
      lower = extremes(nest, ends->first, End::Lower, ranges[id]);
      upper = extremes(nest, ends->second, End::Upper, ranges[id]);
      result.mayBeLess = true;
    }
    if (!lower || !upper) {
      result.isKnown = false;
      break;
    }
    llvm::append_range(result.lower, *lower);
    for (const IndexExpr &last : *upper)
      result.upper.push_back(last + bytesOf(access.type));
    prune(result.lower, End::Lower, onEntry);
    prune(result.upper, End::Upper, onEntry);
    // Of many that nothing is known about, no other will be beyond all.
    if (result.lower.size() > 4 * MaxAlternatives || result.upper.size() > 4 * MaxAlternatives)
      break;
  }
  if (result.lower.size() > MaxAlternatives || result.upper.size() > MaxAlternatives ||
      (nest.arrays[array].isRows() && !rowsTouched(nest, array).isKnown))
    result.isKnown = false;
  if (result.isKnown)
    return result;
  // C keeps every access inside the object.
  result = {};
  if (const std::optional<int64_t> bytes = nest.arrays[array].bytes)
    result = {{IndexExpr(0)}, {IndexExpr(*bytes)}, true};
  return result;
}

Footprint rowsTouched(const Nest &nest, ArrayId array) {
  ParamRanges onEntry(nest);
  learnThatItRuns(nest, 0, onEntry);
  Footprint result;
  for (const Access &access : nest.accesses) {
    if (access.array != array)
      continue;
    if (movesUncounted(nest, access))
      return {};
    const auto lower = extremes(nest, access.subs[0], End::Lower, onEntry);
    const auto upper = extremes(nest, access.subs[0], End::Upper, onEntry);
    if (!lower || !upper)
      return {};
    llvm::append_range(result.lower, *lower);
    for (const IndexExpr &last : *upper)
      result.upper.push_back(last + 1);
  }
  prune(result.lower, End::Lower, onEntry);
  prune(result.upper, End::Upper, onEntry);
  result.isKnown = result.lower.size() == 1 && result.upper.size() == 1;
  return result;
}

} // namespace vecify
