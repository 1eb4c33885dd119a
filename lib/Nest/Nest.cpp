// The few computations on a nest that are not a plain look at a field.
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace vecify {

IndexExpr Nest::byteAddress(const Access &access) const {
  assert(access.isAffine() && "an indirect access has no polynomial address");
  assert(access.subs.size() == access.strideBytes.size());
  IndexExpr address(access.offsetBytes);
  for (size_t d = 0; d < access.subs.size(); ++d)
    address += access.subs[d] * access.strideBytes[d];
  return address;
}

bool Nest::isOverParams(const IndexExpr &expr) const {
  return llvm::all_of(expr.symbols(), [&](SymbolId id) { return symbols[id].kind == Symbol::Param; });
}

bool Nest::mayLeaveEarly(LoopId loop) const {
  const NodeId node = loops[loop].node; // none yet while the nest is being made
  return node != NoId && llvm::any_of(nodes[node].body, [&](NodeId id) { return nodes[id].leaves; });
}

bool Nest::hasDivergentLoops() const {
  for (LoopId loop = 1; loop < loops.size(); ++loop)
    if (mayLeaveEarly(loop))
      return true;
  return false;
}

bool Nest::hasPackedStores() const {
  return llvm::any_of(accesses, [](const Access &access) { return access.packedBy != NoId; });
}

bool Nest::isWritten(ArrayId array) const {
  return llvm::any_of(accesses, [&](const Access &access) { return access.isWrite && access.array == array; });
}

bool Nest::storesMoveWith(LoopId loop, LoopId inner) const {
  return llvm::any_of(accesses, [&](const Access &access) {
    if (!access.isWrite || !access.isAffine())
      return access.isWrite;
    const IndexExpr place = byteAddress(access);
    return place.uses(loops[loop].iterator) && place.uses(loops[inner].iterator);
  });
}

ArrayId Nest::rowsChosenBy(LoopId loop) const {
  for (const Access &access : accesses)
    if (arrays[access.array].isRows() && access.subs[0].uses(loops[loop].iterator))
      return access.array;
  return NoId;
}

} // namespace vecify
