// A conjunction of constraints over integers, answered by isl.
//
// The constraints are polynomials; every distinct monomial is one unknown. For i*n + j that is the relaxation "some
// number i*n, not necessarily the product": solutions are only added, so "empty" is a proof, and a minimum is a lower
// bound. Where all monomials are single symbols or products of parameters alone, nothing is lost.
#pragma once
#include "Context.h"
#include "vecify/Support/IndexExpr.h"
#include <optional>
#include <vector>

namespace vecify {

class LinearSystem {
public:
  /// expr == 0. A poisoned expression says nothing.
  void addEquality(const IndexExpr &expr);
  /// expr >= 0.
  void addInequality(const IndexExpr &expr);

  /// Has no integer solution. False also if that is too hard to tell.
  bool isEmpty(Context &context) const;

  /// Extremes of an expression over the solutions.
  struct Extreme {
    bool isEmpty = false;
    std::optional<int64_t> value; ///< nullopt: unbounded, or too hard to tell
  };
  Extreme minimum(const IndexExpr &expr, Context &context) const;
  Extreme maximum(const IndexExpr &expr, Context &context) const;

  const std::vector<IndexExpr> &equalities() const { return Equalities; }
  const std::vector<IndexExpr> &inequalities() const { return Inequalities; }

private:
  /// A constant constraint that does not hold, or an equality that no integers satisfy.
  bool isTriviallyEmpty() const { return Contradiction; }
  uint64_t rows() const { return Equalities.size() + Inequalities.size(); }

  std::vector<IndexExpr> Equalities, Inequalities;
  bool Contradiction = false;
};

} // namespace vecify
