// Polynomials to the rows of isl's constraint matrices: [dimensions | constant].
#include "LinearSystem.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <map>
#include <numeric>

namespace vecify {
namespace {

/// A minimal owner for isl's reference-counted objects.
template <typename T, T *(*Release)(T *)> struct Freer {
  void operator()(T *object) const { Release(object); }
};
using BasicSet = std::unique_ptr<isl_basic_set, Freer<isl_basic_set, isl_basic_set_free>>;
using Set = std::unique_ptr<isl_set, Freer<isl_set, isl_set_free>>;
using Aff = std::unique_ptr<isl_aff, Freer<isl_aff, isl_aff_free>>;
using Val = std::unique_ptr<isl_val, Freer<isl_val, isl_val_free>>;

/// Which column stands for which monomial.
class Columns {
public:
  void note(const IndexExpr &expr) {
    for (const IndexExpr::Term &term : expr.terms())
      if (!term.symbols.empty())
        Position.try_emplace(key(term), 0);
  }
  void number() {
    unsigned next = 0;
    for (auto &[monomial, position] : Position)
      position = next++;
  }
  unsigned count() const { return Position.size(); }
  unsigned of(const IndexExpr::Term &term) const { return Position.at(key(term)); }

private:
  using Key = std::vector<SymbolId>;
  static Key key(const IndexExpr::Term &term) { return Key(term.symbols.begin(), term.symbols.end()); }
  std::map<Key, unsigned> Position;
};

isl_mat *toMatrix(isl_ctx *ctx, const std::vector<IndexExpr> &rows, const Columns &columns) {
  isl_mat *matrix = isl_mat_alloc(ctx, rows.size(), columns.count() + 1);
  for (unsigned r = 0; r < rows.size(); ++r) {
    for (unsigned c = 0; c <= columns.count(); ++c)
      matrix = isl_mat_set_element_si(matrix, r, c, 0);
    for (const IndexExpr::Term &term : rows[r].terms())
      matrix = isl_mat_set_element_val(matrix, r, term.symbols.empty() ? columns.count() : columns.of(term),
                                       isl_val_int_from_si(ctx, term.coefficient));
  }
  return matrix;
}

Columns columnsOf(const LinearSystem &system, const IndexExpr &objective) {
  Columns columns;
  for (const IndexExpr &row : system.equalities())
    columns.note(row);
  for (const IndexExpr &row : system.inequalities())
    columns.note(row);
  columns.note(objective);
  columns.number();
  return columns;
}

BasicSet toBasicSet(isl_ctx *ctx, const LinearSystem &system, const Columns &columns) {
  return BasicSet(isl_basic_set_from_constraint_matrices(
      isl_space_set_alloc(ctx, 0, columns.count()), toMatrix(ctx, system.equalities(), columns),
      toMatrix(ctx, system.inequalities(), columns), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst));
}

Aff toAff(isl_ctx *ctx, const IndexExpr &expr, const Columns &columns) {
  isl_space *space = isl_space_set_alloc(ctx, 0, columns.count());
  isl_aff *aff = isl_aff_zero_on_domain(isl_local_space_from_space(space));
  for (const IndexExpr::Term &term : expr.terms()) {
    isl_val *value = isl_val_int_from_si(ctx, term.coefficient);
    aff = term.symbols.empty() ? isl_aff_set_constant_val(aff, value)
                               : isl_aff_set_coefficient_val(aff, isl_dim_in, columns.of(term), value);
  }
  return Aff(aff);
}

/// The constant if all coefficients of symbols share no factor with it that would allow zero.
bool hasNoIntegerRoot(const IndexExpr &expr) {
  int64_t divisor = 0, constant = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    if (term.coefficient == INT64_MIN)
      return false;
    if (term.symbols.empty())
      constant = term.coefficient;
    else
      divisor = std::gcd(divisor, term.coefficient);
  }
  return divisor == 0 ? constant != 0 : constant % divisor != 0;
}

} // namespace

void LinearSystem::addEquality(const IndexExpr &expr) {
  if (expr.isPoisoned() || expr.isZero())
    return;
  Contradiction |= hasNoIntegerRoot(expr);
  Equalities.push_back(expr);
}

void LinearSystem::addInequality(const IndexExpr &expr) {
  if (expr.isPoisoned())
    return;
  if (const std::optional<int64_t> constant = expr.asConstant()) {
    Contradiction |= *constant < 0;
    return;
  }
  if (!llvm::is_contained(Inequalities, expr))
    Inequalities.push_back(expr);
}

bool LinearSystem::isEmpty(Context &context) const {
  if (isTriviallyEmpty())
    return true;
  const Columns columns = columnsOf(*this, {});
  if (!context.begin(rows(), columns.count() + 1))
    return false;
  const BasicSet set = toBasicSet(context.get(), *this, columns);
  const isl_bool answer = isl_basic_set_is_empty(set.get());
  if (answer == isl_bool_error)
    context.noteUnanswered();
  return answer == isl_bool_true;
}

static LinearSystem::Extreme toExtreme(isl_val *raw, Context &context) {
  const Val value(raw);
  LinearSystem::Extreme result;
  if (!value) {
    context.noteUnanswered();
    return result;
  }
  result.isEmpty = isl_val_is_nan(value.get());
  if (isl_val_is_int(value.get()) == isl_bool_true) {
    // Doubles separate what fits int64 from what does not; near the border "unbounded" is as good.
    const double magnitude = isl_val_get_d(value.get());
    if (magnitude > -9e18 && magnitude < 9e18)
      result.value = isl_val_get_num_si(value.get());
  }
  return result;
}

LinearSystem::Extreme LinearSystem::minimum(const IndexExpr &expr, Context &context) const {
  if (isTriviallyEmpty())
    return {true, std::nullopt};
  const Columns columns = columnsOf(*this, expr);
  if (!context.begin(rows(), columns.count() + 1))
    return {};
  const Set set(isl_set_from_basic_set(toBasicSet(context.get(), *this, columns).release()));
  const Aff objective = toAff(context.get(), expr, columns);
  return toExtreme(isl_set_min_val(set.get(), objective.get()), context);
}

LinearSystem::Extreme LinearSystem::maximum(const IndexExpr &expr, Context &context) const {
  Extreme result = minimum(-expr, context);
  if (result.value)
    result.value = -*result.value;
  return result;
}

} // namespace vecify
