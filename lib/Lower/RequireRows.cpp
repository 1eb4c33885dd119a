// The last step: every op that is left must be one that the target can print.
#include "Match.h"
#include "Steps.h"

namespace vecify {

/// Half precision lives in vectors only: as a scalar it has no text. AI Engines read scalars.
static bool isTextless(const Function &f, const Op &op, ValueId result, const Target &target) {
  const ScalarType type = f.typeOf(result).element;
  const bool isRead = op.kind == OpKind::TransferRead || op.kind == OpKind::Load;
  return (type == ScalarType::F16 || type == ScalarType::BF16) && !(target.aie && isRead);
}

/// Scalars, but for halves, control, polynomials and fences are printed as C of their own.
static bool needsRow(const Function &f, const Op &op, const Target &target) {
  switch (op.kind) {
  case OpKind::For:
  case OpKind::Launch:
  case OpKind::Barrier:
  case OpKind::DomainError:
  case OpKind::If:
  case OpKind::Yield:
  case OpKind::Return:
  case OpKind::IndexValue:
  case OpKind::FpFence:
    return false;
  default:
    break;
  }
  if (op.kind == OpKind::BlockReduce)
    return true;
  auto isVector = [&](ValueId v) { return !f.typeOf(v).isScalar(); };
  return llvm::any_of(op.results, isVector) || llvm::any_of(op.operands, isVector) ||
         llvm::any_of(op.results, [&](ValueId v) { return isTextless(f, op, v, target); });
}

llvm::Expected<Function> requireRows(const Function &f, const Target &target, const LowerOptions &) {
  for (const Op &op : f.ops) {
    if (!needsRow(f, op, target))
      continue;
    if (target.find(f, op))
      continue;
    return noVectorForm(f, op);
  }
  return f;
}

} // namespace vecify
