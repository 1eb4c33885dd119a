// Where a memory op of a function lies, and the arenas' bookkeeping.
#include "vecify/IR/Function.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace vecify {

bool Function::areDisjoint(uint32_t arrayA, uint32_t arrayB) const {
  return arrayA != arrayB &&
         (llvm::is_contained(arrays[arrayA].disjoint, arrayB) ||
          llvm::is_contained(arrays[arrayB].disjoint, arrayA));
}

IndexExpr Function::byteAddress(const MemRef &mem) const {
  const MemPattern &pattern = patterns[mem.pattern];
  assert(mem.subs.size() == pattern.strideBytes.size() &&
         "one subscript per hole of the pattern");
  IndexExpr address(pattern.offsetBytes);
  for (size_t s = 0; s < mem.subs.size(); ++s)
    address += mem.subs[s] * pattern.strideBytes[s];
  return address;
}

IndexExpr Function::laneStrideBytes(const MemRef &mem, unsigned dim) const {
  const MemPattern &pattern = patterns[mem.pattern];
  assert(dim < mem.laneSteps.size() &&
         mem.laneSteps[dim].size() == pattern.strideBytes.size());
  IndexExpr stride;
  for (size_t s = 0; s < pattern.strideBytes.size(); ++s)
    stride += mem.laneSteps[dim][s] * pattern.strideBytes[s];
  return stride;
}

ValueId Function::addValue(VectorType type, std::string name) {
  values.push_back({std::move(type), std::move(name), ~0u});
  return values.size() - 1;
}

BlockId Function::addBlock() {
  blocks.emplace_back();
  return blocks.size() - 1;
}

} // namespace vecify
