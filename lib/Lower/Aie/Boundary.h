// Where values in accumulators meet values in vectors.
#pragma once
#include "Edit.h"
#include <functional>
#include <map>

namespace vecify {

/// Converts operands where an op wants an accumulator and gets a vector, or the other way round. The types of the
/// values have been changed before.
class AccumulatorBoundary {
public:
  /// `accumulatorOf`: of values that live in one, its element; else nothing. `original` is the function before.
  AccumulatorBoundary(const Function &original, std::function<std::optional<ScalarType>(ValueId)> accumulatorOf,
                      std::function<ValueId(ValueId, ScalarType, BlockEditor &)> enter,
                      std::function<ValueId(ValueId, BlockEditor &)> leave);

  /// The op that `editor` visits: one that adds what is in accumulators, a loop, a branch, what they yield; every other
  /// op reads vectors.
  void convertOperands(OpId id, BlockEditor &editor) const;

private:
  std::optional<ScalarType> wanted(const Op &op, OpId id, unsigned operand) const;

  const Function &Original;
  const std::function<std::optional<ScalarType>(ValueId)> AccumulatorOf;
  const std::function<ValueId(ValueId, ScalarType, BlockEditor &)> Enter;
  const std::function<ValueId(ValueId, BlockEditor &)> Leave;
  std::map<OpId, OpId> Owners; ///< of yields
};

/// add(acc, wide_mul a, b), the product used nowhere else: one multiply-accumulate. One rounding is as good as two: the
/// products of bfloat16 that accumulators take are exact.
void fuseSums(Function &function);

} // namespace vecify
