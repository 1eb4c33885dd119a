// What a plan costs: its blocks, run as often as the expected trip counts say.
#include "BlockCost.h"
#include "Iterations.h"
#include "Latency.h"
#include "MemoryCost.h"
#include "ReloadedRows.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/Range.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace vecify {

/// Of code, as gcc and clang make it at -O2: a loop's counter, compare and branch; guards and entry of a vector part.
static constexpr unsigned ControlBytes = 10, EntryBytes = 40;

double expectedTrip(const Nest &nest, LoopId loop) {
  std::optional<int64_t> trip = nest.tripCount(loop).asConstant();
  if (trip && !isUncounted(nest, loop))
    return std::max<double>(0, double(*trip));
  return std::clamp(double(likelyIterations(nest, loop)), 1.0, UnknownTrip);
}

int64_t tripFactor(const Nest &nest) {
  const IndexExpr trip = nest.tripCount(0);
  int64_t common = 0;
  for (const IndexExpr::Term &term : trip.terms()) {
    int64_t factor = term.coefficient;
    for (SymbolId s : term.symbols)
      factor *= nest.symbols[s].multiple;
    common = std::gcd(common, factor);
  }
  return common;
}

/// Trip counts to price at: the constant one, else a few, as many small as large ones, with any remainder. A loop
/// inside loops that are no part of the nest runs over rows, in codecs those of blocks. What is left early may end
/// anywhere.
static constexpr double AnyTrips[] = {5, 9, 14, 22, 35, 53, 78, 117, 170, 262, 391, 590, 877, 1311, 1969};

static std::vector<double> sampledTrips(const Nest &nest) {
  if (std::optional<int64_t> trip = nest.tripCount(0).asConstant(); trip && *trip > 0 && !nest.mayLeaveEarly())
    return {double(*trip)};
  std::vector<double> trips(std::begin(AnyTrips), std::end(AnyTrips));
  if (nest.source.depth > 0)
    trips = {4, 7, 8, 13, 16, 21, 32, 50, 64, 93, 128, 170, 262, 391, 877};
  // Runs of what is alike mostly end soon; a search looks at the first places one by one anyway.
  if (nest.source.depth > 0 && nest.mayLeaveEarly() && !onlySearches(nest))
    trips = {1, 1, 2, 2, 3, 4, 5, 7, 9, 13, 18, 27, 50, 93, 170, 391};
  for (double &trip : trips)
    trip = std::max(1.0, std::floor(trip * nest.rootsInSource()));
  const int64_t factor = std::clamp<int64_t>(tripFactor(nest), 1, 1024);
  for (double &trip : trips)
    trip = std::ceil(trip / double(factor)) * double(factor);
  const double most = double(std::max<int64_t>(1, likelyIterations(nest, 0)));
  llvm::erase_if(trips, [&](double trip) { return trip > most; });
  if (trips.empty())
    trips.push_back(most);
  return trips;
}

namespace {

/// A plan as a function of the trip count: the loops at its top level in order, then what is left over.
class RunModel {
public:
  RunModel(const Function &code, const Target &target, const Plan &plan, const Nest &nest, double scalar, bool inRows,
           std::optional<double> columns = std::nullopt)
      : Outside(nest.interior ? double(nest.interior->first + nest.interior->last) : 0), Columns(columns),
        LeastStep(inRows ? 1 : target.leastStep), IsBlocked(plan.blocking.depth != 0),
        IsStripped(plan.strips.has_value()),
        Least(plan.tail == Tail::Halves ? plan.leastLanes : plan.lanes * (plan.strips ? plan.unroll : 1)),
        HalvedFrom(plan.tail == Tail::Halves && !plan.isTiled() ? plan.lanes : 0), Scalar(scalar),
        RootCounter(plan.isTiled() || plan.strips || plan.time || IsBlocked ? ""
                                                                            : nest.symbols[nest.rootIterator()].name),
        RunsAll((code.coversAll || plan.isTiled()) && plan.tail != Tail::Overlap), Fewest(plan.fewest),
        Entry(1 + (inRows ? 3 : 1.5) * double(code.guards.size())) {
    const bool isOneBlock = llvm::none_of(code.blocks[code.body].ops, [&](OpId id) {
      return isRootLoop(code, code.ops[id]) || code.ops[id].kind == OpKind::If;
    });
    if (isOneBlock)
      Tails.push_back(take(costOf(code, code.body, false, target)).cycles);
    else
      walk(code, code.body, target);
  }

  double cycles(double trip) const {
    if (IsBlocked)
      return Entry + Loops[0].body / Loops[0].width * (trip + CopiedRows);
    if ((trip < Least + Outside && !RunsAll) || trip < Fewest)
      return trip * Scalar + 2;
    if (IsStripped)
      return inStrips(trip);
    double left = trip - Outside, sum = Entry + Outside * Scalar;
    for (const Loop &loop : Loops) {
      double count = std::floor(left / loop.width);
      sum += count * loop.body + (count > 0 ? 3 : 1);
      left -= count * loop.width;
    }
    if (HalvedFrom == 0 && !Tails.empty() && left > 0) {
      sum += Tails[0] + 4;
      left = 0;
    }
    double lanes = HalvedFrom;
    for (size_t t = 0; HalvedFrom != 0 && t < Tails.size(); ++t) {
      lanes /= 2;
      sum += left >= lanes ? Tails[t] + 1 : 1;
      left -= left >= lanes ? lanes : 0;
    }
    return sum + left * Scalar + (left > 0 ? 3 : 0);
  }

  /// Every loop inside the strips runs all that fills vectors.
  double inStrips(double trip) const {
    const double most = std::floor(trip / Least) * Least, strips = std::max(1.0, std::ceil(most / StripSize));
    double sum = Entry + (trip - most) * Scalar;
    for (const Loop &loop : Loops)
      sum += most / loop.width * loop.body + strips * StripEntry;
    return sum;
  }

  void describe(Cost &cost) const {
    cost.entry = Entry;
    cost.leastStep = LeastStep;
    cost.bytes = Bytes + EntryBytes;
    cost.liveRegisters = LiveMost;
    if (Loops.empty())
      return;
    const auto perIteration = [](const Loop &loop) { return loop.body / loop.width; };
    const auto first = llvm::ArrayRef(Loops).take_front(IsStripped ? Loops.size() : 1);
    cost.perIteration = cost.uops = 0;
    for (const Loop &loop : first) {
      cost.perIteration += perIteration(loop);
      cost.uops += loop.uops / loop.width;
    }
    cost.limit = llvm::max_element(first, [&](const Loop &a, const Loop &b) {
                   return perIteration(a) < perIteration(b);
                 })->limit;
  }

private:
  struct Loop {
    double width, body, uops;
    Limit limit;
  };

  /// Of a plan along the root a loop of other lanes, not one inside it: few iterations fit into one vector.
  bool isRootLoop(const Function &code, const Op &op) const {
    return op.kind == OpKind::For &&
           (RootCounter.empty() || code.values[code.blocks[op.blocks[0]].arguments[0]].name == RootCounter);
  }

  void walk(const Function &code, BlockId block, const Target &target) {
    for (OpId id : code.blocks[block].ops) {
      const Op &op = code.ops[id];
      if (op.kind == OpKind::For) {
        loop(code, op, target);
      } else if (op.kind == OpKind::If) {
        // What a loop reads once is read only if it runs.
        const auto *around = llvm::find_if(op.blocks, [&](BlockId side) {
          return llvm::any_of(code.blocks[side].ops, [&](OpId inner) { return isRootLoop(code, code.ops[inner]); });
        });
        if (around != op.blocks.end())
          walk(code, *around, target);
        else
          Tails.push_back(take(costOf(code, op.blocks[0], false, target)).cycles);
      } else if (const Row *row = target.find(code, op)) {
        // Other work of the program overlaps most of the final reduction's latency.
        Entry += row->uops / 3 + (op.kind == OpKind::Reduce ? row->latency / 3 : 0);
      }
    }
  }

  BlockCost take(BlockCost cost) {
    Bytes += cost.bytes;
    LiveMost = std::max(LiveMost, cost.liveRegisters);
    return cost;
  }

  void loop(const Function &code, const Op &op, const Target &target) {
    const double width = double(integerOf(code, op.operands[2]).value_or(1));
    const bool hasLoops =
        llvm::any_of(code.blocks[op.blocks[0]].ops, [&](OpId inner) { return code.ops[inner].kind == OpKind::For; });
    if (IsStripped && hasLoops && std::isinf(StripSize)) {
      StripSize = width;
      return walk(code, op.blocks[0], target);
    }
    if (op.mayStop && width == 1) {
      Entry += Scalar * double(LookedAtFirst);
      return;
    }
    BlockCost body = take(costOf(code, op.blocks[0], true, target, LeastStep, Columns));
    if (body.lowersClock)
      body.cycles += width * target.chainBeside * (target.widestSlowdown - 1);
    if (Outside > 0 && !isRootLoop(code, op))
      return;
    Loops.push_back({width, body.cycles, hasLoops ? NAN : body.uops, body.limit});
  }

  const double Outside; ///< iterations that are done one by one in any case
  /// In cache blocks the outermost loop is that of the columns: a step of it does a share of all root iterations, and
  /// the copies take as long as a few rows.
  const std::optional<double> Columns; ///< of the loops inside, if their number is not known
  const double LeastStep;              ///< of a row the end hides behind the next one's beginning
  const bool IsBlocked, IsStripped;
  /// Cycles: a loop of a strip begins, and its end is not foreseen.
  static constexpr double StripEntry = 20;
  double StripSize = INFINITY;

  static constexpr double CopiedRows = 4;

  unsigned Least;      ///< iterations below which the vector part is skipped
  unsigned HalvedFrom; ///< lanes of the vectors before the halved ones; 0: the tail is another
  double Scalar;
  std::string RootCounter; ///< of plans along the root alone
  bool RunsAll;            ///< fewer iterations than those, too
  double Fewest;           ///< iterations below which the source's loop does them
  double Entry;
  std::vector<Loop> Loops;
  std::vector<double> Tails; ///< cycles of what stands under a condition behind the loops
  unsigned Bytes = 0, LiveMost = 0;
};

} // namespace

/// Vectors are stored there, not the sum of a row.
static bool isStoredInLanes(const Nest &nest, const Access &access, LoopId lanes) {
  return access.isWrite && (!access.isAffine() || nest.byteAddress(access).uses(nest.loops[lanes].iterator));
}

/// How likely rows are read where they are written: those that are updated, or read from one array and written to
/// another at the same places, if these are the same in a page.
static double rowsFollow(const Nest &nest, LoopId lanes) {
  constexpr double sameInPage = 0.5;
  double most = 0;
  for (const Access &write : nest.accesses)
    for (const Access &read : nest.accesses)
      if (isStoredInLanes(nest, write, lanes) && !read.isWrite && write.isAffine() && read.isAffine() &&
          (nest.byteAddress(read) - nest.byteAddress(write)).asConstant())
        most = std::max(most, read.array == write.array ? 1 : sameInPage);
  return most;
}

/// How likely the next row is the same or begins within a vector of where one ends. Where the pitch is a parameter of
/// its own, matrices mostly have no gaps, and pictures do or not.
static double rowsTouch(const Nest &nest, LoopId lanes) {
  const LoopId rows = nest.loops[lanes].parent;
  if (rows == NoId)
    return 1;
  const SymbolId counter = nest.loops[rows].iterator;
  const auto touches = [&](const Access &write) -> double {
    if (!isStoredInLanes(nest, write, lanes))
      return 0;
    if (!write.isAffine() || nest.byteAddress(write).degreeIn(counter) > 1)
      return 1;
    constexpr int64_t mostLanes = 64;
    const IndexExpr pitch = nest.byteAddress(write).coefficientOf(counter);
    if (pitch.isZero() || bytesOf(write.type) > 2 ||
        llvm::any_of(nest.tripCount(lanes).symbols(), [&](SymbolId s) { return pitch.uses(s); }))
      return 1;
    const std::optional<int64_t> gap = (pitch - nest.tripCount(lanes) * bytesOf(write.type)).asConstant();
    return gap ? std::abs(*gap) < mostLanes * int64_t(bytesOf(write.type)) : 0.5;
  };
  double most = 0;
  for (const Access &write : nest.accesses)
    most = std::max(most, touches(write));
  return most;
}

namespace {

/// How often a run is held up by a store that cannot be forwarded to a load, which waits until it has left the
/// pipeline: a scalar's, by a vector of what lies beside it; a masked tail's, by a load that touches lanes which it
/// left out. Rows that are updated in place do so where the next row begins; and since CPUs compare the low bits of
/// addresses first, so do rows that are read from one array and written to another, if these begin at the same place in
/// a page, as large ones mostly do.
struct TailStalls {
  double perRun = 0, perIteration = 0; ///< of the root
  double of(double trip) const { return perRun + trip * perIteration; }
};

} // namespace

/// x[i] = s / l[i][i] behind s -= l[i][j] * x[j] for j < i: what was stored last is read last.
static bool readsWhatWasStoredLast(const Nest &nest) {
  return !nest.tripCount(0).asConstant() && llvm::any_of(nest.accesses, [&](const Access &read) {
    return !read.isWrite && read.isAffine() && nest.arrays[read.array].isStoredBeside &&
           nest.byteAddress(read).coefficientOf(nest.rootIterator()).asConstant() == bytesOf(read.type);
  });
}

/// `rows`: as often loops run whose trip count is no constant, between the root and the lanes.
static TailStalls tailStalls(const Plan &plan, const Nest &nest, std::optional<double> rows = std::nullopt) {
  const auto tripOf = [&](LoopId loop) {
    return rows && !nest.tripCount(loop).asConstant() ? *rows : expectedTrip(nest, loop);
  };
  if (!plan.isTiled() && !plan.strips && readsWhatWasStoredLast(nest)) {
    // The last vector holds it: always, or where nothing is left over.
    const bool isInAll = plan.tail == Tail::Mask || plan.tail == Tail::Overlap;
    return {isInAll ? 1 : 1.0 / (plan.tail == Tail::Halves ? plan.leastLanes : plan.lanes), 0};
  }
  TailStalls stalls;
  for (const Tile &tile : plan.tiles)
    if (reloadsMaskedStores(nest, tile.lanes) && expectedTrip(nest, tile.lanes) < LeastReloadedColumns) {
      double stores = tile.rows == NoId ? 1 : 1.0 / plan.rows;
      for (LoopId loop = nest.loops[tile.lanes].parent; loop != 0 && loop != NoId; loop = nest.loops[loop].parent)
        stores *= tripOf(loop);
      stalls.perIteration += stores;
    }
  if (!plan.isTiled() && reloadsMaskedStores(nest, 0) && expectedTrip(nest, 0) < LeastReloadedColumns)
    stalls.perRun += 1;
  // Between the rows of time tiles there is more of each row.
  if (plan.tail != Tail::Mask || plan.time)
    return stalls;
  if (!plan.isTiled()) {
    const double following = nest.source.depth == 0 ? 0 : rowsFollow(nest, 0);
    return following == 0 ? stalls : TailStalls{following, 0};
  }
  for (const Tile &tile : plan.tiles) {
    // Loops inside the lanes' leave the store time.
    if (llvm::any_of(nest.loops, [&](const Loop &loop) { return loop.parent == tile.lanes; }))
      continue;
    // Rows that add to the same lanes store them once.
    double tails = tile.rows != NoId && !nest.storesMoveWith(tile.rows, tile.lanes) ? 1.0 / plan.rows : 1;
    for (LoopId loop = nest.loops[tile.lanes].parent; loop != 0 && loop != NoId; loop = nest.loops[loop].parent)
      tails *= tripOf(loop);
    stalls.perIteration += rowsTouch(nest, tile.lanes) * rowsFollow(nest, tile.lanes) * tails;
  }
  return stalls;
}

/// About that trip count, whatever is left over behind the vectors.
static double atAnyRemainder(llvm::function_ref<double(double)> core, double trip, double most) {
  constexpr unsigned samples = 16;
  const double apart = std::min(7.0, trip / samples);
  double sum = 0;
  for (unsigned s = 0; s < samples; ++s)
    sum += core(std::clamp(std::floor(trip + (s - samples / 2.0) * apart), 1.0, std::max(1.0, most)));
  return sum / samples;
}

/// Columns and rows: bytes and shorts are samples of pictures and sound, which come in blocks; others are of any
/// number.
static llvm::ArrayRef<int> shortRows(const Nest &nest) {
  static constexpr int OfBlocks[] = {8, 12, 16, 32}, OfAny[] = {7, 12, 16, 21, 32};
  const bool isNarrow = llvm::all_of(nest.accesses, [](const Access &access) { return bytesOf(access.type) <= 2; });
  return isNarrow ? llvm::ArrayRef(OfBlocks) : llvm::ArrayRef(OfAny);
}

/// Tiles, and what they are compared with: the loop inside, alone in each row.
static bool mayHaveShortRows(const Plan &plan, const Nest &nest) {
  if (!plan.isTiled())
    return nest.loops.size() == 1 && nest.source.depth > 0 && !nest.tripCount(0).asConstant();
  return !plan.time && plan.blocking.depth == 0 &&
         llvm::all_of(plan.tiles, [&](const Tile &tile) { return !nest.tripCount(tile.lanes).asConstant(); });
}

static double inShortRows(const Function &code, const Target &target, const Plan &plan, const Nest &nest,
                          double scalar) {
  const std::optional<int64_t> rows = nest.tripCount(0).asConstant();
  double logarithms = 0;
  const llvm::ArrayRef<int> sizes = shortRows(nest);
  for (int columns : sizes) {
    const RunModel model(code, target, plan, nest, scalar, true, columns);
    const double trip = plan.isTiled() && rows ? double(*rows) : columns;
    const TailStalls stalls = tailStalls(plan, nest, columns);
    // Full vectors are stored whole.
    const double held = columns % plan.leastLanes == 0 ? 0 : StoreForwardStall * stalls.of(trip);
    logarithms += std::log((plan.isTiled() ? 1 : columns) * (model.cycles(trip) + held));
  }
  return std::exp(logarithms / double(sizes.size()));
}

/// The nest's root, which runs any number of times, stands inside a loop of so many iterations.
static bool wasBroughtIn(const Nest &nest) {
  return nest.reordered && nest.source.depth == 0 && nest.loops.size() == 2 && expectedTrip(nest, 1) == UnknownTrip &&
         !nest.tripCount(1).asConstant();
}

/// Of loops inside that run any number of times, as often as UnknownTrip times: what a loop in their place at the root
/// is priced at.
static double atAnyColumns(const Function &code, const Target &target, const Plan &plan, const Nest &nest,
                           double scalar, double trip) {
  double logarithms = 0;
  for (double columns : AnyTrips)
    logarithms += std::log(RunModel(code, target, plan, nest, scalar, false, columns).cycles(trip) / columns);
  return UnknownTrip * std::exp(logarithms / double(std::size(AnyTrips)));
}

Cost estimateCost(const Function &code, const Target &target, const Plan &plan, const Nest &nest, double scalar) {
  Cost cost;
  RunModel model(code, target, plan, nest, scalar, nest.source.depth > 0);
  model.describe(cost);
  const std::vector<double> trips = sampledTrips(nest);
  double logarithms = 0;
  const TailStalls stalls = tailStalls(plan, nest);
  // Half of the source's iterations that one of the root is made of are left over.
  const bool isWhole = !nest.writtenOut || nest.writtenOut->trip.dividedBy(nest.writtenOut->count);
  double leftOver = isWhole ? 0 : scalar * (1 - nest.rootsInSource()) / 2;
  // The block in which the loop is left is the source's loop's, but for what only looks for the place.
  if (nest.mayLeaveEarly() && !onlySearches(nest))
    leftOver += scalar * plan.lanes / 2;
  const auto core = [&](double trip) { return model.cycles(trip) + StoreForwardStall * stalls.of(trip) + leftOver; };
  const bool isKnown = nest.tripCount(0).asConstant() && !isUncounted(nest);
  const double expected = std::max(1.0, expectedTrip(nest, 0) * (isKnown ? 1 : nest.rootsInSource()));
  const double larger = plan.time ? std::max(4.0, plan.time->side / UnknownTrip) : 4;
  // The code says nothing of how few blocks there are.
  const double counted = nest.loops.size() > 1 ? std::max(1.0, expectedTrip(nest, 0)) : expected;
  cost.byStep = memoryLoad(code, target, counted, isKnown, larger);
  cost.memory = plan.time ? memoryLoad(code, target, counted, isKnown, larger, plan.time->shares) : cost.byStep;
  for (double trip : trips) {
    cost.atTrips.push_back(cost.memory.with(core(trip), trip) / trip);
    logarithms += std::log(cost.atTrips.back());
  }
  if (isKnown && wasBroughtIn(nest))
    logarithms += double(trips.size()) *
                  std::log(atAnyColumns(code, target, plan, nest, scalar, expected) / model.cycles(expected));
  // A kilobyte of code costs a percent or two: it has to be fetched, and read.
  cost.price = std::exp(logarithms / double(trips.size())) * (1 + cost.bytes / 65536.0);
  cost.core = isKnown ? core(expected) : atAnyRemainder(core, expected, double(likelyIterations(nest, 0)));
  cost.perIteration += StoreForwardStall * stalls.perIteration;
  if (mayHaveShortRows(plan, nest))
    cost.inShortRows = inShortRows(code, target, plan, nest, scalar);
  cost.run = cost.memory.with(cost.core, expected);
  if (cost.run > 1.2 * cost.core)
    cost.limit = Limit::Memory;
  return cost;
}

double Cost::mostOver(const Cost &other) const {
  double most = 0;
  for (size_t t = 0; t < std::min(atTrips.size(), other.atTrips.size()); ++t)
    most = std::max(most, atTrips[t] / other.atTrips[t]);
  return most;
}

Cost scalarLoopCost(const Function &code, const Target &target, double trip, bool isWrittenOut) {
  Cost cost;
  cost.price = 1;
  cost.bytes = ControlBytes;
  for (OpId id : code.blocks[code.body].ops)
    if (code.ops[id].kind == OpKind::For) {
      const BlockCost body = costOf(code, code.ops[id].blocks[0], !isWrittenOut, target);
      cost.price = std::max(isWrittenOut ? 0.5 : 1.0, body.cycles);
      cost.bytes += body.bytes;
      break;
    }
  cost.perIteration = cost.price;
  cost.memory = memoryLoad(code, target, trip, false);
  cost.price = cost.memory.with(cost.price * trip, trip) / trip;
  return cost;
}

} // namespace vecify
