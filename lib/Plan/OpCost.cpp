// Scalar ops by what compilers make of them.
#include "OpCost.h"

namespace vecify {

static bool isConstant(const Function &code, ValueId v) {
  const Op *op = code.definitionOf(v);
  return op && (op->kind == OpKind::Constant || (op->kind == OpKind::IndexValue && op->index.asConstant()));
}

double scalarUops(const Function &code, const Op &op) {
  switch (op.kind) {
  case OpKind::Constant:
  case OpKind::IndexValue:
  case OpKind::Bitcast:
  case OpKind::FpFence:
  case OpKind::Yield:
  case OpKind::Return:
    return 0;
  case OpKind::Div:
  case OpKind::Rem:
    // By a constant it is a product and shifts.
    if (isInteger(code.typeOf(op.results[0]).element) && isConstant(code, op.operands[1]))
      return op.kind == OpKind::Div ? 3 : 5;
    return 6;
  case OpKind::Sqrt:
    return 6;
  case OpKind::Min:
  case OpKind::Max:
  case OpKind::Select:
  case OpKind::Abs:
    return 2;
  case OpKind::Cast: {
    const ScalarType from = code.typeOf(op.operands[0]).element, to = code.typeOf(op.results[0]).element;
    if (isFloat(from) != isFloat(to))
      return 1.5;
    // A register's lower part, or the same bits.
    return isInteger(from) && bitsOf(from) >= bitsOf(to) ? 0 : 0.5;
  }
  default:
    return 1;
  }
}

double latencyOf(const Function &code, const Target &target, const Op &op) {
  if (const Row *row = target.find(code, op))
    return row->latency;
  if (op.results.empty())
    return 0;
  const VectorType &type = code.typeOf(op.results[0]);
  if (op.kind == OpKind::TransferRead)
    return 5;
  if (op.kind == OpKind::Div || op.kind == OpKind::Sqrt)
    return scalarUops(code, op) < 6 ? 6 : 14;
  return scalarUops(code, op) == 0 ? 0 : isFloat(type.element) ? 4 : 1;
}

bool isVectorValue(const Function &code, ValueId v) {
  const VectorType &type = code.typeOf(v);
  return type.rank() > 0 && !(type.element == ScalarType::I1);
}

} // namespace vecify
