// a[i*n + j] against a[i'*n + j']:   n*(i - i') + (j - j') == 0.
//
// In general  s_0*D_0 + s_1*D_1 + ... + s_k*D_k == 0  with strides s_d = constant * product of parameters, each a
// multiple of the next, s_k = 1, and D_d linear. If |D_k| < s_{k-1} for all pairs of instances then D_k, a multiple of
// s_{k-1}, is zero; dividing by s_{k-1} the same argument gives D_{k-1} == 0, and so on. The inequalities also show
// that the strides are at least 1, so the last step gives D_0 == 0.
//
// A row with a border, a[i*(n + 1) + j], has a stride that is no product: there N = n + 1 stands for n first.
//
// Similar in purpose to Grosser et al., "Optimistic Delinearization of Parametrically Sized Arrays", ICS 2015, but
// proved rather than assumed.
#include "Delinearize.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

namespace vecify {
namespace {

using Monomial = llvm::SmallVector<SymbolId, 2>;

/// One dimension: its stride's parameters and constant, and the difference along it.
struct Dimension {
  Monomial params;
  int64_t factor = 1;
  IndexExpr difference;
};

IndexExpr product(const Monomial &monomial, int64_t factor) {
  IndexExpr result(factor);
  for (SymbolId id : monomial)
    result = result * IndexExpr::symbol(id);
  return result;
}

/// whole / part, where part divides it.
std::optional<Monomial> quotient(const Monomial &whole, const Monomial &part) {
  if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end()))
    return std::nullopt;
  Monomial rest;
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(rest));
  return rest;
}

bool isCounter(const Nest &nest, SymbolId id) {
  return id >= nest.symbols.size() || nest.symbols[id].kind == Symbol::Iterator;
}

Monomial paramsOf(const Nest &nest, const IndexExpr::Term &term) {
  Monomial params;
  llvm::copy_if(term.symbols, std::back_inserter(params), [&](SymbolId id) { return !isCounter(nest, id); });
  return params;
}

/// Parameters in other units: a[i*(n + 1) + j] is a[i*N + j] with N = n + 1.
class Shifts {
public:
  /// Finds p + c, times anything, as the coefficient of a counter in an address.
  Shifts(const Nest &nest, llvm::ArrayRef<IndexExpr> addresses) {
    for (const IndexExpr &address : addresses)
      for (SymbolId counter : address.symbols())
        if (isCounter(nest, counter) && address.degreeIn(counter) == 1)
          find(nest, address.coefficientOf(counter));
  }
  IndexExpr toUnits(const IndexExpr &expr) const { return moved(expr, -1); }
  IndexExpr fromUnits(const IndexExpr &expr) const { return moved(expr, 1); }

private:
  void find(const Nest &nest, const IndexExpr &coefficient) {
    for (SymbolId id : coefficient.symbols()) {
      if (isCounter(nest, id) || coefficient.degreeIn(id) != 1 || by.count(id))
        continue;
      const IndexExpr times = coefficient.coefficientOf(id), rest = coefficient - times * IndexExpr::symbol(id);
      if (rest.isZero() || times.isPoisoned() || rest.isPoisoned() || rest.terms()[0].coefficient == INT64_MIN)
        continue;
      const int64_t c = rest.terms()[0].coefficient / times.terms()[0].coefficient;
      if (c != 0 && rest == times * IndexExpr(c))
        by[id] = c;
    }
  }
  IndexExpr moved(const IndexExpr &expr, int64_t sign) const {
    if (by.empty())
      return expr;
    return expr.substituteAll([&](SymbolId id) {
      const auto it = by.find(id);
      return it == by.end() ? IndexExpr::symbol(id) : IndexExpr::symbol(id) + sign * it->second;
    });
  }

  std::map<SymbolId, int64_t> by;
};

/// Strides to try, each list from the largest to 1: what multiplies counters in the addresses; and, for rows that
/// only parameters number (a[k*n + j] with k fixed), each single parameter of a product.
std::vector<std::vector<Monomial>> strideChains(const Nest &nest, const IndexExpr &difference,
                                                llvm::ArrayRef<IndexExpr> addresses) {
  std::vector<Monomial> ofCounters = {{}};
  std::vector<std::vector<Monomial>> chains;
  for (const IndexExpr &address : addresses)
    for (const IndexExpr::Term &term : address.terms()) {
      Monomial params = paramsOf(nest, term);
      if (params.size() < term.symbols.size() && !llvm::is_contained(ofCounters, params))
        ofCounters.push_back(std::move(params));
    }
  llvm::sort(ofCounters,
             [](const Monomial &a, const Monomial &b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
  if (ofCounters.size() > 1)
    chains.push_back(std::move(ofCounters));
  for (const IndexExpr::Term &term : difference.terms()) {
    const Monomial params = paramsOf(nest, term);
    if (term.symbols.size() < 2)
      continue;
    for (SymbolId id : params)
      if (std::vector<Monomial> chain = {{id}, {}}; !llvm::is_contained(chains, chain))
        chains.push_back(std::move(chain));
  }
  return chains;
}

/// Gives the term to the largest stride that divides it. A counter must be left alone, or no counter.
bool place(const Nest &nest, const IndexExpr::Term &term, std::vector<Dimension> &dimensions) {
  for (Dimension &dimension : dimensions) {
    const std::optional<Monomial> rest = quotient(Monomial(term.symbols.begin(), term.symbols.end()), dimension.params);
    if (!rest)
      continue;
    if (rest->size() > 1 && llvm::any_of(*rest, [&](SymbolId id) { return isCounter(nest, id); }))
      return false;
    dimension.difference += product(*rest, term.coefficient);
    return true;
  }
  return false;
}

void takeOutFactor(Dimension &dimension) {
  int64_t factor = 0;
  for (const IndexExpr::Term &term : dimension.difference.terms()) {
    if (term.coefficient == INT64_MIN)
      return;
    factor = std::gcd(factor, term.coefficient);
  }
  if (factor <= 1)
    return;
  dimension.factor = factor;
  dimension.difference = *dimension.difference.dividedBy(factor);
}

/// Dimensions, largest stride first; empty if a rest is not linear.
std::vector<Dimension> split(const Nest &nest, const IndexExpr &difference, llvm::ArrayRef<Monomial> strides) {
  std::vector<Dimension> dimensions;
  for (const Monomial &stride : strides)
    dimensions.push_back({stride, 1, {}});
  for (const IndexExpr::Term &term : difference.terms())
    if (!place(nest, term, dimensions))
      return {};
  for (Dimension &dimension : llvm::drop_end(dimensions))
    takeOutFactor(dimension);
  return dimensions;
}

/// One stride in units of the next smaller one.
std::optional<IndexExpr> ratio(const Dimension &larger, const Dimension &smaller) {
  const std::optional<Monomial> rest = quotient(larger.params, smaller.params);
  if (!rest || larger.factor % smaller.factor != 0)
    return std::nullopt;
  return product(*rest, larger.factor / smaller.factor);
}

/// Every dimension but the first stays below its extent for all pairs of instances.
bool isProved(const Scop::Impl &scop, const LinearSystem &domain, llvm::ArrayRef<Dimension> dimensions,
              const Shifts &shifts) {
  for (size_t d = dimensions.size() - 1; d > 0; --d) {
    const std::optional<IndexExpr> extent = ratio(dimensions[d - 1], dimensions[d]);
    if (!extent)
      return false;
    LinearSystem above = domain, below = domain;
    above.addInequality(shifts.fromUnits(dimensions[d].difference - *extent));
    below.addInequality(shifts.fromUnits(-dimensions[d].difference - *extent));
    scop.addKnowledge(above);
    scop.addKnowledge(below);
    if (!above.isEmpty(scop.context) || !below.isEmpty(scop.context))
      return false;
  }
  return true;
}

/// Whole rows as columns: n*(i - i' - 1) + (j + t + 2), where t counts from the end of a row, is n*(i - i') +
/// (j - (n - 2 - t)). Empty where there are none.
std::vector<Dimension> withRowsAsColumns(std::vector<Dimension> dimensions) {
  bool isMoved = false;
  for (size_t d = 0; d + 1 < dimensions.size(); ++d) {
    const int64_t rows = dimensions[d].difference.constantTerm();
    const std::optional<IndexExpr> extent = ratio(dimensions[d], dimensions[d + 1]);
    if (rows == 0 || !extent)
      continue;
    dimensions[d].difference += IndexExpr(-rows);
    dimensions[d + 1].difference += *extent * IndexExpr(rows);
    isMoved = true;
  }
  return isMoved ? std::move(dimensions) : std::vector<Dimension>();
}

} // namespace

std::vector<IndexExpr> delinearize(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared,
                                   const IndexExpr &difference, llvm::ArrayRef<IndexExpr> addresses) {
  const Shifts shifts(scop.nest, addresses);
  const IndexExpr shifted = shifts.toUnits(difference);
  if (shifted.isPoisoned())
    return {difference};
  std::vector<IndexExpr> shiftedAddresses;
  for (const IndexExpr &address : addresses)
    shiftedAddresses.push_back(shifts.toUnits(address));
  const std::vector<std::vector<Monomial>> chains = strideChains(scop.nest, shifted, shiftedAddresses);
  if (chains.empty())
    return {difference};
  LinearSystem domain;
  scop.addDomains(domain, a, b, shared);
  for (const std::vector<Monomial> &chain : chains) {
    const auto holds = [&](llvm::ArrayRef<Dimension> dimensions) {
      return !dimensions.empty() && isProved(scop, domain, dimensions, shifts);
    };
    std::vector<Dimension> dimensions = split(scop.nest, shifted, chain);
    if (!holds(dimensions) && !holds(dimensions = withRowsAsColumns(std::move(dimensions))))
      continue;
    std::vector<IndexExpr> equations;
    for (const Dimension &dimension : dimensions)
      equations.push_back(shifts.fromUnits(dimension.difference));
    return equations;
  }
  return {difference};
}

} // namespace vecify
