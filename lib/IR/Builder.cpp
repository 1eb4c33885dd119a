// Appending ops: ids are handed out in the order of creation, so a loop's id
// comes before those of its body.
#include "vecify/IR/Builder.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

namespace vecify {
namespace {

constexpr ValueId none = ~0u;

/// Flags say something about an op that computes; memory, shapes and control
/// have none, so that texts stay short.
bool takesFlags(const Op &op, const Function &f) {
  switch (classOf(op.kind)) {
  case OpClass::Elementwise:
  case OpClass::Compare:
  case OpClass::Cast:
  case OpClass::Callee:
  case OpClass::Combine:
  case OpClass::CombineInts:
  case OpClass::Contract:
    break;
  default:
    return false;
  }
  const auto computesFloats = [&](ValueId v) { return isFloat(f.typeOf(v).element); };
  return llvm::any_of(op.operands, computesFloats) || llvm::any_of(op.results, computesFloats);
}

/// The canonical intValue: extended from the bits of the element as its
/// signedness says; 1 or -1 for a true mask.
int64_t extended(ScalarType element, int64_t value) {
  if (isMask(element))
    return value == 0 ? 0 : element == ScalarType::I1 ? 1 : -1;
  const unsigned bits = bitsOf(element);
  if (bits == 64)
    return value;
  return isUnsignedInteger(element) ? int64_t(uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(bits))
                                    : llvm::SignExtend64(uint64_t(value), bits);
}

} // namespace

OpId Builder::append(Op op, llvm::ArrayRef<VectorType> results, llvm::StringRef name) {
  assert(B < F->blocks.size() && "no block to append to");
  op.results.clear();
  for (const VectorType &type : results)
    op.results.push_back(F->addValue(type, name.str()));
  op.loc = loc;
  op.fp = takesFlags(op, *F) ? fp : FpFlags();
  const OpId id = F->addOp(std::move(op));
  F->blocks[B].ops.push_back(id);
  return id;
}

ValueId Builder::create(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  return F->ops[append(std::move(op), {std::move(type)}, name)].results[0];
}

ValueId Builder::constant(VectorType type, int64_t value) {
  if (isFloat(type.element))
    return constantFp(std::move(type), double(value));
  Op op;
  op.kind = OpKind::Constant;
  op.intValue = extended(type.element, value);
  return F->ops[append(std::move(op), {std::move(type)})].results[0];
}

ValueId Builder::neutral(ReductionKind kind, const VectorType &type) {
  switch (kind) {
  case ReductionKind::Mul:
    return isFloat(type.element) ? constantFp(type, 1) : constant(type, 1);
  case ReductionKind::And:
    return constant(type, -1);
  case ReductionKind::Min:
    return constant(type, isUnsignedInteger(type.element) ? -1 : maxValue(type.element));
  case ReductionKind::Max:
    return constant(type, minValue(type.element));
  default:
    return isFloat(type.element) ? constantFp(type, -0.0) : constant(type, 0);
  }
}

ValueId Builder::constantFp(VectorType type, double value) {
  assert(isFloat(type.element));
  Op op;
  op.kind = OpKind::Constant;
  op.fpValue = value;
  return F->ops[append(std::move(op), {std::move(type)})].results[0];
}

ValueId Builder::index(IndexExpr expr, llvm::StringRef name) {
  Op op;
  op.kind = OpKind::IndexValue;
  op.index = std::move(expr);
  return F->ops[append(std::move(op), {VectorType::scalar(ScalarType::Index)}, name)].results[0];
}

ValueId Builder::broadcast(ValueId value, VectorType type) {
  if (F->typeOf(value) == type)
    return value;
  const std::string name = F->values[value].name;
  return create(OpKind::Broadcast, std::move(type), {value}, name);
}

ValueId Builder::cast(ValueId value, ScalarType element) {
  if (F->typeOf(value).element == element)
    return value;
  return create(OpKind::Cast, F->typeOf(value).withElement(element), {value});
}

ValueId Builder::iota(VectorType type, int64_t start, int64_t step) {
  Op op;
  op.kind = OpKind::Iota;
  op.ints = {start, step};
  return F->ops[append(std::move(op), {std::move(type)})].results[0];
}

ValueId Builder::reduce(ReductionKind combine, ValueId vector) {
  Op op;
  op.kind = OpKind::Reduce;
  op.combine = combine;
  op.operands = {vector};
  const VectorType type = VectorType::scalar(F->typeOf(vector).element);
  return F->ops[append(std::move(op), {type})].results[0];
}

ValueId Builder::extractSlice(ValueId value, llvm::ArrayRef<int64_t> offsets, VectorType type) {
  if (F->typeOf(value) == type)
    return value;
  Op op;
  op.kind = OpKind::ExtractSlice;
  op.operands = {value};
  op.ints.assign(offsets.begin(), offsets.end());
  const std::string name = F->values[value].name;
  return F->ops[append(std::move(op), {std::move(type)}, name)].results[0];
}

ValueId Builder::transferRead(VectorType type, MemRef mem, llvm::ArrayRef<ValueId> indexVectors, ValueId mask,
                              ValueId padding, llvm::StringRef name) {
  Op op;
  op.kind = OpKind::TransferRead;
  op.operands.assign(indexVectors.begin(), indexVectors.end());
  if (mask != none) {
    if (padding == none)
      padding = constant(VectorType::scalar(type.element), 0);
    op.operands.append({mask, padding});
  }
  op.mem = std::move(mem);
  return F->ops[append(std::move(op), {std::move(type)}, name)].results[0];
}

void Builder::transferWrite(ValueId value, MemRef mem, llvm::ArrayRef<ValueId> indexVectors, ValueId mask) {
  Op op;
  op.kind = OpKind::TransferWrite;
  op.operands.push_back(value);
  op.operands.append(indexVectors.begin(), indexVectors.end());
  if (mask != none)
    op.operands.push_back(mask);
  op.mem = std::move(mem);
  append(std::move(op));
}

OpId Builder::forLoop(ValueId lower, ValueId upper, ValueId step, llvm::ArrayRef<ValueId> inits,
                      llvm::StringRef ivName) {
  Op op;
  op.kind = OpKind::For;
  op.operands = {lower, upper, step};
  op.operands.append(inits.begin(), inits.end());
  const BlockId body = F->addBlock();
  op.blocks = {body};
  std::vector<ValueId> arguments = {F->addValue(VectorType::scalar(ScalarType::Index), ivName.str())};
  llvm::SmallVector<VectorType, 4> types;
  llvm::SmallVector<std::string, 4> names;
  for (ValueId init : inits) {
    types.push_back(F->typeOf(init));
    names.push_back(F->values[init].name);
    arguments.push_back(F->addValue(types.back(), names.back()));
  }
  F->blocks[body].arguments = std::move(arguments);
  const OpId id = append(std::move(op), types);
  for (size_t r = 0; r < names.size(); ++r)
    F->values[F->ops[id].results[r]].name = names[r];
  return id;
}

OpId Builder::ifOp(ValueId condition, llvm::ArrayRef<VectorType> results) {
  Op op;
  op.kind = OpKind::If;
  op.operands = {condition};
  const BlockId thenBlock = F->addBlock(), elseBlock = F->addBlock();
  op.blocks = {thenBlock, elseBlock};
  return append(std::move(op), results);
}

void Builder::yield(llvm::ArrayRef<ValueId> values) {
  Op op;
  op.kind = OpKind::Yield;
  op.operands.assign(values.begin(), values.end());
  append(std::move(op));
}

void Builder::ret(llvm::ArrayRef<ValueId> values) {
  Op op;
  op.kind = OpKind::Return;
  op.operands.assign(values.begin(), values.end());
  append(std::move(op));
}

ValueId maskOf(const Op &op, const Function &) {
  // What the operands are before the mask; see Ops.def.
  size_t before = 0;
  switch (op.kind) {
  case OpKind::TransferRead:
    before = op.mem.indirectSubs.size();
    break;
  case OpKind::TransferWrite:
    before = 1 + op.mem.indirectSubs.size();
    break;
  case OpKind::MaskedLoad:
    before = 0;
    break;
  case OpKind::MaskedStore:
  case OpKind::CompressStore:
  case OpKind::Gather:
    before = 1;
    break;
  case OpKind::Scatter:
    before = 2;
    break;
  default:
    return none;
  }
  return before < op.operands.size() ? op.operands[before] : none;
}

bool hasMask(const Op &op, const Function &f) { return maskOf(op, f) != none; }

} // namespace vecify
