// One assignment to a reduction's target: does its value have the form target op e?
#pragma once
#include "vecify/Nest/Reductions.h"
#include <vector>

namespace vecify {

/// Matches values against one target; remembers which expressions contain it.
class UpdateMatcher {
public:
  UpdateMatcher(const Nest &nest, const ReductionTarget &target)
      : nest(nest), target(target), known(nest.exprs.size(), Unknown) {}

  /// The target is read somewhere in `expr`.
  bool uses(ExprId expr);
  /// target = value.
  std::optional<ReductionUpdate> match(ExprId value);
  /// if (condition) target = value, where the condition compares the target: min and max.
  std::optional<ReductionUpdate> matchGuarded(ExprId condition, ExprId value);

private:
  enum Answer : uint8_t { Unknown, No, Yes };
  /// The value with which an iteration leaves the target: itself, or an update of it.
  struct Form {
    std::optional<ReductionUpdate> update; ///< nullopt: the target's own value
    bool isExact = true;                   ///< the casts above it kept every value of the target's type
  };

  bool isTarget(ExprId expr) const;
  /// Strips casts that keep every value and their order.
  ExprId stripWidening(ExprId expr) const;
  std::optional<Form> form(ExprId expr);
  std::optional<Form> castForm(const Expr &cast);
  std::optional<Form> binaryForm(const Expr &e);
  std::optional<Form> selectForm(const Expr &e);
  std::optional<Form> combine(std::optional<Form> inner, ReductionUpdate outer) const;
  std::optional<ReductionUpdate> minMax(ExprId condition, ExprId yes, ExprId no) const;

  const Nest &nest;
  const ReductionTarget target;
  std::vector<Answer> known;
};

} // namespace vecify
