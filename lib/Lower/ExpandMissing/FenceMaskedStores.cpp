// gcc 12 makes one instruction of a masked store and of taking the stored part out of a wider register:
//
//     _mm_mask_storeu_ps(p, m, _mm256_castps256_ps128(y))   ->   vextractf32x4 $0, %ymm0, (%rdi){%k1}
//
// Of all masked stores only that one reports faults of lanes that are masked off: at the end of a page it stops the
// program. A gather of few lanes by wide indices ends in such a part as well.
#include "FenceMaskedStores.h"
#include "Rewrites.h"

namespace vecify {

bool fenceMaskedStore(const Op &op, Rewriter &rewriter) {
  const Function &source = rewriter.source();
  if (op.kind != OpKind::MaskedStore || source.typeOf(maskOf(op, source)).element != ScalarType::I1)
    return false;
  const Op *stored = source.definitionOf(op.operands[0]);
  if (!stored || (stored->kind != OpKind::ExtractSlice && stored->kind != OpKind::Gather))
    return false;
  Op store = rewriter.mapped(op);
  const VectorType type = source.typeOf(op.operands[0]);
  store.operands[0] = rewriter.builder().create(OpKind::FpFence, type, {store.operands[0]});
  rewriter.builder().append(std::move(store));
  return true;
}

} // namespace vecify
