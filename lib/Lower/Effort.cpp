#include "Effort.h"

namespace vecify {

/// Loops are taken to run so many times.
static constexpr double Trips = 8;

double effortOf(const Function &f, BlockId block, const Target &target) {
  double sum = 0;
  for (OpId id : f.blocks[block].ops) {
    const Op &op = f.ops[id];
    for (BlockId inner : op.blocks)
      sum += (op.kind == OpKind::For ? Trips : 1) * effortOf(f, inner, target);
    if (op.results.empty() ? !isMemory(op.kind) : f.typeOf(op.results[0]).isScalar() || !op.blocks.empty())
      continue;
    const Op *scalar = op.kind == OpKind::Broadcast ? f.definitionOf(op.operands[0]) : nullptr;
    if (op.kind == OpKind::Constant || (scalar && scalar->kind == OpKind::Constant))
      continue; // once, in front of the loops
    const Row *row = target.find(f, op);
    sum += row ? row->uops : 2;
  }
  return sum;
}

} // namespace vecify
