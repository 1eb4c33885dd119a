// Values between their definition and last use, in the order of the ops.
#include "LiveVectors.h"
#include "OpCost.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

namespace vecify {

unsigned liveVectors(const Function &code, BlockId block, const std::vector<unsigned> &uses) {
  const Block &body = code.blocks[block];
  std::map<ValueId, unsigned> lastUse;
  std::map<ValueId, bool> inside;
  for (ValueId v : body.arguments)
    inside[v] = true;
  for (unsigned i = 0; i < body.ops.size(); ++i) {
    const Op &op = code.ops[body.ops[i]];
    for (ValueId v : op.operands)
      if (isVectorValue(code, v))
        lastUse[v] = i;
    for (ValueId r : op.results)
      inside[r] = true;
  }
  unsigned outside = 0;
  for (const auto &[v, last] : lastUse)
    if (!inside.count(v)) {
      const Op *d = code.definitionOf(v);
      outside += !(d && d->kind == OpKind::Constant && uses[v] == 1);
    }
  unsigned live = 0, most = 0;
  for (ValueId v : body.arguments)
    live += isVectorValue(code, v) && lastUse.count(v);
  for (unsigned i = 0; i < body.ops.size(); ++i) {
    const Op &op = code.ops[body.ops[i]];
    // A fence's result is in its operand's register.
    for (ValueId r : op.results)
      live += isVectorValue(code, r) && lastUse.count(r) && op.kind != OpKind::FpFence &&
              !(op.kind == OpKind::Load && uses[r] == 1);
    most = std::max(most, live);
    llvm::SmallVector<ValueId, 4> seen;
    for (ValueId v : op.operands) {
      if (!isVectorValue(code, v) || llvm::is_contained(seen, v) || !inside.count(v) || lastUse[v] != i ||
          op.kind == OpKind::FpFence)
        continue;
      seen.push_back(v);
      const Op *d = code.definitionOf(v);
      if (!(d && d->kind == OpKind::Load && uses[v] == 1))
        live -= live > 0;
    }
  }
  return most + outside;
}

} // namespace vecify
