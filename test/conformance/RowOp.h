// From a row back to the op it is for: the inverse of rowKeyOf.
#pragma once
#include "vecify/Target/Target.h"

namespace vecify::conformance {

/// A function of one op whose operands are parameters-to-be: values without definition.
struct RowOp {
  Function function;
  Op op;
  const VectorType &operand(unsigned i) const { return function.typeOf(op.operands[i]); }
  unsigned operandCount() const { return op.operands.size(); }
  bool hasResult() const { return !op.results.empty(); }
  const VectorType &result() const { return function.typeOf(op.results[0]); }
};

/// All ops that `row` stands for: one, or one for each immediate, lane, position or constant that is to be tried.
/// Asserts that rowKeyOf leads back to the row.
std::vector<RowOp> opsOf(const Row &row, const Target &target);

/// The row's key and immediates, for messages: "shl_imm u8 x16 #3".
std::string describe(const Row &row, const Op &op);

} // namespace vecify::conformance
