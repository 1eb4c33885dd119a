// Step: rows that fill a part of a register each, and follow each other in memory, share one.
//
//     %b = load b[0] : 4xf32                %b = load_repeat b[0] : 8xf32
//     %x = load x[0] : 4xf32                %x = load x[0] : 8xf32
//     %p = mul %x, %b : 4xf32         ->    %p = mul %x, %b : 8xf32
//     store %p, y[0]                        store %p, y[0]
//     %x.1 = load x[4] : 4xf32
//     %p.1 = mul %x.1, %b : 4xf32
//     store %p.1, y[4]
//
// From stores side by side upwards: what the same op makes of every row is made of all of them at once, neighbouring
// reads become one, and what differs otherwise is put together from parts. Taken if the code has less to do then.
#include "Effort.h"
#include "RowTrees.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

/// Some store fills a half of a register or less.
bool hasPartialStores(const Function &f, const Target &target, const LowerOptions &options) {
  return llvm::any_of(f.ops, [&](const Op &op) {
    const VectorType *type = op.kind == OpKind::Store ? &f.typeOf(op.operands[0]) : nullptr;
    return type && type->rank() == 1 &&
           nativeLanes(target, options, type->element, 2 * type->lanes()) == 2 * type->lanes();
  });
}

} // namespace

llvm::Expected<Function> joinRows(const Function &f, const Target &target, const LowerOptions &options) {
  if (target.aie || !hasPartialStores(f, target, options))
    return f;
  const double effort = effortOf(f, f.body, target);
  for (unsigned rows : {8, 4, 2}) {
    Function joined = f;
    if (!RowTrees(joined, target, options, rows).join())
      continue;
    joined = sweep(std::move(joined));
    if (effortOf(joined, joined.body, target) < effort)
      return joinRows(joined, target, options);
  }
  return f;
}

} // namespace vecify
