// Step: sums of several rows in scalars are fenced from each other.
//
//     for %j .. carry(%s0 : f64, %s1 : f64, ..) {        for %j .. carry(%s0 : f64, %s1 : f64, ..) {
//       %t0 = fma %a0, %x, %s0                             %t0 = fma %a0, %x, %s0
//       %t1 = fma %a1, %x, %s1                     ->      %f0 = fp_fence %t0
//       ..                                                 ..
//       yield %t0, %t1, ..                                 yield %f0, %f1, ..
//     }                                                  }
//
// clang packs such sums into one vector, for which it collects the elements of all rows one by one: 59 us instead of 28
// for t = A x; y = A' t with 350 rows and columns of doubles on a Zen 4.
#include "../Edit.h"
#include "../Steps.h"

namespace vecify {

/// Fewer are not packed.
static constexpr size_t FewestRows = 4;

/// The scalar is what it was in the iteration before, and something more.
static bool isSum(const Function &f, ValueId value, ValueId before) {
  const Op *op = f.definitionOf(value);
  return op && f.typeOf(value).isScalar() && isFloat(f.typeOf(value).element) && op->blocks.empty() &&
         llvm::is_contained(op->operands, before);
}

llvm::Expected<Function> fenceRowSums(const Function &f, const Target &target, const LowerOptions &) {
  if (target.aie)
    return f;
  std::map<OpId, llvm::SmallVector<size_t, 8>> sumsOfYields;
  for (const Op &loop : f.ops) {
    if (loop.kind != OpKind::For)
      continue;
    const Block &body = f.blocks[loop.blocks[0]];
    const Op &yield = f.ops[body.ops.back()];
    llvm::SmallVector<size_t, 8> sums;
    for (size_t c = 0; c < yield.operands.size(); ++c)
      if (isSum(f, yield.operands[c], body.arguments[c + 1]))
        sums.push_back(c);
    if (sums.size() >= FewestRows)
      sumsOfYields[yield.id] = std::move(sums);
  }
  if (sumsOfYields.empty())
    return f;
  Function result = f;
  BlockEditor editor(result);
  editor.run([&](OpId id) {
    const auto found = sumsOfYields.find(id);
    if (found == sumsOfYields.end())
      return;
    for (size_t c : found->second) {
      const ValueId sum = f.ops[id].operands[c];
      const ValueId fenced = editor.insert(OpKind::FpFence, f.typeOf(sum), {sum}, f.values[sum].name);
      result.ops[id].operands[c] = fenced;
    }
  });
  return result;
}

} // namespace vecify
