#include "vecify/Plan/Explain.h"
#include "BlockCost.h"
#include "Iterations.h"
#include "vecify/Nest/Exits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

namespace vecify {

using llvm::StringRef;

/// What an op does, in the words of the sketch; empty for what costs nothing.
static std::string workOf(const Function &f, const Op &op, const Target &target) {
  const Row *row = target.find(f, op);
  if (!row || row->uops == 0)
    return "";
  switch (op.kind) {
  case OpKind::MaskedLoad:
    return "masked load";
  case OpKind::MaskedStore:
    return "masked store";
  case OpKind::LoadSplat:
  case OpKind::LoadRepeat:
    return "broadcast load";
  case OpKind::MulAddPairs:
  case OpKind::MulAddQuads:
  case OpKind::DotAccumulate:
    return "dot";
  case OpKind::ExtractSlice:
  case OpKind::Concat:
  case OpKind::Shuffle:
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Reverse:
    return "shuffle";
  case OpKind::Fms:
  case OpKind::Fnma:
  case OpKind::Fnms:
    return "fma";
  case OpKind::Constant:
  case OpKind::IndexValue:
    return "";
  default:
    if (isComparison(op.kind))
      return "compare";
    return textOf(op.kind).str();
  }
}

namespace {

/// What one step of a block does, loops and branches inside it aside.
struct Work {
  std::vector<std::pair<std::string, unsigned>> counts; ///< in the order in which they first occur
  double operations = 0, bytes = 0;
  std::map<uint16_t, double> ports;
  double uops = 0;

  std::string text() const {
    std::vector<std::string> words;
    for (const auto &[name, count] : counts)
      words.push_back(std::to_string(count) + " " + name);
    return llvm::join(words, ", ");
  }
};

class Sketch {
public:
  Sketch(const Function &f, const Target &target, double leastStep, StringRef indent, llvm::raw_ostream &os)
      : F(f), T(target), LeastStep(leastStep), Indent(indent), Os(os) {}

  void run() {
    block(F.body, 0);
    if (!F.coversAll)
      Os << Indent << "the source's loop does the rest\n";
    intensity();
  }

private:
  Work workOfBlock(BlockId block) const {
    Work work;
    addWork(block, work);
    return work;
  }

  /// What follows an exit goes straight on.
  void addWork(BlockId block, Work &work) const {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::If && isExit(F, op))
        addWork(op.blocks[1], work);
      const Row *row = T.find(F, op);
      if (!row)
        continue;
      work.uops += row->uops;
      if (row->ports)
        work.ports[row->ports] += row->portUses;
      count(op, work);
      const std::string name = workOf(F, op, T);
      if (name.empty())
        continue;
      const auto known = llvm::find_if(work.counts, [&](const auto &entry) { return entry.first == name; });
      if (known == work.counts.end())
        work.counts.push_back({name, 1});
      else
        ++known->second;
    }
  }

  /// Arithmetic and the bytes that it is done on.
  void count(const Op &op, Work &work) const {
    const VectorType &type = op.results.empty() ? F.typeOf(op.operands[0]) : F.typeOf(op.results[0]);
    if (classOf(op.kind) == OpClass::Memory) {
      work.bytes += op.kind == OpKind::LoadSplat    ? bytesOf(type.element)
                    : op.kind == OpKind::LoadRepeat ? 16
                                                    : type.bits() / 8.0;
      return;
    }
    static constexpr OpKind fused[] = {OpKind::Fma, OpKind::Fms, OpKind::Fnma, OpKind::Fnms};
    static constexpr OpKind moves[] = {OpKind::Select, OpKind::And, OpKind::Or,     OpKind::Xor,
                                       OpKind::AndNot, OpKind::Not, OpKind::FpFence};
    if (op.kind == OpKind::MulAddPairs || op.kind == OpKind::MulAddQuads || op.kind == OpKind::DotAccumulate)
      work.operations += 2.0 * F.typeOf(op.operands[0]).lanes();
    else if (llvm::is_contained(fused, op.kind))
      work.operations += 2.0 * type.lanes();
    else if (classOf(op.kind) == OpClass::Elementwise && !llvm::is_contained(moves, op.kind))
      work.operations += type.lanes();
  }

  static bool hasWork(const Function &f, BlockId block) {
    return llvm::any_of(f.blocks[block].ops, [&](OpId id) {
      const Op &op = f.ops[id];
      return classOf(op.kind) == OpClass::Memory ||
             llvm::any_of(op.blocks, [&](BlockId inner) { return hasWork(f, inner); });
    });
  }

  void block(BlockId id, unsigned depth) {
    for (OpId opId : F.blocks[id].ops) {
      const Op &op = F.ops[opId];
      if (op.kind == OpKind::For)
        loop(op, depth);
      else if (op.kind == OpKind::If && isExit(F, op))
        block(op.blocks[1], depth);
      else if (op.kind == OpKind::If)
        for (unsigned b = 0; b < 2; ++b)
          if (hasWork(F, op.blocks[b]))
            branch(op, b, depth);
    }
  }

  std::string margin(unsigned depth) const { return Indent.str() + std::string(2 * depth, ' '); }

  void branch(const Op &op, unsigned side, unsigned depth) {
    const Work work = workOfBlock(op.blocks[side]);
    std::string what = F.values[op.operands[0]].name;
    const bool isTail = what.empty() || what == "has_tail" || what == "has_rest" || llvm::isDigit(what.back());
    std::replace(what.begin(), what.end(), '_', ' ');
    Os << margin(depth)
       << (side == 1 ? "else"
           : isTail  ? "for what is left"
                     : "where it " + what)
       << (work.counts.empty() ? "" : ": ") << work.text() << "\n";
    block(op.blocks[side], depth + 1);
  }

  std::string boundText(ValueId v) const {
    if (std::optional<int64_t> constant = integerOf(F, v))
      return std::to_string(*constant);
    const std::string &name = F.values[v].name;
    if (const Op *op = F.definitionOf(v); op && op->kind == OpKind::IndexValue && (name.empty() || name == "k"))
      return op->index.print([&](SymbolId s) { return F.values[s].name; });
    return name.empty() ? "its end" : name;
  }

  void loop(const Op &op, unsigned depth) {
    const BlockId body = op.blocks[0];
    const Work work = workOfBlock(body);
    const std::string counter = F.values[F.blocks[body].arguments[0]].name;
    Os << margin(depth) << "for " << (counter.empty() ? F.counter : counter);
    const bool isCounted = integerOf(F, op.operands[1]).value_or(0) < Uncounted;
    if (isCounted)
      Os << " < " << boundText(op.operands[1]);
    if (op.mayStop)
      Os << (isCounted ? ", or" : "") << " until data ends it";
    if (std::optional<int64_t> step = integerOf(F, op.operands[2]); step && *step > 1)
      Os << ", " << *step << " at a time";
    Os << (work.counts.empty() ? "" : ": ") << work.text() << "\n";
    const bool isInnermost =
        llvm::none_of(F.blocks[body].ops, [&](OpId inner) { return F.ops[inner].kind == OpKind::For; });
    if (isInnermost) {
      const BlockCost cost = costOf(F, body, true, T, depth == 0 ? LeastStep : 1);
      const std::string what = limitText(work, cost) + (cost.lowersClock ? ", at a lower clock" : "");
      if (what != LastLimit)
        Os << margin(depth + 1) << llvm::formatv("{0:f1} cycles a step: {1}\n", cost.cycles, what);
      LastLimit = what;
      if (work.operations > Hottest.operations) {
        Hottest = work;
        HottestCycles = cost.cycles;
      }
    }
    block(body, depth + 1);
  }

  /// What bounds one step, in numbers that can be checked by hand.
  std::string limitText(const Work &work, const BlockCost &cost) const {
    switch (cost.limit) {
    case Limit::Spills:
      return std::to_string(cost.liveRegisters) + " values want one of " + std::to_string(T.vectorRegisters) +
             " registers";
    case Limit::LoopsInside:
      return "what its loops and branches take";
    case Limit::Latency:
      return "a value is carried from one step to the next, and each waits for the one before";
    case Limit::Masks:
      return "loads wait for what has just been stored under a mask";
    case Limit::Window:
      return "operations wait in a long chain, and no more than " + std::to_string(T.window) + " may wait at once";
    case Limit::Issue:
      return llvm::formatv("{0:f1} micro-ops, of which {1:f0} begin in a cycle", cost.uops, T.issueWidth);
    case Limit::Ports:
      return portText(work);
    default:
      return "a step takes that long, however short";
    }
  }

  /// The ports that have most to do: "6.0 cycles of work on each of p0 p1".
  std::string portText(const Work &work) const {
    std::vector<uint16_t> sets = {0};
    for (const auto &[mask, uses] : work.ports)
      for (size_t s = 0, count = sets.size(); s < count && sets.size() < 512; ++s)
        if (!llvm::is_contained(sets, uint16_t(sets[s] | mask)))
          sets.push_back(sets[s] | mask);
    double worst = 0;
    uint16_t busiest = 0;
    for (uint16_t set : llvm::drop_begin(sets)) {
      double load = 0;
      for (const auto &[mask, uses] : work.ports)
        load += (mask & ~set) == 0 ? uses : 0;
      load /= __builtin_popcount(set);
      if (load <= worst)
        continue;
      worst = load;
      busiest = set;
    }
    std::vector<std::string> names;
    for (unsigned p = 0; p < T.portNames.size(); ++p)
      if (busiest >> p & 1)
        names.push_back(T.portNames[p]);
    return llvm::formatv("{0:f1} cycles of work {1} {2}", worst, names.size() > 1 ? "on each of the ports" : "on port",
                         llvm::join(names, ", "));
  }

  /// Of the innermost loop that computes most, and how far down the memory may lie for it.
  void intensity() {
    if (Hottest.operations == 0 || Hottest.bytes == 0)
      return;
    Os << Indent
       << llvm::formatv("{0:f0} operations on {1:f0} bytes a step, {2:f2} per byte; ", Hottest.operations,
                        Hottest.bytes, Hottest.operations / Hottest.bytes);
    static constexpr const char *names[] = {"L1", "L2", "L3", "DRAM"};
    for (size_t level = 0; level < T.caches.size() && level < std::size(names); ++level) {
      const double cycles = Hottest.bytes / T.caches[level].bytesPerCycle;
      if (cycles <= HottestCycles)
        continue;
      Os << llvm::formatv("bytes that come from {0} take longer: {1:f1} cycles\n", names[level], cycles);
      return;
    }
    Os << "even from DRAM they come in time\n";
  }

  const Function &F;
  const Target &T;
  const double LeastStep;
  const StringRef Indent;
  llvm::raw_ostream &Os;
  std::string LastLimit;
  Work Hottest;
  double HottestCycles = 0;
};

} // namespace

void explainLoops(const Plan &plan, const Target &target, StringRef indent, llvm::raw_ostream &os) {
  if (plan.code)
    Sketch(*plan.code, target, plan.cost.leastStep, indent, os).run();
}

/// Why `plan` is not the chosen one.
static std::string whyNot(const Plan &plan, const Plan &best, bool pinned) {
  const double slower = 100 * (plan.cost.price / best.cost.price - 1);
  if (pinned && slower <= 0)
    return "cheaper by the model, not by the clock";
  if (slower > 4)
    return llvm::formatv("{0:f0} % slower over all trip counts", slower);
  if (plan.cost.perIteration > 1.08 * best.cost.perIteration)
    return llvm::formatv("{0:f0} % slower once it runs", 100 * (plan.cost.perIteration / best.cost.perIteration - 1));
  if (const double most = plan.cost.mostOver(best.cost); most > 1.25)
    return llvm::formatv("as fast on the whole, but {0:f0} % slower at some trip counts", 100 * (most - 1));
  if (plan.cost.bytes > best.cost.bytes)
    return llvm::formatv("as fast within 4 %, but {0} bytes more code", plan.cost.bytes - best.cost.bytes);
  return "as fast";
}

void explainRunnersUp(const Candidates &candidates, bool pinned, StringRef indent, llvm::raw_ostream &os) {
  std::vector<const Plan *> others;
  for (const Plan &plan : candidates.plans)
    if (plan.code && &plan != &candidates.best())
      others.push_back(&plan);
  llvm::stable_sort(others, [](const Plan *a, const Plan *b) { return a->cost.price < b->cost.price; });
  if (others.size() > 3)
    others.resize(3);
  for (const Plan *plan : others)
    os << indent
       << llvm::formatv("runner-up {0}, {1:f2} cycles: {2}\n", plan->summary, plan->cost.price,
                        whyNot(*plan, candidates.best(), pinned));
}

} // namespace vecify
