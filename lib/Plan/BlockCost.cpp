// Ports and issue slots of a block, with all that bounds it.
#include "BlockCost.h"
#include "Iterations.h"
#include "Latency.h"
#include "LiveVectors.h"
#include "OpCost.h"
#include "SetConflicts.h"
#include "vecify/IR/Pattern.h"
#include "vecify/Target/AieCode.h"
#include "vecify/Target/Ports.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace vecify {
namespace {

struct Usage {
  double uops = 0;
  PortLoad ports;
  double nested = 0;  ///< cycles of loops inside
  double waiting = 0; ///< uops that are neither loads nor stores
};

class CostWalk {
public:
  CostWalk(const Function &code, const Target &target, const std::vector<unsigned> &uses,
           const LineCrossings &crossings, const std::vector<bool> &parts, std::optional<double> columns)
      : F(code), T(target), Uses(uses), Crossings(crossings), Parts(parts), Columns(columns) {}

  BlockCost cost(BlockId block, bool repeats, double leastStep = 1) {
    IsRepeated |= repeats;
    Usage usage = measure(block, repeats);
    double issue = usage.uops / T.issueWidth;
    double port = usage.ports.busiest();
    const int64_t step = repeats ? stepOf(block) : 0;
    const Latency latencies(F, T, block);
    double latency = repeats ? latencies.carried() : 0;
    if (step != 0)
      latency = std::max(latency, latencies.throughMemory(step));
    const double held = repeats ? latencies.behindMasks() : 0;
    double loop = !repeats ? 0 : touchesVectors(block) ? leastStep : 1;
    const double window = IsRepeated && usage.nested == 0 ? latencies.window(usage.waiting) : 0;
    unsigned live = liveVectors(F, block, Uses);
    Total.liveRegisters = std::max(Total.liveRegisters, live);
    double spills = live > T.vectorRegisters ? live - T.vectorRegisters : 0;
    Total.lowersClock = T.widestSlowdown > 1 && lowersClock(block);
    Total.cycles =
        (powerMean({issue, port, latency, held, window, loop}) + spills) * (Total.lowersClock ? T.widestSlowdown : 1) +
        usage.nested;
    Total.uops = usage.uops;
    double most = std::max({issue, port, latency, held, window, loop});
    Total.limit = usage.nested > most + spills ? Limit::LoopsInside
                  : spills > 0                 ? Limit::Spills
                  : most == latency            ? Limit::Latency
                  : most == held               ? Limit::Masks
                  : most == window             ? Limit::Window
                  : most == port               ? Limit::Ports
                  : most == issue              ? Limit::Issue
                                               : Limit::Step;
    return Total;
  }

private:
  bool touchesVectors(BlockId block) const {
    return llvm::any_of(F.blocks[block].ops, [&](OpId id) {
      const Op &op = F.ops[id];
      return (!op.results.empty() && isVectorValue(F, op.results[0])) ||
             (op.kind == OpKind::Store && isVectorValue(F, op.operands[0]));
    });
  }

  /// What the units for floats and products do, which take the most power.
  bool isHeavy(const Op &op) const {
    switch (op.kind) {
    case OpKind::Select:
    case OpKind::FpFence:
    case OpKind::Neg:
    case OpKind::Abs:
    case OpKind::CopySign:
      return false;
    case OpKind::Mul:
    case OpKind::MulHigh:
    case OpKind::MulHalves:
    case OpKind::MulRound:
    case OpKind::MulAddPairs:
    case OpKind::MulAddBytes:
    case OpKind::MulAddQuads:
    case OpKind::DotAccumulate:
      return true;
    default:
      return classOf(op.kind) == OpClass::Elementwise && isFloat(F.typeOf(op.results[0]).element);
    }
  }

  bool lowersClock(BlockId block) const {
    return llvm::any_of(F.blocks[block].ops, [&](OpId id) {
      const Op &op = F.ops[id];
      return !op.results.empty() && F.typeOf(op.results[0]).bits() == T.registerBits[0] && isHeavy(op);
    });
  }

  static double powerMean(std::initializer_list<double> bounds) {
    double sum = 0;
    for (double bound : bounds)
      sum += std::pow(bound, 6);
    return std::pow(sum, 1.0 / 6);
  }

  bool isMasked(BlockId block) const {
    return llvm::any_of(F.blocks[block].ops, [&](OpId id) { return F.ops[id].kind == OpKind::CreateMask; });
  }

  /// Trip count of an inner loop: constant bounds, else as expected of the unknown.
  bool isScalarCode() const {
    return llvm::none_of(F.values, [](const auto &value) { return !value.type.isScalar(); });
  }

  /// Of a loop whose lanes end at different times, how many there are; 0 of any other.
  unsigned divergentLanes(const Op &loop) const {
    unsigned lanes = 0;
    for (size_t k = 4; loop.mayStop && k < loop.operands.size() && isMask(F.typeOf(loop.operands[k]).element); ++k)
      lanes += F.typeOf(loop.operands[k]).lanes();
    return lanes;
  }

  double trips(const Op &loop) const {
    const double step = double(integerOf(F, loop.operands[2]).value_or(1));
    if (const unsigned lanes = divergentLanes(loop); lanes > 0) {
      // As many as the lane that is the last to leave.
      const double ofOne = expectedBetween(F, loop.operands[0], loop.operands[1]);
      const double most = double(iterationsBetween(F, loop.operands[0], loop.operands[1]).value_or(INT64_MAX));
      return std::min(most, ofOne * (1 + DivergencePerDoubling * std::log2(double(lanes))));
    }
    if (const std::optional<int64_t> count = iterationsBetween(F, loop.operands[0], loop.operands[1]))
      return std::max(0.0, double(*count)) / step;
    // What another loop or branch has left over; as many at once: an edge.
    const auto before = EndedAt.find(loop.operands[0]);
    if (Columns) {
      const double count = (before == EndedAt.end() ? *Columns : before->second.left) / step;
      return isMasked(loop.blocks[0]) ? std::ceil(count) : std::floor(count);
    }
    if (before == EndedAt.end())
      return expectedBetween(F, loop.operands[0], loop.operands[1]) / step;
    // Masked, begun ones count; as often as other tails, there is nothing left over.
    const double most = before->second.step;
    if (isMasked(loop.blocks[0]))
      return (most + step) / 4 / step;
    return most == step ? 1 : std::max(0.0, (most - step) / 2 / step);
  }

  /// A call for one lane of a vector: a call clobbers every vector register, so what is alive goes to memory and back.
  static constexpr double LaneCall = 2; // cycles
  /// A branch for one lane: some of them are mispredicted.
  static constexpr double LaneBranch = 3; // cycles
  /// A branch for all lanes of a block, where most are foreseen.
  static constexpr double AnyLaneBranch = 2; // cycles
  bool isOfLane(const Op &op) const {
    const Op *operand = F.definitionOf(op.operands[0]);
    return operand && operand->kind == OpKind::Extract;
  }

  /// `%i <= %p and %p < %i + n`: so many of the loop's iterations have the condition; 0 where it is another.
  double iterationsAround(ValueId condition) const {
    const Op *both = F.definitionOf(condition);
    const Op *from = both && both->kind == OpKind::And ? F.definitionOf(both->operands[0]) : nullptr;
    const Op *to = from ? F.definitionOf(both->operands[1]) : nullptr;
    if (!to || from->kind != OpKind::CmpLe || to->kind != OpKind::CmpLt || from->operands[1] != to->operands[0])
      return 0;
    return double(iterationsBetween(F, from->operands[0], to->operands[1]).value_or(0));
  }

  /// How often the loop runs is known, whatever is left of the block that it stands in.
  bool areFixed(const Op &loop) const {
    const auto isClamped = [&](ValueId bound) {
      const Op *op = F.definitionOf(bound);
      return op && (op->kind == OpKind::Min || op->kind == OpKind::Max);
    };
    llvm::SmallVector<ValueId, 8> bounds(llvm::ArrayRef(loop.operands).take_front(2));
    for (size_t b = 0; b < bounds.size(); ++b) {
      if (isClamped(bounds[b]))
        return false;
      if (const Op *op = F.definitionOf(bounds[b])) {
        llvm::append_range(bounds, op->operands);
        llvm::append_range(bounds, op->index.symbols());
      }
    }
    return iterationsBetween(F, loop.operands[0], loop.operands[1]).has_value();
  }

  /// A loop of scalars that compilers write out.
  bool isWrittenOutByAll(const Op &loop) const {
    constexpr int64_t mostTrips = 8, mostOps = 60;
    const Block &body = F.blocks[loop.blocks[0]];
    const std::optional<int64_t> count = iterationsBetween(F, loop.operands[0], loop.operands[1]);
    return count && *count <= mostTrips && *count * int64_t(body.ops.size()) <= mostOps &&
           llvm::all_of(body.ops, [&](OpId id) {
             const Op &op = F.ops[id];
             return op.blocks.empty() && (op.results.empty() || F.typeOf(op.results[0]).isScalar()) &&
                    (op.operands.empty() || F.typeOf(op.operands[0]).isScalar());
           });
  }

  /// `(%address & 4095) > 4096 - n`, or several of these: how often places that move on evenly are there.
  std::optional<double> rateOfCrossing(ValueId condition) const {
    const Op *op = F.definitionOf(condition);
    if (op && op->kind == OpKind::Or) {
      const std::optional<double> a = rateOfCrossing(op->operands[0]), b = rateOfCrossing(op->operands[1]);
      return a && b ? std::optional(*a + *b) : std::nullopt;
    }
    const Op *place = op && op->kind == OpKind::CmpGt ? F.definitionOf(op->operands[0]) : nullptr;
    const std::optional<int64_t> most = place ? integerOf(F, op->operands[1]) : std::nullopt;
    const std::optional<int64_t> page =
        place && place->kind == OpKind::And ? integerOf(F, place->operands[1]) : std::nullopt;
    if (!most || !page || *page < 4095)
      return std::nullopt;
    return double(*page - *most) / double(*page);
  }

  /// A branch that no lane takes at some times; `then`: cycles of what it leads to. That a loop is jumped over is no
  /// reason to take lanes for it.
  double jumpedOver(const Op &branch, double then) const {
    constexpr double raisedByAny = 0.1;
    if (raisesStored(branch))
      return raisedByAny * then + 1;
    const bool holdsLoop =
        llvm::any_of(F.blocks[branch.blocks[0]].ops, [&](OpId id) { return F.ops[id].kind == OpKind::For; });
    return (holdsLoop ? 1 : TakenByAny) * then + AnyLaneBranch;
  }

  /// `if (x > a[i]) a[i] = x;`: what is stored lies on one side of what was there, and the longer it goes on the fewer
  /// are left, all foreseen.
  bool raisesStored(const Op &branch) const {
    const Op *any = F.definitionOf(branch.operands[0]), *condition = any ? F.definitionOf(any->operands[0]) : nullptr;
    if (!condition || classOf(condition->kind) != OpClass::Compare)
      return false;
    return llvm::any_of(F.blocks[branch.blocks[0]].ops, [&](OpId id) {
      const Op &store = F.ops[id];
      if (store.kind != OpKind::MaskedStore || !store.mem.indirectSubs.empty())
        return false;
      for (unsigned side : {0, 1}) {
        const Op *old = F.definitionOf(condition->operands[side]);
        const bool isRead = old && (old->kind == OpKind::Load || old->kind == OpKind::MaskedLoad) &&
                            F.patterns[old->mem.pattern].array == F.patterns[store.mem.pattern].array &&
                            F.byteAddress(old->mem) == F.byteAddress(store.mem);
        if (isRead && condition->operands[1 - side] == store.operands[0])
          return true;
      }
      return false;
    });
  }

  /// `if (%from < %to)` around the loop between them and what this reads once: the loop runs as often without it.
  bool isAroundItsLoop(const Op &branch, const Op &condition) const {
    return condition.kind == OpKind::CmpLt && llvm::any_of(F.blocks[branch.blocks[0]].ops, [&](OpId id) {
             const Op &inner = F.ops[id];
             return inner.kind == OpKind::For && inner.operands[0] == condition.operands[0] &&
                    inner.operands[1] == condition.operands[1];
           });
  }

  void measureNested(const Op &op, Usage &usage) {
    if (op.kind == OpKind::For) {
      const double count = trips(op);
      const bool isWrittenOut = isWrittenOutByAll(op);
      double step = nested(op.blocks[0], !isWrittenOut);
      // In scalars, the next iteration of the loop around it begins while a short one that data ends still waits.
      if (op.mayStop && isScalarCode())
        step = (step + nested(op.blocks[0], false)) / 2;
      usage.nested += step * count + (isWrittenOut ? 0 : count < 1 ? 1 : 3);
      // Behind steps that are known in number comes the rest, and not what they have left over.
      if (!areFixed(op)) {
        const double by = double(integerOf(F, op.operands[2]).value_or(1));
        const auto before = EndedAt.find(op.operands[0]);
        const double all = before == EndedAt.end() ? Columns.value_or(0) : before->second.left;
        EndedAt[op.operands[1]] = {by, std::max(0.0, all - count * by)};
      }
      return;
    }
    if (isExit(F, op)) {
      // Taken once: what it does else follows straight on.
      measure(op.blocks[1], usage);
      usage.uops += 1;
      Total.liveRegisters = std::max(Total.liveRegisters, liveVectors(F, op.blocks[1], Uses));
      return;
    }
    const double then = nested(op.blocks[0], false), otherwise = nested(op.blocks[1], false);
    if (const std::optional<double> rate = rateOfCrossing(op.operands[0])) {
      usage.nested += *rate * then + otherwise;
      return;
    }
    if (isOfAnyLane(F, op.operands[0])) {
      usage.nested += jumpedOver(op, then);
      return;
    }
    if (const double around = iterationsAround(op.operands[0]); around > 0) {
      usage.nested += otherwise + then * around / UnknownTrip + 1;
      return;
    }
    const Op *condition = F.definitionOf(op.operands[0]);
    if (condition && isAroundItsLoop(op, *condition)) {
      usage.nested += then + 1;
      return;
    }
    // `if (%end < %end4)`: one vector more, or not.
    auto before = condition && condition->kind == OpKind::CmpLt ? EndedAt.find(condition->operands[0]) : EndedAt.end();
    if (before == EndedAt.end()) {
      usage.nested += std::max(then, otherwise) + (isOfLane(op) ? LaneBranch : 1);
      return;
    }
    if (std::optional<int64_t> left = iterationsBetween(F, condition->operands[0], condition->operands[1])) {
      usage.nested += (*left > 0 ? then : otherwise) + 1;
      EndedAt[condition->operands[1]] = {before->second.step / 2, 0};
      return;
    }
    if (!Columns) {
      usage.nested += (then + otherwise) / 2 + 1;
      EndedAt[condition->operands[1]] = {before->second.step / 2, 0};
      return;
    }
    const double half = before->second.step / 2, left = before->second.left;
    const bool isMet = isMasked(op.blocks[0]) ? left > 0 : left >= half;
    usage.nested += (isMet ? then : otherwise) + 2;
    EndedAt[condition->operands[1]] = {half, isMet ? std::max(0.0, left - half) : left};
  }

  double nested(BlockId block, bool repeats) {
    CostWalk walk(F, T, Uses, Crossings, Parts, Columns);
    // What is left over may be run under a condition.
    walk.EndedAt = std::move(EndedAt);
    walk.IsRepeated = IsRepeated;
    BlockCost inner = walk.cost(block, repeats);
    EndedAt = std::move(walk.EndedAt);
    Total.bytes += inner.bytes;
    Total.liveRegisters = std::max(Total.liveRegisters, inner.liveRegisters);
    return inner.cycles;
  }

  /// Stores that go on where the last one ended meet in their lines, and each line leaves the store buffer once, in a
  /// cycle. Rows in turn, of which it is not known that they are aligned, meet nowhere, and lie across two lines: how
  /// many stores more that is.
  double linesAlone(const Op &store, const Row &row, BlockId block) const {
    const bool isOneOfRows = llvm::any_of(F.blocks[block].ops, [&](OpId id) {
      const Op &other = F.ops[id];
      return other.kind == OpKind::Store &&
             F.patterns[other.mem.pattern].array == F.patterns[store.mem.pattern].array &&
             !(F.byteAddress(other.mem) - F.byteAddress(store.mem)).asConstant();
    });
    const double lines = 1 + double(F.typeOf(store.operands[0]).bits()) / 512;
    return isOneOfRows ? lines * llvm::popcount(row.ports) / row.portUses - 1 : 0;
  }

  Usage measure(BlockId block, bool repeats) {
    Usage usage;
    measure(block, usage);
    if (repeats)
      usage.uops += 1.5; // counter, compare and branch
    return usage;
  }

  void measure(BlockId block, Usage &usage) {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::For || op.kind == OpKind::If) {
        measureNested(op, usage);
        continue;
      }
      if (!Parts.empty() && Parts[id])
        continue;
      if (const Row *row = T.find(F, op)) {
        usage.uops += row->uops;
        Total.bytes += unsigned(7 * std::max(1.0f, row->uops));
        const bool isLoad = op.kind == OpKind::Load || op.kind == OpKind::MaskedLoad;
        const double again = isLoad ? Crossings.of(op) : op.kind == OpKind::Store ? linesAlone(op, *row, block) : 0;
        usage.ports.add(portsOf(op, *row), row->portUses * (1 + again));
        // What passes through the pipes in two halves waits as two.
        if (classOf(op.kind) != OpClass::Memory)
          usage.waiting += std::clamp(row->portUses, row->uops, 2 * row->uops);
        continue;
      }
      if (op.kind == OpKind::MathCall) {
        usage.nested += libmCycles(op.function, F.typeOf(op.results[0]).element) + (isOfLane(op) ? LaneCall : 0);
        Total.bytes += 10;
        continue;
      }
      double uops = scalarUops(F, op);
      usage.uops += uops;
      usage.waiting += classOf(op.kind) == OpClass::Memory ? 0 : uops;
      Total.bytes += uops > 0 ? 5 : 0;
    }
    usage.nested += Latency(F, T, block).behindParts() + setConflicts(F, block);
  }

  /// A block that is loaded into the upper part of a register is no exchange of lanes.
  uint16_t portsOf(const Op &op, const Row &row) const {
    const Op *upper = op.kind == OpKind::Concat ? F.definitionOf(op.operands.back()) : nullptr;
    const bool isLoaded = upper && upper->kind == OpKind::Load && Uses[upper->results[0]] == 1;
    const Row *logic = isLoaded ? T.find(OpKind::Or, row.element, row.lanes) : nullptr;
    return row.ports | (logic ? logic->ports : 0);
  }

  /// The step of the loop whose body `block` is; 0 if it is none or not known.
  int64_t stepOf(BlockId block) const {
    for (const Op &op : F.ops)
      if (op.kind == OpKind::For && op.blocks[0] == block)
        return integerOf(F, op.operands[2]).value_or(0);
    return 0;
  }

  const Function &F;
  const Target &T;
  const std::vector<unsigned> &Uses; ///< of each value
  const LineCrossings &Crossings;
  const std::vector<bool> &Parts;      ///< of each op: an access does it
  const std::optional<double> Columns; ///< trips of every loop of unknown length; none: UnknownTrip, with any rest
  BlockCost Total;
  bool IsRepeated = false; ///< the block, or one around it
  struct Ended {
    double step; ///< of the loop
    double left; ///< of the columns
  };
  /// Counter values at which loops before have ended.
  std::map<ValueId, Ended> EndedAt;
};

} // namespace

bool isExit(const Function &code, const Op &branch) {
  const Block &left = code.blocks[branch.blocks[0]];
  const Op &yield = code.ops[left.ops.back()];
  const Op *stops = yield.operands.empty() ? nullptr : code.definitionOf(yield.operands[0]);
  return stops && stops->kind == OpKind::Constant && stops->intValue != 0 &&
         code.typeOf(yield.operands[0]) == VectorType::scalar(ScalarType::I1) &&
         llvm::all_of(left.ops, [&](OpId id) { return code.ops[id].blocks.empty(); });
}

bool isOfAnyLane(const Function &code, ValueId condition) {
  const Op *op = code.definitionOf(condition);
  return op && op->kind == OpKind::Reduce;
}

BlockCost costOf(const Function &code, BlockId block, bool repeats, const Target &target, double leastStep,
                 std::optional<double> columns) {
  const std::vector<unsigned> uses = useCounts(code);
  const std::vector<bool> parts = target.aie ? partsOfAccesses(code) : std::vector<bool>();
  return CostWalk(code, target, uses, LineCrossings(code, target), parts, columns).cost(block, repeats, leastStep);
}

} // namespace vecify
