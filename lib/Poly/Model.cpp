// Domains and knowledge. Conditions of an `if` are left out: an access under one is a may-access, which can only add
// dependences.
#include "Model.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Ranges as wide as a type say nothing worth a row in every system.
static constexpr int64_t WideAsAType = INT32_MAX;

Scop::Impl::Impl(const Nest &nest, const PolyOptions &options)
    : nest(nest), options(options), context(options.maxOperations), instances(occurrences(nest)) {
  for (SymbolId id = 0; id < nest.symbols.size(); ++id) {
    const Symbol &symbol = nest.symbols[id];
    if (symbol.kind != Symbol::Param)
      continue;
    if (symbol.lo && std::abs(*symbol.lo) < WideAsAType)
      knowledge.push_back(IndexExpr::symbol(id) - *symbol.lo);
    if (symbol.hi && std::abs(*symbol.hi) < WideAsAType)
      knowledge.push_back(IndexExpr(*symbol.hi) - IndexExpr::symbol(id));
  }
  for (const IndexExpr &known : nest.known)
    if (!known.isPoisoned())
      knowledge.push_back(known);
  for (const Assumption &assumption : nest.assumptions)
    if (!assumption.expr.isPoisoned())
      knowledge.push_back(assumption.expr);
}

IndexExpr Scop::Impl::primed(LoopId loop) const {
  return IndexExpr::symbol(nest.loops[loop].iterator + SymbolId(nest.symbols.size()));
}

IndexExpr Scop::Impl::inSecond(const IndexExpr &expr, llvm::ArrayRef<LoopId> loops, unsigned shared) const {
  return expr.substituteAll([&](SymbolId id) {
    const Symbol &symbol = nest.symbols[id];
    if (symbol.kind == Symbol::Iterator && llvm::is_contained(loops.drop_front(shared), symbol.loop))
      return primed(symbol.loop);
    return IndexExpr::symbol(id);
  });
}

IndexExpr Scop::Impl::distanceAlong(LoopId loop) const {
  return primed(loop) - IndexExpr::symbol(nest.loops[loop].iterator);
}

void Scop::Impl::addDomains(LinearSystem &system, const Occurrence &a, const Occurrence &b, unsigned shared) const {
  for (LoopId id : a.loops) {
    const IndexExpr counter = IndexExpr::symbol(nest.loops[id].iterator);
    system.addInequality(counter - nest.loops[id].lower);
    system.addInequality(nest.loops[id].upper - 1 - counter);
  }
  for (LoopId id : llvm::drop_begin(b.loops, shared)) {
    system.addInequality(primed(id) - inSecond(nest.loops[id].lower, b.loops, shared));
    system.addInequality(inSecond(nest.loops[id].upper, b.loops, shared) - 1 - primed(id));
  }
}

/// Only what shares a symbol with the system, directly or through other knowledge, can decide it.
void Scop::Impl::addKnowledge(LinearSystem &system) const {
  if (knowledge.empty())
    return;
  llvm::SmallVector<SymbolId, 16> used;
  const auto note = [&](const IndexExpr &expr) { used.append(expr.symbols()); };
  llvm::for_each(system.equalities(), note);
  llvm::for_each(system.inequalities(), note);
  std::vector<bool> isAdded(knowledge.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < knowledge.size(); ++k) {
      if (isAdded[k] ||
          llvm::none_of(knowledge[k].symbols(), [&](SymbolId id) { return llvm::is_contained(used, id); }))
        continue;
      system.addInequality(knowledge[k]);
      note(knowledge[k]);
      isAdded[k] = changed = true;
    }
  }
}

Scop::Scop(std::unique_ptr<Impl> impl) : I(std::move(impl)) {}
Scop::Scop(Scop &&) = default;
Scop::~Scop() = default;

llvm::Expected<Scop> buildScop(const Nest &nest, const PolyOptions &options) {
  return Scop(std::make_unique<Scop::Impl>(nest, options));
}

} // namespace vecify
