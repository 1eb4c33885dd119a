// See Halves.h.
#include "Halves.h"
#include "Effort.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

void HalvesInOrder::run() {
  for (BlockId block = 0; block < F.blocks.size(); ++block) {
    unsigned writes = 0;
    for (OpId id : F.blocks[block].ops)
      Places[id] = {block, writes += isMemoryWrite(F.ops[id].kind) || !F.ops[id].blocks.empty()};
  }
  BlockEditor editor(F);
  Edit = &editor;
  editor.run([&](OpId id) {
    if (F.ops[id].results.size() != 1)
      return;
    Root = id;
    Known.clear();
    const Op root = F.ops[id];
    if (const std::optional<ValueId> all = narrowed(root)) {
      Replaced[root.results[0]] = *all;
      editor.drop();
    }
  });
  replaceUses(F, Replaced);
}

std::optional<Halves> HalvesInOrder::build(Halves natural) {
  if (const auto known = Known.find(natural); known != Known.end())
    return known->second;
  std::optional<Halves> result;
  if (natural.first == natural.second && isUniform(natural.first))
    result = natural;
  if (!result)
    result = made(natural);
  if (!result)
    result = laneByLane(natural);
  Known[natural] = result;
  return result;
}

std::optional<ValueId> HalvesInOrder::wholeOf(Halves natural, unsigned bits) {
  const Op *x = definition(natural.first, OpKind::Cast), *y = definition(natural.second, OpKind::Cast);
  if (!x || !y || typeOf(x->operands[0]) != typeOf(y->operands[0]))
    return std::nullopt;
  const VectorType source = typeOf(x->operands[0]);
  if (!isInteger(source.element) || bitsOf(source.element) > bits || source.element == ScalarType::I1)
    return std::nullopt;
  const Halves parts = {x->operands[0], y->operands[0]};
  if (bitsOf(source.element) == bits)
    return joined(parts);
  // In two stages; what has more bits holds unsigned numbers as signed ones.
  const std::optional<ValueId> narrow = joined(parts);
  const VectorType type = VectorType::vector(2 * source.lanes(), integerType(bits, true));
  if (!narrow || !hasRow(OpKind::Cast, type.element, source.element, type.lanes()))
    return std::nullopt;
  return insert(OpKind::Cast, type, {*narrow}, *narrow);
}

std::optional<ValueId> HalvesInOrder::joined(Halves parts) {
  const Op *x = definition(parts.first, OpKind::ExtractSlice), *y = definition(parts.second, OpKind::ExtractSlice);
  const int64_t lanes = typeOf(parts.first).lanes();
  if (x && y && x->operands[0] == y->operands[0] && y->ints[0] == x->ints[0] + lanes) {
    const ValueId whole = x->operands[0];
    if (typeOf(whole).lanes() == 2 * lanes)
      return whole;
    if (x->ints[0] % (2 * lanes))
      return std::nullopt;
    return insert(OpKind::ExtractSlice, withMinor(typeOf(whole), 2 * lanes), {whole}, {x->ints[0]}, whole);
  }
  return joinedLoads(parts);
}

/// Two reads side by side, as one where they are needed: nothing writes in between.
std::optional<ValueId> HalvesInOrder::joinedLoads(Halves parts) {
  const Op *x = definition(parts.first, OpKind::Load), *y = definition(parts.second, OpKind::Load);
  if (!x || !y || F.patterns[x->mem.pattern].array != F.patterns[y->mem.pattern].array || x->mem.unaligned ||
      y->mem.unaligned)
    return std::nullopt;
  const VectorType type = typeOf(parts.first), both = withMinor(type, 2 * type.lanes());
  const std::optional<int64_t> distance = (F.byteAddress(y->mem) - F.byteAddress(x->mem)).asConstant();
  if (distance != type.bits() / 8 || !T.find(OpKind::Load, type.element, unsigned(both.lanes())) ||
      Places.lookup(F.values[parts.first].definition) != Places.lookup(Root) ||
      Places.lookup(F.values[parts.second].definition) != Places.lookup(Root))
    return std::nullopt;
  Op load = *x;
  load.results.clear();
  return Edit->insert(std::move(load), both, F.values[parts.first].name);
}

std::optional<Halves> HalvesInOrder::laneByLane(Halves natural) {
  const Op *first = F.definitionOf(natural.first);
  if (!first || first->operands.empty() || !isLaneByLane(first->kind) ||
      !areMadeAlike(F, {natural.first, natural.second}))
    return std::nullopt;
  const Op x = *first, y = *F.definitionOf(natural.second);
  const VectorType type = typeOf(natural.first);
  Op low = x, high = y;
  for (size_t i = 0; i < x.operands.size(); ++i) {
    if (typeOf(x.operands[i]).isScalar() && x.operands[i] != y.operands[i])
      return std::nullopt;
    if (typeOf(x.operands[i]).isScalar())
      continue;
    if (typeOf(x.operands[i]).bits() != type.bits())
      return std::nullopt;
    const std::optional<Halves> operand = build({x.operands[i], y.operands[i]});
    if (!operand)
      return std::nullopt;
    low.operands[i] = operand->first, high.operands[i] = operand->second;
  }
  const std::string name = F.values[natural.first].name;
  const ValueId a = Edit->insert(std::move(low), type, name);
  return Halves{a, Edit->insert(std::move(high), type, name)};
}

bool HalvesInOrder::isUniform(ValueId v) const {
  const Op *op = F.definitionOf(v);
  return typeOf(v).isScalar() ||
         (op && (op->kind == OpKind::Constant || op->kind == OpKind::Broadcast || op->kind == OpKind::LoadSplat));
}

ValueId HalvesInOrder::insert(OpKind kind, const VectorType &type, llvm::ArrayRef<ValueId> operands,
                              llvm::ArrayRef<int64_t> ints, ValueId named) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  op.ints.assign(ints.begin(), ints.end());
  return Edit->insert(std::move(op), type, F.values[named].name);
}

ValueId HalvesInOrder::insertConstant(const VectorType &type, int64_t value) {
  Op constant;
  constant.kind = OpKind::Constant;
  constant.intValue = wrapTo(type.element, value);
  const ValueId scalar = Edit->insert(std::move(constant), VectorType::scalar(type.element));
  return Edit->insert(OpKind::Broadcast, type, {scalar});
}

Function lessToDo(const Function &before, const Function &after, const Target &target, const LowerOptions &options) {
  llvm::Expected<Function> old = mergeEqual(before, target, options), fresh = mergeEqual(after, target, options);
  if (!old || !fresh) {
    llvm::consumeError(old.takeError());
    llvm::consumeError(fresh.takeError());
    return before;
  }
  *old = sweep(std::move(*old));
  *fresh = sweep(std::move(*fresh));
  if (llvm::Error missing = requireRows(*fresh, target, options).takeError()) {
    llvm::consumeError(std::move(missing));
    return before;
  }
  return effortOf(*fresh, fresh->body, target) < effortOf(*old, old->body, target) ? std::move(*fresh) : before;
}

} // namespace vecify
