// Prices, and what a model cannot tell apart.
#include "Rank.h"
#include "vecify/Nest/Exposed.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace vecify {

bool isSameVector(const Plan &a, const Plan &b) {
  if (a.blocks || b.blocks || a.isRescheduled() != b.isRescheduled())
    return false;
  return a.lanes == b.lanes && a.registerBits == b.registerBits && a.isTiled() == b.isTiled() &&
         a.wave.has_value() == b.wave.has_value() && a.variant == b.variant && a.rows == b.rows && a.group == b.group &&
         a.blocking.depth == b.blocking.depth;
}
bool isSameWidth(const Plan &a, const Plan &b) { return isSameVector(a, b) && a.unroll == b.unroll; }

void dropSlowerLaneSums(const Nest &nest, llvm::ArrayRef<Plan> plans, llvm::ArrayRef<Variant> variants,
                        std::vector<unsigned> &built) {
  double Cost::*const figure = nest.tripCount(0).asConstant() ? &Cost::price : &Cost::perIteration;
  const auto sumsUp = [&](unsigned p) {
    return llvm::any_of(plans[p].tiles,
                        [&](const Tile &tile) { return handsOnScalars(variants[plans[p].variant].nest, tile.lanes); });
  };
  double fastest = INFINITY; // of the others
  for (unsigned p : built)
    if (!sumsUp(p))
      fastest = std::min(fastest, plans[p].cost.*figure);
  llvm::erase_if(built, [&](unsigned p) { return sumsUp(p) && plans[p].cost.*figure >= fastest; });
}

/// Of as many vectors a step, which are wider, about as fast, and take clearly fewer micro-operations. Those of 512
/// bits are two to some CPUs.
static bool isLessWork(const Plan &plan, const Plan &than) {
  constexpr double clearly = 0.75;
  return plan.variant == than.variant && plan.registerBits <= 256 && plan.unroll <= than.unroll &&
         plan.lanes > than.lanes && plan.cost.perIteration <= 1.08 * than.cost.perIteration &&
         plan.cost.uops < clearly * than.cost.uops;
}

unsigned Ranking::shortestOfBest() const {
  unsigned best =
      *llvm::min_element(built, [&](unsigned a, unsigned b) { return plans[a].cost.price < plans[b].cost.price; });
  const double price = plans[best].cost.price;
  auto isSamePrice = [&](unsigned p) { return plans[p].cost.price <= 1.04 * price; };
  auto isAboutThat = [&](unsigned p) { return plans[p].cost.price <= 1.08 * price; };
  // Rows end before a wide step has paid.
  const double clearlyFaster = nest.source.depth > 0 ? 0.75 : 0.85, muchFaster = 0.6;
  const double once = plans[best].cost.perIteration;
  for (unsigned p : built)
    if (const double faster = plans[p].cost.perIteration / plans[best].cost.perIteration;
        (isSamePrice(p) && faster < clearlyFaster) ||
        (isAboutThat(p) && faster < 1 && plans[p].cost.perIteration < muchFaster * once))
      best = p;
  std::vector<unsigned> asGood = {best}; // also where a price is no number, 60 loops deep
  llvm::copy_if(built, std::back_inserter(asGood), [&](unsigned p) {
    return p != best && isSamePrice(p) && plans[p].cost.perIteration <= 1.08 * plans[best].cost.perIteration;
  });
  const auto regret = [&](unsigned p) {
    double most = 1;
    for (unsigned other : asGood)
      most = std::max(most, plans[p].cost.mostOver(plans[other].cost));
    return most;
  };
  constexpr double much = 2, clearlyLess = 1.5;
  const unsigned safest = *llvm::min_element(asGood, [&](unsigned a, unsigned b) { return regret(a) < regret(b); });
  if (nest.source.depth > 0 && regret(best) > std::max(much, clearlyLess * regret(safest)))
    best = safest;
  // Rows may be short, where a tail counts.
  const auto isAsGoodInRows = [&](unsigned p) {
    return !plans[best].isTiled() || plans[p].cost.inShortRows <= 1.05 * plans[best].cost.inShortRows;
  };
  unsigned chosen = best;
  for (unsigned p : asGood)
    if (plans[p].cost.mostOver(plans[best].cost) <= 1.25 && plans[p].cost.bytes < plans[chosen].cost.bytes &&
        isAsGoodInRows(p))
      chosen = p;
  // Another CPU has other ports: to most, clearly less work is the faster loop.
  const unsigned shortest = chosen;
  for (unsigned p : built)
    if (plans[p].cost.price <= 1.12 * price && isLessWork(plans[p], plans[shortest]) &&
        plans[p].cost.uops < plans[chosen].cost.uops &&
        (nest.source.depth == 0 || plans[p].cost.mostOver(plans[shortest].cost) <= 1.25))
      chosen = p;
  return chosen;
}

/// Rows one by one, which carry their sums from one to the next.
static bool carriesSums(const Plan &plan) { return plan.isTiled() && plan.tiles[0].rows == NoId; }

unsigned Ranking::forShortRows(unsigned best, const Target &target) const {
  constexpr double aboutAsFast = 1.15, clearly = 0.9;
  // Lanes that fill more than a register with ints are those of bytes and shorts: samples of pictures and sound.
  const auto mayBeOfBlocks = [&](const Plan &plan) { return plan.lanes > target.registerBits[0] / 32; };
  if (!mayBeOfBlocks(plans[best]))
    return best;
  const auto standsForIt = [&](const Plan &plan) {
    if (!mayBeOfBlocks(plan))
      return false;
    return isSameWidth(plan, plans[best]) ||
           (carriesSums(plan) && carriesSums(plans[best]) && plan.variant == plans[best].variant);
  };
  unsigned chosen = best;
  for (unsigned p : built)
    if (plans[best].isTiled() && standsForIt(plans[p]) && plans[p].cost.price <= aboutAsFast * plans[best].cost.price &&
        plans[p].cost.inShortRows < (chosen == best ? clearly : 1) * plans[chosen].cost.inShortRows)
      chosen = p;
  plans[chosen].cost.run = plans[best].cost.run;
  plans[chosen].cost.core = plans[best].cost.core;
  return chosen;
}

} // namespace vecify
