// The polyhedral model of a nest: which instances of which accesses exist, as constraints on counters.
//
// An instance of an access is a value for each counter around it. A pair of instances (x, y) is written over one set
// of symbols: x uses the nest's own counters, y primed copies of them, except for outer loops whose counters are
// taken as equal - those are shared, and whatever depends on them alone cancels, also i*n.
#pragma once
#include "Context.h"
#include "LinearSystem.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Poly/Scop.h"

namespace vecify {

struct Scop::Impl {
  Impl(const Nest &nest, const PolyOptions &options);

  /// The counter of `loop` in the second instance.
  IndexExpr primed(LoopId loop) const;
  /// `expr` in the second instance: counters of `loops` beyond the first `shared` are primed.
  IndexExpr inSecond(const IndexExpr &expr, llvm::ArrayRef<LoopId> loops, unsigned shared) const;
  /// How much later the second instance runs `loop` than the first.
  IndexExpr distanceAlong(LoopId loop) const;
  /// Counters within their loops' bounds, for both instances.
  void addDomains(LinearSystem &system, const Occurrence &a, const Occurrence &b, unsigned shared) const;
  /// What is known of the parameters.
  void addKnowledge(LinearSystem &system) const;

  const Nest &nest;
  PolyOptions options;
  mutable Context context;
  std::vector<Occurrence> instances;
  /// Polynomials over the parameters that are >= 0 while the region runs.
  std::vector<IndexExpr> knowledge;
};

} // namespace vecify
