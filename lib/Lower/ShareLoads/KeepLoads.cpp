// Step: loads with several uses stay in their registers.
//
//     %b  = load B[..]              %b  = load B[..]
//     %s0 = fma %a0, %b, ..         %k  = fp_fence %b
//     %s1 = fma %a1, %b, ..   ->    %s0 = fma %a0, %k, ..
//                                   %s1 = fma %a1, %k, ..
//
// Tuned for some CPUs, gcc 12 reads what an instruction needs from memory, as often as that is, rather than keep it in
// a register, unless a store comes between. A tile of 4 rows then loads each vector of its panel four times: 82 instead
// of 114 GFLOP/s on a Zen 4. Loads are fenced where the busiest ports would get more to do.
#include "../Edit.h"
#include "../Steps.h"
#include "vecify/Target/Ports.h"

namespace vecify {

namespace {

/// What is used more often gcc keeps in a register by itself.
constexpr unsigned MostRead = 4;

class KeptLoads {
public:
  KeptLoads(const Function &function, const Target &target) : F(function), T(target), Crossings(function, target) {}

  std::set<ValueId> find() {
    for (const Op &op : F.ops)
      if (op.kind == OpKind::For)
        keepIn(F.blocks[op.blocks[0]]);
    return std::move(Kept);
  }

private:
  void keepIn(const Block &body) {
    if (llvm::any_of(body.ops, [&](OpId id) { return !F.ops[id].blocks.empty(); }))
      return;
    const std::map<ValueId, unsigned> times = timesRead(body);
    PortLoad once, again;
    std::set<ValueId> loads;
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      const Row *row = T.find(F, op);
      if (!row)
        continue;
      const bool isLoad = op.kind == OpKind::Load;
      const double slots = row->portUses * (1 + (isLoad ? Crossings.of(op) : 0));
      const auto read = isLoad ? times.find(op.results[0]) : times.end();
      const bool isReadAgain = read != times.end() && read->second > 1 && read->second <= MostRead;
      once.add(row->ports, slots);
      again.add(row->ports, slots * (isReadAgain ? read->second : 1));
      if (isReadAgain)
        loads.insert(op.results[0]);
    }
    constexpr double clearly = 1.1;
    if (again.busiest() > clearly * once.busiest())
      Kept.merge(loads);
  }

  /// How many instructions of the block read each vector that it loads; too many where one of them comes behind a
  /// store, for then it has to stay in its register.
  std::map<ValueId, unsigned> timesRead(const Block &body) const {
    std::map<ValueId, unsigned> times;
    std::set<ValueId> unchanged; // in memory, since it was loaded
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      if (isMemoryWrite(op.kind)) {
        unchanged.clear();
        continue;
      }
      for (ValueId v : std::set<ValueId>(op.operands.begin(), op.operands.end()))
        if (const auto read = times.find(v); read != times.end())
          read->second += unchanged.count(v) ? 1 : MostRead;
      if (op.kind == OpKind::Load && !F.typeOf(op.results[0]).isScalar()) {
        times[op.results[0]] = 0;
        unchanged.insert(op.results[0]);
      }
    }
    return times;
  }

  const Function &F;
  const Target &T;
  LineCrossings Crossings;
  std::set<ValueId> Kept;
};

} // namespace

llvm::Expected<Function> keepLoads(const Function &f, const Target &target, const LowerOptions &) {
  if (!target.readsAgain)
    return f;
  Function result = f;
  fence(result, KeptLoads(f, target).find());
  return std::move(result);
}

} // namespace vecify
