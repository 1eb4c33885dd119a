#include "ReloadedRows.h"
#include "vecify/Nest/Occurrences.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

bool reloadsMaskedStores(const Nest &nest, LoopId lanes) {
  if (llvm::any_of(nest.loops, [&](const Loop &loop) { return loop.parent == lanes; }) ||
      (lanes == 0 && nest.source.depth == 0))
    return false;
  const SymbolId column = nest.loops[lanes].iterator;
  // Of a loop around the nest it is not known what moves with it.
  const auto isCommon = [&](const IndexExpr &place) {
    return place.uses(column) &&
           (lanes == 0 ? (place - IndexExpr::symbol(column) * place.coefficientOf(column)).asConstant().has_value()
                       : !place.uses(nest.loops[nest.loops[lanes].parent].iterator));
  };
  const std::vector<Occurrence> all = occurrences(nest);
  return llvm::any_of(all, [&](const Occurrence &store) {
    const Access &written = nest.accesses[store.access];
    if (!written.isWrite || !written.isAffine() || store.branches.empty() || store.loops.back() != lanes)
      return false;
    const IndexExpr place = nest.byteAddress(written);
    return isCommon(place) && llvm::any_of(nest.accesses, [&](const Access &read) {
             return !read.isWrite && read.array == written.array && read.isAffine() && nest.byteAddress(read) == place;
           });
  });
}

} // namespace vecify
