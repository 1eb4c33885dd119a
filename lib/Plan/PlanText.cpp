// How plans are called, in comments, remarks and --print=plans.
#include "PlanText.h"
#include "Strips.h"
#include "TimeTiles.h"
#include "Wave.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <string>

namespace vecify {

llvm::StringRef textOf(Tail tail) {
  switch (tail) {
  case Tail::Epilogue:
    return "epilogue";
  case Tail::Mask:
    return "masked tail";
  case Tail::Halves:
    return "halved tail";
  case Tail::Overlap:
    return "overlapped tail";
  case Tail::None:
    return "no tail";
  }
  llvm_unreachable("tail");
}

llvm::StringRef textOf(Limit limit) {
  switch (limit) {
  case Limit::Unknown:
    return "";
  case Limit::Ports:
    return "ports";
  case Limit::Issue:
    return "issue";
  case Limit::Latency:
    return "latency";
  case Limit::Masks:
    return "masks";
  case Limit::Window:
    return "window";
  case Limit::Step:
    return "loop";
  case Limit::Spills:
    return "spills";
  case Limit::LoopsInside:
    return "loops inside";
  case Limit::Memory:
    return "memory";
  case Limit::Arithmetic:
    return "arithmetic";
  case Limit::SharedMemory:
    return "shared memory";
  }
  llvm_unreachable("limit");
}

/// Of loops that stand in another order than in the source.
static std::string orderOf(const Nest &nest) {
  std::string text = "order ";
  for (const Loop &loop : nest.loops)
    text += (&loop == &nest.loops[0] ? "" : ", ") + loop.name;
  return text + "; ";
}

/// "time tiles of 8 t x 16 i x 512 j, ".
static std::string timeTilesText(const Nest &nest, const TimeTiles &time) {
  std::string text = "time tiles of " + std::to_string(time.steps) + " " + nest.root().name;
  for (size_t d = 0; d < time.sizes.size(); ++d)
    for (const TimeTiling::Part &part : time.tiling.parts)
      if (part.loops[d] != NoId) {
        text += " x " + std::to_string(time.sizes[d]) + " " + nest.loops[part.loops[d]].name;
        break;
      }
  return text + ", ";
}

/// "strips of 256, 2 of 3 loops in ".
static std::string stripsText(const Strips &strips) {
  const std::vector<Distribution::Part> &parts = strips.distribution.parts;
  const auto withLanes = llvm::count_if(parts, [](const Distribution::Part &part) { return part.hasLanes; });
  if (parts.size() == 1)
    return "";
  return "strips of " + std::to_string(strips.size) + ", " + std::to_string(withLanes) + " of " +
         std::to_string(parts.size()) + " loops in ";
}

/// Of a tile whose lanes' loop runs so many times that whole vectors do it all.
static bool fillsVectors(const Nest &nest, const Plan &plan) {
  const std::optional<int64_t> count =
      plan.isTiled() && plan.tiles.size() == 1 ? nest.tripCount(plan.tiles[0].lanes).asConstant() : std::nullopt;
  return count && *count % int64_t(plan.lanes * plan.unroll) == 0;
}

std::string summarize(const Nest &nest, const Plan &plan) {
  if (const std::optional<BlockPlan> &blocks = plan.blocks)
    return std::to_string(blocks->down) + " x " + std::to_string(blocks->across) + " blocks of " +
           std::to_string(blocks->r) + " x " + std::to_string(blocks->t) + ", " + std::to_string(blocks->s) +
           " products deep; the matrices lie in blocks";
  if (plan.wave)
    return nest.root().name + ": " + std::to_string(plan.rows) + " rows, each " + std::to_string(plan.wave->skew) +
           " " + nest.loops[1].name + " behind the one before";
  const Tile tile = plan.isTiled() ? plan.tiles[0] : Tile{0, NoId};
  std::string text = nest.loops[tile.lanes].name + ": " + (plan.strips ? stripsText(*plan.strips) : "") +
                     std::to_string(plan.lanes * plan.unroll) + " lanes";
  if (tile.rows != NoId)
    text =
        nest.loops[tile.rows].name + ": " + std::to_string(plan.rows) + (plan.rows == 1 ? " row, " : " rows, ") + text;
  if (plan.unroll > 1)
    text += " (" + std::to_string(plan.unroll) + " x " + std::to_string(plan.lanes) + ")";
  if (plan.group > 1)
    text += ", dots of " + std::to_string(plan.group);
  if (plan.blocking.depth != 0)
    text += ", blocks of " + std::to_string(plan.blocking.columns) + " x " + std::to_string(plan.blocking.depth);
  if (plan.time)
    text = timeTilesText(nest, *plan.time) + text;
  if (nest.rolled != 1)
    text = std::to_string(nest.rolled) + " copies rolled up; " + text;
  if (nest.writtenOut) {
    const std::string count = std::to_string(nest.writtenOut->count);
    text =
        (plan.isTiled() ? "blocks of " + count + " " + nest.root().name : count + " iterations in one") + "; " + text;
  }
  if (!nest.splitLoops.empty())
    text = nest.splitLoops + "; " + text;
  if (fillsVectors(nest, plan))
    return (nest.reordered ? orderOf(nest) : "") + text + ", " + textOf(Tail::None).str();
  return (nest.reordered ? orderOf(nest) : "") + text + ", " + textOf(plan.tail).str() +
         (plan.hasNarrowTail() ? " of " + std::to_string(plan.leastLanes) : "") + (plan.skips ? ", skips" : "") +
         (plan.aligned != NoId ? ", aligned" : "");
}

static void printPlan(const Plan &plan, unsigned count, const Target &target, const Nest &nest, llvm::raw_ostream &os) {
  os << "plan " << plan.number << " of " << count << "  " << target.name << "  line " << nest.loc().line << "  "
     << plan.summary;
  if (plan.declined) {
    os << "\n  declined: " << llvm::toString(decline(plan.declined->loc, plan.declined->reason, plan.declined->args))
       << "\n";
    return;
  }
  os << llvm::format("  %.3f cycles per iteration\n", plan.cost.price);
  if (plan.leaveAlone)
    return;
  os << llvm::format("  %.3f in the main loop, limited by %s; %u of %u registers; about %u bytes\n",
                     plan.cost.perIteration, textOf(plan.cost.limit).data(), plan.cost.liveRegisters,
                     target.vectorRegisters, plan.cost.bytes);
}

void print(const Candidates &candidates, const Nest &nest, const Target &target, llvm::raw_ostream &os) {
  const unsigned count = candidates.plans.back().number + 1;
  os << "chosen ";
  printPlan(candidates.best(), count, target, nest, os);
  for (const Plan &plan : candidates.plans)
    if (plan.number != candidates.best().number)
      printPlan(plan, count, target, nest, os);
}

} // namespace vecify
