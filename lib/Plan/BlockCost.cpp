// Ports, issue slots, latency carried in registers and through memory, and registers of a block.
#include "BlockCost.h"
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
    double latency = repeats ? carriedLatency(block) : 0;
    if (step != 0)
      latency = std::max(latency, latencyThroughMemory(block, step));
    const double held = repeats ? heldUpByMasks(block) : 0;
    double loop = !repeats ? 0 : touchesVectors(block) ? leastStep : 1;
    const double window = IsRepeated && usage.nested == 0 ? windowBound(block, usage.waiting) : 0;
    unsigned live = liveVectors(block);
    Total.liveRegisters = std::max(Total.liveRegisters, live);
    double spills = live > T.vectorRegisters ? live - T.vectorRegisters : 0;
    Total.lowersClock = T.widestSlowdown > 1 && lowersClock(block);
    Total.cycles =
        (powerMean({issue, port, latency, held, window, loop}) + spills) * (Total.lowersClock ? T.widestSlowdown : 1) +
        usage.nested;
    Total.uops = usage.uops;
    double most = std::max({issue, port, latency, held, window, loop});
    Total.limit = usage.nested > most + spills ? "loops inside"
                  : spills > 0                 ? "spills"
                  : most == latency            ? "latency"
                  : most == held               ? "masks"
                  : most == window             ? "window"
                  : most == port               ? "ports"
                  : most == issue              ? "issue"
                                               : "loop";
    return Total;
  }

private:
  bool touchesVectors(BlockId block) const {
    return llvm::any_of(F.blocks[block].ops, [&](OpId id) {
      const Op &op = F.ops[id];
      return (!op.results.empty() && isVectorValue(op.results[0])) ||
             (op.kind == OpKind::Store && isVectorValue(op.operands[0]));
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

  bool isConstant(ValueId v) const {
    const Op *op = F.definitionOf(v);
    return op && (op->kind == OpKind::Constant || (op->kind == OpKind::IndexValue && op->index.asConstant()));
  }

  double scalarUops(const Op &op) const {
    switch (op.kind) {
    case OpKind::Constant:
    case OpKind::IndexValue:
    case OpKind::Bitcast:
    case OpKind::FpFence:
    case OpKind::Yield:
    case OpKind::Return:
      return 0;
    case OpKind::Div:
    case OpKind::Rem:
      // By a constant it is a product and shifts.
      if (isInteger(F.typeOf(op.results[0]).element) && isConstant(op.operands[1]))
        return op.kind == OpKind::Div ? 3 : 5;
      return 6;
    case OpKind::Sqrt:
      return 6;
    case OpKind::Min:
    case OpKind::Max:
    case OpKind::Select:
    case OpKind::Abs:
      return 2;
    case OpKind::Cast: {
      const ScalarType from = F.typeOf(op.operands[0]).element, to = F.typeOf(op.results[0]).element;
      if (isFloat(from) != isFloat(to))
        return 1.5;
      // A register's lower part, or the same bits.
      return isInteger(from) && bitsOf(from) >= bitsOf(to) ? 0 : 0.5;
    }
    default:
      return 1;
    }
  }

  double latencyOf(const Op &op) const {
    if (const Row *row = T.find(F, op))
      return row->latency;
    if (op.results.empty())
      return 0;
    const VectorType &type = F.typeOf(op.results[0]);
    if (op.kind == OpKind::TransferRead)
      return 5;
    if (op.kind == OpKind::Div || op.kind == OpKind::Sqrt)
      return scalarUops(op) < 6 ? 6 : 14;
    return scalarUops(op) == 0 ? 0 : isFloat(type.element) ? 4 : 1;
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
      Total.liveRegisters = std::max(Total.liveRegisters, liveVectors(op.blocks[1]));
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
        if (classOf(op.kind) != OpClass::Memory)
          usage.waiting += row->uops;
        continue;
      }
      if (op.kind == OpKind::MathCall) {
        usage.nested += libmCycles(op.function, F.typeOf(op.results[0]).element) + (isOfLane(op) ? LaneCall : 0);
        Total.bytes += 10;
        continue;
      }
      double uops = scalarUops(op);
      usage.uops += uops;
      usage.waiting += classOf(op.kind) == OpClass::Memory ? 0 : uops;
      Total.bytes += uops > 0 ? 5 : 0;
    }
    usage.nested += Blocked * blockedLoads(block) + setConflicts(F, block);
  }

  /// A block that is loaded into the upper part of a register is no exchange of lanes.
  uint16_t portsOf(const Op &op, const Row &row) const {
    const Op *upper = op.kind == OpKind::Concat ? F.definitionOf(op.operands.back()) : nullptr;
    const bool isLoaded = upper && upper->kind == OpKind::Load && Uses[upper->results[0]] == 1;
    const Row *logic = isLoaded ? T.find(OpKind::Or, row.element, row.lanes) : nullptr;
    return row.ports | (logic ? logic->ports : 0);
  }

  /// Cycles that a vector waits for some of whose bytes a store of less has just written, others aside.
  static constexpr double Blocked = 11;

  unsigned blockedLoads(BlockId block) const {
    struct Written {
      uint32_t array;
      IndexExpr address;
      int64_t bytes;
    };
    std::vector<Written> writes;
    unsigned count = 0;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      const bool isWrite = op.kind == OpKind::Store || op.kind == OpKind::TransferWrite;
      if ((!isWrite && op.kind != OpKind::Load) || (op.kind == OpKind::Load && writes.empty()))
        continue;
      const VectorType &type = F.typeOf(isWrite ? op.operands[0] : op.results[0]);
      const Written access{F.patterns[op.mem.pattern].array, F.byteAddress(op.mem),
                           type.lanes() * int64_t(bytesOf(type.element))};
      if (isWrite) {
        if (writes.size() < 64 && (op.kind == OpKind::Store || type.isScalar()))
          writes.push_back(access);
        continue;
      }
      count += llvm::any_of(writes, [&](const Written &write) {
        const std::optional<int64_t> behind =
            write.array == access.array ? (access.address - write.address).asConstant() : std::nullopt;
        return behind && *behind < write.bytes && -*behind < access.bytes &&
               !(*behind >= 0 && *behind + access.bytes <= write.bytes);
      });
    }
    return count;
  }

  /// The longest paths through the body from `start`, in cycles, to what depends on it.
  std::map<ValueId, double> pathsFrom(const Block &body, ValueId start) const {
    std::map<ValueId, double> reach = {{start, 0}};
    goThrough(body, reach);
    return reach;
  }

  void goThrough(const Block &body, std::map<ValueId, double> &reach) const {
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::If && isExit(F, op)) {
        const Block &goesOn = F.blocks[op.blocks[1]];
        goThrough(goesOn, reach);
        const Op &yield = F.ops[goesOn.ops.back()];
        for (unsigned r = 0; r < op.results.size(); ++r)
          if (auto it = reach.find(yield.operands[r]); it != reach.end())
            reach[op.results[r]] = it->second;
      }
      if (op.kind == OpKind::For || op.kind == OpKind::If)
        continue;
      double from = -1;
      for (ValueId v : op.operands)
        if (auto it = reach.find(v); it != reach.end())
          from = std::max(from, it->second);
      if (from < 0)
        continue;
      for (ValueId r : op.results)
        reach[r] = from + latencyOf(op);
    }
  }

  /// The longest path from a carried value at the top of the body to its next value.
  double carriedLatency(BlockId block) const {
    const Block &body = F.blocks[block];
    double worst = 0;
    const Op *yield = body.ops.empty() ? nullptr : &F.ops[body.ops.back()];
    if (!yield || yield->kind != OpKind::Yield)
      return 0;
    for (unsigned c = 0; c < yield->operands.size() && c + 1 < body.arguments.size(); ++c) {
      const std::map<ValueId, double> reach = pathsFrom(body, body.arguments[c + 1]);
      if (auto it = reach.find(yield->operands[c]); it != reach.end())
        worst = std::max(worst, it->second);
    }
    return worst;
  }

  /// Steps that follow each other overlap as far as the core can hold what waits in them: a long chain of operations
  /// takes its latency, shared by the steps that wait at once.
  double windowBound(BlockId block, double waiting) const {
    if (T.window == 0)
      return 0;
    std::map<ValueId, double> ready;
    double depth = 0;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      double from = 0;
      for (ValueId v : op.operands)
        if (auto it = ready.find(v); it != ready.end())
          from = std::max(from, it->second);
      for (ValueId r : op.results)
        depth = std::max(depth, ready[r] = from + latencyOf(op));
    }
    return depth * waiting / T.window;
  }

  /// From a store's operand to the result of a load of the same bytes.
  static constexpr double StoreForward = 6; // cycles, Golden Cove
  /// Dependences over more iterations than these hold up nobody.
  static constexpr int64_t FarthestIteration = 8;

  /// The longest path from what an iteration reads to what a later one reads of it, by the iterations between.
  double latencyThroughMemory(BlockId block, int64_t step) const {
    const Block &body = F.blocks[block];
    std::vector<const Op *> reads, writes;
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::Load || op.kind == OpKind::TransferRead)
        reads.push_back(&op);
      else if (op.kind == OpKind::Store || op.kind == OpKind::TransferWrite)
        writes.push_back(&op);
    }
    double worst = 0;
    if (reads.size() * writes.size() > 2000)
      return worst;
    for (const Op *read : reads) {
      if (!read->mem.indirectSubs.empty())
        continue;
      const IndexExpr from = F.byteAddress(read->mem);
      const IndexExpr stride = from.substitute(body.arguments[0], IndexExpr::symbol(body.arguments[0]) + step) - from;
      if (stride.isZero())
        continue;
      std::optional<std::map<ValueId, double>> reach;
      for (const Op *write : writes) {
        if (!write->mem.indirectSubs.empty() ||
            F.patterns[write->mem.pattern].array != F.patterns[read->mem.pattern].array ||
            !(F.typeOf(write->operands[0]) == F.typeOf(read->results[0])))
          continue;
        const IndexExpr gap = F.byteAddress(write->mem) - from;
        const std::optional<int64_t> bytesBetween = gap.asConstant(), bytesAStep = stride.asConstant();
        const int64_t bytes = F.typeOf(read->results[0]).bits() / 8;
        for (int64_t later = 1; later <= FarthestIteration; ++later) {
          const bool isSame = gap == stride * later;
          const bool meets = bytesBetween && bytesAStep && std::abs(*bytesBetween - *bytesAStep * later) < bytes;
          if (!isSame && !meets)
            continue;
          if (!reach)
            reach = pathsFrom(body, read->results[0]);
          const auto it = reach->find(write->operands[0]);
          if (it == reach->end())
            break;
          // Compilers keep the scalar of one iteration in a register.
          const bool isKept = later == 1 && F.typeOf(read->results[0]).isScalar();
          const double forwarded = !isSame ? StoreForwardStall : isKept ? 0 : StoreForward;
          worst = std::max(worst, (it->second + forwarded) / double(later));
          break;
        }
      }
    }
    return worst;
  }

  /// Loads of what a masked store has left just before in the same iteration, which wait until that has left the
  /// pipeline, while others go on.
  double heldUpByMasks(BlockId block) const {
    double held = 0;
    std::vector<const Op *> masked;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      const bool isRead = op.kind == OpKind::Load || op.kind == OpKind::MaskedLoad;
      if (!isRead && op.kind != OpKind::MaskedStore)
        continue;
      const IndexExpr place = F.byteAddress(op.mem);
      const auto isThere = [&](const Op *other) {
        const std::optional<int64_t> gap = (F.byteAddress(other->mem) - place).asConstant();
        return gap && std::abs(*gap) < int64_t(F.typeOf(other->operands[0]).bits() / 8) &&
               F.patterns[other->mem.pattern].array == F.patterns[op.mem.pattern].array;
      };
      if (isRead && masked.size() < 32)
        held += llvm::any_of(masked, isThere) ? StoreForwardStall / 2 : 0;
      else if (!isRead)
        masked.push_back(&op);
    }
    return held;
  }

  /// The step of the loop whose body `block` is; 0 if it is none or not known.
  int64_t stepOf(BlockId block) const {
    for (const Op &op : F.ops)
      if (op.kind == OpKind::For && op.blocks[0] == block)
        return integerOf(F, op.operands[2]).value_or(0);
    return 0;
  }

  bool isVectorValue(ValueId v) const {
    const VectorType &type = F.typeOf(v);
    return type.rank() > 0 && !(type.element == ScalarType::I1);
  }

  /// Vector registers alive at once, in the order of the ops; what comes from outside stays alive throughout.
  /// A load with a single use becomes a memory operand and needs none.
  unsigned liveVectors(BlockId block) const {
    const Block &body = F.blocks[block];
    std::map<ValueId, unsigned> lastUse;
    std::map<ValueId, bool> inside;
    for (ValueId v : body.arguments)
      inside[v] = true;
    for (unsigned i = 0; i < body.ops.size(); ++i) {
      const Op &op = F.ops[body.ops[i]];
      for (ValueId v : op.operands)
        if (isVectorValue(v))
          lastUse[v] = i;
      for (ValueId r : op.results)
        inside[r] = true;
    }
    unsigned outside = 0;
    for (const auto &[v, last] : lastUse)
      if (!inside.count(v)) {
        const Op *d = F.definitionOf(v);
        outside += !(d && d->kind == OpKind::Constant && Uses[v] == 1);
      }
    unsigned live = 0, most = 0;
    for (ValueId v : body.arguments)
      live += isVectorValue(v) && lastUse.count(v);
    for (unsigned i = 0; i < body.ops.size(); ++i) {
      const Op &op = F.ops[body.ops[i]];
      // A fence's result is in its operand's register.
      for (ValueId r : op.results)
        live += isVectorValue(r) && lastUse.count(r) && op.kind != OpKind::FpFence &&
                !(op.kind == OpKind::Load && Uses[r] == 1);
      most = std::max(most, live);
      llvm::SmallVector<ValueId, 4> seen;
      for (ValueId v : op.operands) {
        if (!isVectorValue(v) || llvm::is_contained(seen, v) || !inside.count(v) || lastUse[v] != i ||
            op.kind == OpKind::FpFence)
          continue;
        seen.push_back(v);
        const Op *d = F.definitionOf(v);
        if (!(d && d->kind == OpKind::Load && Uses[v] == 1))
          live -= live > 0;
      }
    }
    return most + outside;
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

/// A bound as a polynomial; of one that keeps a loop from running backward or ends it with its block, what it is if the
/// loop runs and the block is whole.
static IndexExpr boundOf(const Function &code, ValueId bound) {
  const Op *op = code.definitionOf(bound);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.substituteAll([&](SymbolId s) { return boundOf(code, s); });
  if (op && op->kind == OpKind::Constant)
    return IndexExpr(op->intValue);
  if (op && (op->kind == OpKind::Max || op->kind == OpKind::Select))
    return boundOf(code, op->operands[1]);
  if (op && op->kind == OpKind::Min)
    return boundOf(code, op->operands[0]);
  if (op && (op->kind == OpKind::And || op->kind == OpKind::Rem)) {
    const std::optional<int64_t> count = boundOf(code, op->operands[0]).asConstant();
    const std::optional<int64_t> size = boundOf(code, op->operands[1]).asConstant();
    if (count && size && *size != 0)
      return IndexExpr(op->kind == OpKind::And ? *count & *size : *count % *size);
  }
  return IndexExpr::symbol(bound);
}

std::optional<int64_t> iterationsBetween(const Function &code, ValueId from, ValueId to) {
  constexpr int64_t endless = int64_t(1) << 30;
  const std::optional<int64_t> count = (boundOf(code, to) - boundOf(code, from)).asConstant();
  return count && *count < endless ? count : std::nullopt;
}

/// What the integer is at most, going by its params. Infinite where nothing is said of them.
static double likelyMost(const Function &code, ValueId scalar);
static double likelyMost(const Function &code, const IndexExpr &expr) {
  double most = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    double product = double(term.coefficient);
    for (SymbolId s : term.symbols)
      product = product < 0 ? 0 : product * likelyMost(code, s);
    most += product;
  }
  return most;
}

static double likelyMost(const Function &code, ValueId scalar) {
  const Op *op = code.definitionOf(scalar);
  if (op && op->kind == OpKind::IndexValue)
    return likelyMost(code, op->index);
  if (op && op->kind == OpKind::And)
    return likelyMost(code, op->operands[0]);
  if (op && (op->kind == OpKind::Max || op->kind == OpKind::Select))
    return likelyMost(code, op->operands[1]);
  const auto parameter = llvm::find_if(code.parameters, [&](const Parameter &p) { return p.value == scalar; });
  const bool isKnown = parameter != code.parameters.end() && parameter->likelyMost != INT64_MAX;
  return isKnown ? double(parameter->likelyMost) : INFINITY;
}

/// Of the counter of a loop whose bounds are constants, what it is in the middle.
static std::optional<double> middleOf(const Function &code, ValueId counter) {
  for (const Op &op : code.ops)
    if (op.kind == OpKind::For && code.blocks[op.blocks[0]].arguments[0] == counter) {
      const std::optional<int64_t> from = boundOf(code, op.operands[0]).asConstant(),
                                   to = boundOf(code, op.operands[1]).asConstant();
      return from && to ? std::optional((double(*from) + double(*to) - 1) / 2) : std::nullopt;
    }
  return std::nullopt;
}

/// Bounds that move with such counters only: j from 8*t to 8*t + r.
static std::optional<double> meanBetween(const Function &code, ValueId from, ValueId to) {
  const IndexExpr distance = boundOf(code, to) - boundOf(code, from);
  double mean = 0;
  for (const IndexExpr::Term &term : distance.terms()) {
    double product = double(term.coefficient);
    for (SymbolId symbol : term.symbols) {
      const std::optional<double> middle = middleOf(code, symbol);
      if (!middle)
        return std::nullopt;
      product *= *middle;
    }
    mean += product;
  }
  return std::max(0.0, mean);
}

double expectedBetween(const Function &code, ValueId from, ValueId to) {
  if (const std::optional<double> mean = meanBetween(code, from, to))
    return std::min(*mean, UnknownTrip);
  return std::clamp(likelyMost(code, to) - double(integerOf(code, from).value_or(0)), 1.0, UnknownTrip);
}

std::optional<int64_t> integerOf(const Function &code, ValueId scalar) {
  const Op *op = code.definitionOf(scalar);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.asConstant();
  if (op && op->kind == OpKind::Constant)
    return op->intValue;
  return std::nullopt;
}

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
