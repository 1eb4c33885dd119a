// Where a memory op of a function lies, and the arenas' bookkeeping.
#include "vecify/IR/Function.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace vecify {

std::optional<LoopMapping> mappingOf(const Op &op) {
  if (op.kind != OpKind::For || op.ints.empty())
    return std::nullopt;
  return LoopMapping{unsigned(op.ints[0]), unsigned(op.ints[1]), unsigned(op.ints[2]), unsigned(op.ints[3]),
                     op.ints[4] != 0};
}

void RuntimeGuard::mapExprs(llvm::function_ref<IndexExpr(const IndexExpr &)> map) {
  for (IndexExpr *e : {&expr, &orElse, &atMost, &atLeast, &firstRow, &rowCount})
    *e = map(*e);
  for (auto *ends : {&lowerA, &upperA, &lowerB, &upperB})
    for (IndexExpr &end : *ends)
      end = map(end);
}

bool Function::areDisjoint(uint32_t arrayA, uint32_t arrayB) const {
  return arrayA != arrayB &&
         (llvm::is_contained(arrays[arrayA].disjoint, arrayB) || llvm::is_contained(arrays[arrayB].disjoint, arrayA));
}

bool Function::fillsVector(const Op &op, ValueId counter, unsigned vector) const {
  if (vector < 2 || (op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite))
    return false;
  const ScalarType element = typeOf(op.results.empty() ? op.operands[0] : op.results[0]).element;
  const int64_t size = bytesOf(element), bytes = size * vector;
  if (op.mem.laneSteps.size() != 1 || !op.mem.indirectSubs.empty() || laneStrideBytes(op.mem, 0) != IndexExpr(size) ||
      bytes > 16 || bytesOf(patterns[op.mem.pattern].type) != size)
    return false;
  const IndexExpr address = byteAddress(op.mem);
  return llvm::all_of(address.terms(), [&](const auto &term) {
    const bool isCounter = term.symbols.size() == 1 && term.symbols[0] == counter;
    return isCounter ? term.coefficient == size : term.coefficient % bytes == 0;
  });
}

IndexExpr Function::byteAddress(const MemRef &mem) const {
  const MemPattern &pattern = patterns[mem.pattern];
  assert(mem.subs.size() == pattern.strideBytes.size() && "one subscript per hole of the pattern");
  IndexExpr address(pattern.offsetBytes);
  for (size_t s = 0; s < mem.subs.size(); ++s)
    address += mem.subs[s] * pattern.strideBytes[s];
  return address;
}

IndexExpr Function::laneStrideBytes(const MemRef &mem, unsigned dim) const {
  const MemPattern &pattern = patterns[mem.pattern];
  assert(dim < mem.laneSteps.size() && mem.laneSteps[dim].size() == pattern.strideBytes.size());
  IndexExpr stride;
  for (size_t s = 0; s < pattern.strideBytes.size(); ++s)
    stride += mem.laneSteps[dim][s] * pattern.strideBytes[s];
  return stride;
}

ValueId Function::addValue(VectorType type, std::string name) {
  values.emplace_back(Value{std::move(type), std::move(name), ~0u});
  return values.size() - 1;
}

OpId Function::addOp(Op &&op) {
  op.id = OpId(ops.size());
  for (ValueId result : op.results)
    values[result].definition = op.id;
  return ops.emplace_back(std::move(op)).id;
}

BlockId Function::addBlock() {
  blocks.emplace_back();
  return blocks.size() - 1;
}

} // namespace vecify
