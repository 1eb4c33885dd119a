// What a plan costs: its blocks, run as often as the expected trip counts say.
#include "BlockCost.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace vecify {

double expectedTrip(const Nest &nest, LoopId loop) {
  std::optional<int64_t> trip = nest.tripCount(loop).asConstant();
  return trip ? std::max<double>(0, double(*trip)) : UnknownTrip;
}

int64_t tripFactor(const Nest &nest) {
  int64_t common = 0;
  for (const IndexExpr::Term &term : nest.tripCount(0).terms()) {
    int64_t factor = term.coefficient;
    for (SymbolId s : term.symbols)
      factor *= nest.symbols[s].multiple;
    common = std::gcd(common, factor);
  }
  return common;
}

/// Trip counts to price at: the constant one, else a few, as many small as large ones, with any remainder.
static std::vector<double> sampledTrips(const Nest &nest) {
  if (std::optional<int64_t> trip = nest.tripCount(0).asConstant(); trip && *trip > 0)
    return {double(*trip)};
  std::vector<double> trips = {5, 9, 14, 22, 35, 53, 78, 117, 170, 262, 391, 590, 877, 1311, 1969};
  const int64_t factor = std::clamp<int64_t>(tripFactor(nest), 1, 1024);
  for (double &trip : trips)
    trip = std::ceil(trip / double(factor)) * double(factor);
  return trips;
}

namespace {

/// A plan as a function of the trip count: the loops at its top level in order, then what is left over.
class RunModel {
public:
  RunModel(const Function &code, const Target &target, unsigned lanes, double scalar)
      : Lanes(lanes), Scalar(scalar), CoversAll(code.coversAll), Entry(1 + 1.5 * double(code.guards.size())) {
    for (OpId id : code.blocks[code.body].ops) {
      const Op &op = code.ops[id];
      if (op.kind == OpKind::For) {
        loop(code, op, target);
      } else if (op.kind == OpKind::If) {
        Tail = take(costOf(code, op.blocks[0], false, target)).cycles + 4;
        HasTail = true;
      } else if (const Row *row = target.find(code, op)) {
        // Other work of the program overlaps most of the final reduction's latency.
        Entry += row->uops / 3 + (op.kind == OpKind::Reduce ? row->latency / 3 : 0);
      }
    }
  }

  double cycles(double trip) const {
    if (trip < Lanes && !CoversAll)
      return trip * Scalar + 2;
    double left = trip, sum = Entry;
    for (const Loop &loop : Loops) {
      double count = std::floor(left / loop.width);
      sum += count * loop.body + (count > 0 ? 3 : 1);
      left -= count * loop.width;
    }
    if (HasTail && left > 0) {
      sum += Tail;
      left = 0;
    }
    return sum + left * Scalar + (left > 0 ? 3 : 0);
  }

  void describe(Cost &cost) const {
    cost.entry = Entry;
    cost.bytes = Bytes + 40;
    cost.liveRegisters = LiveMost;
    if (Loops.empty())
      return;
    cost.perIteration = Loops[0].body / Loops[0].width;
    cost.limit = Loops[0].limit;
  }

private:
  struct Loop {
    double width, body;
    std::string limit;
  };

  BlockCost take(BlockCost cost) {
    Bytes += cost.bytes;
    LiveMost = std::max(LiveMost, cost.liveRegisters);
    return cost;
  }

  void loop(const Function &code, const Op &op, const Target &target) {
    const Op *step = code.definitionOf(op.operands[2]);
    const double width = !step                              ? 1
                         : step->kind == OpKind::IndexValue ? double(step->index.asConstant().value_or(1))
                                                            : double(step->intValue);
    BlockCost body = take(costOf(code, op.blocks[0], true, target));
    Loops.push_back({width, body.cycles, body.limit});
  }

  unsigned Lanes;
  double Scalar;
  bool CoversAll;
  double Entry;
  std::vector<Loop> Loops;
  double Tail = 0;
  bool HasTail = false;
  unsigned Bytes = 0, LiveMost = 0;
};

} // namespace

Cost estimateCost(const Function &code, const Target &target, const Plan &plan, const Nest &nest, double scalar) {
  Cost cost;
  RunModel model(code, target, plan.lanes, scalar);
  model.describe(cost);
  const std::vector<double> trips = sampledTrips(nest);
  double logarithms = 0;
  for (double trip : trips)
    logarithms += std::log(model.cycles(trip) / trip);
  // A kilobyte of code costs a percent or two: it has to be fetched, and read.
  cost.price = std::exp(logarithms / double(trips.size())) * (1 + cost.bytes / 65536.0);
  cost.run = model.cycles(expectedTrip(nest, 0));
  return cost;
}

double scalarCycles(const Function &code, const Target &target) {
  for (OpId id : code.blocks[code.body].ops)
    if (code.ops[id].kind == OpKind::For)
      return std::max(1.0, costOf(code, code.ops[id].blocks[0], true, target).cycles);
  return 1;
}

} // namespace vecify
