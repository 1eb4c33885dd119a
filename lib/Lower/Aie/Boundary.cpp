// See Boundary.h.
#include "Boundary.h"

namespace vecify {

AccumulatorBoundary::AccumulatorBoundary(const Function &original,
                                         std::function<std::optional<ScalarType>(ValueId)> accumulatorOf,
                                         std::function<ValueId(ValueId, ScalarType, BlockEditor &)> enter,
                                         std::function<ValueId(ValueId, BlockEditor &)> leave)
    : Original(original), AccumulatorOf(std::move(accumulatorOf)), Enter(std::move(enter)), Leave(std::move(leave)) {
  for (OpId id = 0; id < original.ops.size(); ++id)
    for (BlockId block : original.ops[id].blocks)
      Owners[original.blocks[block].ops.back()] = id;
}

void AccumulatorBoundary::convertOperands(OpId id, BlockEditor &editor) const {
  Function &f = editor.function();
  const OpKind kind = f.ops[id].kind;
  for (unsigned i = 0; i < f.ops[id].operands.size(); ++i) {
    if (kind == OpKind::Mmul && i > 0)
      continue;
    const std::optional<ScalarType> want = wanted(f.ops[id], id, i);
    const ValueId operand = f.ops[id].operands[i];
    const bool isIn = AccumulatorOf(operand).has_value();
    if (want && !isIn)
      f.ops[id].operands[i] = Enter(operand, *want, editor);
    else if (!want && isIn)
      f.ops[id].operands[i] = Leave(operand, editor);
  }
}

std::optional<ScalarType> AccumulatorBoundary::wanted(const Op &op, OpId id, unsigned operand) const {
  switch (op.kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mmul:
    return AccumulatorOf(op.results[0]);
  case OpKind::For:
    return operand >= 3 ? AccumulatorOf(op.results[operand - 3]) : std::nullopt;
  case OpKind::Yield:
    if (auto owner = Owners.find(id); owner != Owners.end())
      return AccumulatorOf(Original.ops[owner->second].results[operand]);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace vecify
