// Each equation must read c*(i - i') + e == 0 for one common loop, so i' - i = e/c. With bounds that do not depend on
// other counters, every distance below the trip count is taken by some pair of instances, independently along each
// loop, so the answer is that of isl; where only a parameter's range would rule a distance out it is a superset.
#include "Uniform.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

static bool hasPlainBounds(const Nest &nest, const Occurrence &o) {
  const auto usesCounter = [&](const IndexExpr &bound) {
    return llvm::any_of(bound.symbols(), [&](SymbolId id) { return nest.symbols[id].kind == Symbol::Iterator; });
  };
  return llvm::none_of(
      o.loops, [&](LoopId id) { return usesCounter(nest.loops[id].lower) || usesCounter(nest.loops[id].upper); });
}

static bool neverRuns(const Nest &nest, const Occurrence &o) {
  return llvm::any_of(o.loops, [&](LoopId id) { return maxTripCount(nest, id) < 1; });
}

namespace {

/// c*(i - i') + e == 0.
struct SingleDistance {
  unsigned loop = 0; ///< position among the common loops from `shared` on
  int64_t coefficient = 0, constant = 0;
};

std::optional<SingleDistance> asSingleDistance(const Scop::Impl &scop, const IndexExpr &equation,
                                               llvm::ArrayRef<LoopId> loops) {
  SingleDistance result;
  result.constant = equation.constantTerm();
  for (unsigned k = 0; k < loops.size(); ++k) {
    const IndexExpr counter = IndexExpr::symbol(scop.nest.loops[loops[k]].iterator);
    if (!equation.uses(*counter.asSymbol()) || equation.degreeIn(*counter.asSymbol()) != 1)
      continue;
    const std::optional<int64_t> c = equation.coefficientOf(*counter.asSymbol()).asConstant();
    if (!c || !(equation == IndexExpr(*c) * (counter - scop.primed(loops[k])) + result.constant))
      return std::nullopt;
    result.loop = k;
    result.coefficient = *c;
    return result;
  }
  return std::nullopt;
}

} // namespace

std::optional<UniformDistances> uniformDistances(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b,
                                                 unsigned shared, const Conflict &conflict) {
  if (!conflict.inequalities.empty() || !hasPlainBounds(scop.nest, a) || !hasPlainBounds(scop.nest, b))
    return std::nullopt;
  const llvm::ArrayRef<LoopId> loops = llvm::ArrayRef(a.loops).take_front(commonLoops(a, b)).drop_front(shared);
  UniformDistances result;
  result.along.resize(loops.size());
  result.isEmpty = neverRuns(scop.nest, a) || neverRuns(scop.nest, b);
  for (const IndexExpr &equation : conflict.equations) {
    const std::optional<SingleDistance> single = asSingleDistance(scop, equation, loops);
    if (!single)
      return std::nullopt;
    std::optional<int64_t> &distance = result.along[single->loop];
    if (single->constant % single->coefficient != 0 ||
        (distance && *distance != single->constant / single->coefficient))
      result.isEmpty = true;
    else
      distance = single->constant / single->coefficient;
  }
  for (unsigned k = 0; k < loops.size(); ++k) {
    const int64_t trip = maxTripCount(scop.nest, loops[k]);
    if (trip <= 1 && !result.along[k])
      result.along[k] = 0;
    result.isEmpty |= result.along[k] && std::abs(*result.along[k]) >= trip;
  }
  return result;
}

} // namespace vecify
