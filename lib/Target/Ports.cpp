// See Ports.h.
#include "vecify/Target/Ports.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace vecify {

double PortLoad::busiest() const {
  std::vector<uint16_t> sets = {0};
  for (const auto &[mask, slots] : Slots) {
    size_t count = sets.size();
    for (size_t s = 0; s < count && sets.size() < 512; ++s)
      if (!llvm::is_contained(sets, uint16_t(sets[s] | mask)))
        sets.push_back(sets[s] | mask);
  }
  double worst = 0;
  for (uint16_t set : sets) {
    if (!set)
      continue;
    double work = 0;
    for (const auto &[mask, slots] : Slots)
      if ((mask & ~set) == 0)
        work += slots;
    worst = std::max(worst, work / __builtin_popcount(set));
  }
  return worst;
}

/// The integer that a scalar holds; 1, which says least, where it is not known.
static int64_t stepOf(const Function &f, ValueId scalar) {
  const Op *op = f.definitionOf(scalar);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.asConstant().value_or(1);
  return op && op->kind == OpKind::Constant ? op->intValue : 1;
}

/// The constant part of where a loop begins; what is added to it is taken for aligned.
static int64_t startOf(const Function &f, ValueId lower) {
  const Op *op = f.definitionOf(lower);
  return op && op->kind == OpKind::IndexValue ? op->index.constantTerm() : 0;
}

LineCrossings::LineCrossings(const Function &function, const Target &target)
    : F(function), LineBytes(target.caches.empty() ? 64 : target.caches[0].lineBytes) {
  for (const Op &op : F.ops)
    if (op.kind == OpKind::For)
      Loops[F.blocks[op.blocks[0]].arguments[0]] = {stepOf(F, op.operands[2]), startOf(F, op.operands[0])};
}

double LineCrossings::of(const Op &load) const {
  const int64_t bytes = F.typeOf(load.results[0]).bits() / 8;
  const IndexExpr address = F.byteAddress(load.mem);
  bool isAligned = true;
  int64_t first = address.constantTerm();
  for (const IndexExpr::Term &term : address.terms()) {
    // Of rows and lengths nothing is known.
    const auto loop = term.symbols.size() == 1 ? Loops.find(term.symbols[0]) : Loops.end();
    if (loop != Loops.end()) {
      isAligned &= term.coefficient * loop->second.step % bytes == 0;
      first += term.coefficient * loop->second.start;
    }
  }
  return isAligned && first % bytes == 0 ? 0 : double(bytes) / LineBytes;
}

} // namespace vecify
