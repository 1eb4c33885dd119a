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
    PortLoad once, again;
    std::set<ValueId> loads;
    for (const auto &[load, times] : timesRead(body)) {
      const Row *row = T.find(F, F.ops[load]);
      if (!row || times < 2 || times > MostRead)
        continue;
      again.add(row->ports, row->portUses * (times - 1) * (1 + Crossings.of(F.ops[load])));
      loads.insert(F.ops[load].results[0]);
    }
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      const Row *row = T.find(F, op);
      if (!op.blocks.empty())
        return;
      if (!row)
        continue;
      const double slots = row->portUses * (1 + (op.kind == OpKind::Load ? Crossings.of(op) : 0));
      once.add(row->ports, slots);
      again.add(row->ports, slots);
    }
    constexpr double clearly = 1.1;
    if (again.busiest() > clearly * once.busiest())
      Kept.merge(loads);
  }

  /// The vectors that the block loads, and how many of its instructions read each of them before anything is stored.
  std::map<OpId, unsigned> timesRead(const Block &body) const {
    std::map<OpId, unsigned> times;
    std::map<OpId, unsigned> stored; // when each was loaded, and so far
    unsigned stores = 0;
    for (OpId id : body.ops) {
      const Op &op = F.ops[id];
      if (isMemoryWrite(op.kind)) {
        ++stores;
        continue;
      }
      const std::set<ValueId> operands(op.operands.begin(), op.operands.end());
      for (ValueId v : operands)
        if (const Op *load = F.definitionOf(v); load && stored.count(load->id))
          stored[load->id] == stores ? ++times[load->id] : times[load->id] = MostRead + 1;
      if (op.kind == OpKind::Load && !F.typeOf(op.results[0]).isScalar())
        stored[id] = stores;
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
