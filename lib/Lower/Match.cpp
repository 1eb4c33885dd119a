// Small questions that every pattern asks; see Match.h.
#include "Match.h"
#include "vecify/Support/Decline.h"
#include <cmath>
#include <set>

namespace vecify {

const Op *definedBy(const Function &f, ValueId v, OpKind kind) {
  const Op *op = v == NoValue ? nullptr : f.definitionOf(v);
  return op && op->kind == kind ? op : nullptr;
}

ValueId beforeSign(const Function &f, ValueId v) {
  for (const Op *op = definedBy(f, v, OpKind::Bitcast);
       op && bitsOf(f.typeOf(op->operands[0]).element) == bitsOf(f.typeOf(v).element);
       op = definedBy(f, v, OpKind::Bitcast))
    v = op->operands[0];
  return v;
}

std::optional<ValueId> splatOf(const Function &f, ValueId v) {
  if (f.typeOf(v).isScalar())
    return v;
  if (const Op *broadcast = definedBy(f, v, OpKind::Broadcast))
    return splatOf(f, broadcast->operands[0]);
  return std::nullopt;
}

std::optional<int64_t> splatInt(const Function &f, ValueId v) {
  if (isFloat(f.typeOf(v).element))
    return std::nullopt;
  if (const Op *constant = definedBy(f, v, OpKind::Constant))
    return wrapTo(f.typeOf(v).element, constant->intValue);
  if (const Op *broadcast = definedBy(f, v, OpKind::Broadcast))
    return splatInt(f, broadcast->operands[0]);
  if (const Op *index = definedBy(f, v, OpKind::IndexValue))
    if (std::optional<int64_t> constant = index->index.asConstant())
      return wrapTo(f.typeOf(v).element, *constant);
  // Ops of a narrow type have constants of that of their sign.
  const Op *bits = definedBy(f, v, OpKind::Bitcast);
  if (bits && f.typeOf(v).shape == f.typeOf(bits->operands[0]).shape)
    if (const std::optional<int64_t> constant = splatInt(f, bits->operands[0]))
      return wrapTo(f.typeOf(v).element, *constant);
  return std::nullopt;
}

std::optional<double> splatFp(const Function &f, ValueId v) {
  if (!isFloat(f.typeOf(v).element))
    return std::nullopt;
  if (const Op *constant = definedBy(f, v, OpKind::Constant))
    return constant->fpValue;
  if (const Op *broadcast = definedBy(f, v, OpKind::Broadcast))
    return splatFp(f, broadcast->operands[0]);
  return std::nullopt;
}

bool isAllZeros(const Function &f, ValueId v) {
  const std::optional<double> number = splatFp(f, v);
  return number ? *number == 0 && !std::signbit(*number) : splatInt(f, v) == 0;
}

int64_t wrapTo(ScalarType type, int64_t value) {
  unsigned bits = bitsOf(type);
  if (bits >= 64)
    return value;
  uint64_t low = uint64_t(value) & ((uint64_t(1) << bits) - 1);
  if (isUnsignedInteger(type) || type == ScalarType::I1)
    return int64_t(low);
  return int64_t(low << (64 - bits)) >> (64 - bits);
}

std::optional<unsigned> log2Exact(int64_t value) {
  if (value <= 0 || (value & (value - 1)))
    return std::nullopt;
  return llvm::Log2_64(uint64_t(value));
}

OpKind mirrored(OpKind compare) {
  switch (compare) {
  case OpKind::CmpLt:
    return OpKind::CmpGt;
  case OpKind::CmpLe:
    return OpKind::CmpGe;
  case OpKind::CmpGt:
    return OpKind::CmpLt;
  case OpKind::CmpGe:
    return OpKind::CmpLe;
  default:
    return compare;
  }
}

bool isLaneByLane(OpKind kind) {
  const OpClass of = classOf(kind);
  return of == OpClass::Elementwise || of == OpClass::ElementwiseInts || of == OpClass::Compare;
}

bool isMemory(OpKind kind) { return classOf(kind) == OpClass::Memory; }

bool areMadeAlike(const Function &f, llvm::ArrayRef<ValueId> values) {
  const Op *first = f.definitionOf(values[0]);
  return llvm::all_of(values, [&](ValueId v) {
    const Op *op = f.definitionOf(v);
    return op && op->kind == first->kind && op->ints == first->ints && op->fp == first->fp &&
           llvm::equal(op->operands, first->operands, [&](ValueId a, ValueId b) { return f.typeOf(a) == f.typeOf(b); });
  });
}

bool isWindow(const Op &op) {
  if (op.kind != OpKind::Shuffle || op.ints[0] <= 0 || op.ints[0] >= int64_t(op.ints.size()))
    return false;
  for (size_t l = 0; l < op.ints.size(); ++l)
    if (op.ints[l] != op.ints[0] + int64_t(l))
      return false;
  return true;
}

bool isPure(const Op &op) {
  return !isMemory(op.kind) && classOf(op.kind) != OpClass::Control && op.kind != OpKind::Yield &&
         op.kind != OpKind::Return && !isEffect(op.kind) && op.kind != OpKind::BlockReduce;
}

static void forEachSymbol(const IndexExpr &expr, llvm::function_ref<void(ValueId)> visit) {
  for (SymbolId symbol : expr.symbols())
    visit(symbol);
}

void forEachUse(const Op &op, llvm::function_ref<void(ValueId)> visit) {
  for (ValueId operand : op.operands)
    visit(operand);
  forEachSymbol(op.index, visit);
  for (const IndexExpr &sub : op.mem.subs)
    forEachSymbol(sub, visit);
  for (const auto &steps : op.mem.laneSteps)
    for (const IndexExpr &step : steps)
      forEachSymbol(step, visit);
}

void replaceUses(Op &op, llvm::function_ref<ValueId(ValueId)> value) {
  auto inExpr = [&](IndexExpr &expr) {
    bool changes = llvm::any_of(expr.symbols(), [&](SymbolId s) { return value(s) != s; });
    if (changes)
      expr = expr.renamed([&](SymbolId s) { return value(s); });
  };
  for (ValueId &operand : op.operands)
    operand = value(operand);
  inExpr(op.index);
  for (IndexExpr &sub : op.mem.subs)
    inExpr(sub);
  for (auto &steps : op.mem.laneSteps)
    for (IndexExpr &step : steps)
      inExpr(step);
}

void replaceUses(Function &f, llvm::function_ref<ValueId(ValueId)> value) {
  for (Op &op : f.ops)
    replaceUses(op, value);
}

int64_t nativeLanes(const Target &target, const LowerOptions &options, ScalarType element, int64_t n) {
  int64_t most = target.lanesOf(element, options.registerBits);
  int64_t power = n & -n;
  return std::max<int64_t>(1, std::min(power, most));
}

int64_t minorLanes(const VectorType &type) { return type.isScalar() ? 1 : type.shape.back(); }

VectorType withMinor(VectorType type, int64_t lanes) {
  assert(!type.isScalar() && "a scalar has no minor dim");
  type.shape.back() = lanes;
  return type;
}

unsigned registersLeft(const Function &f, llvm::ArrayRef<OpId> ops, const Target &target) {
  std::set<ValueId> inside, outside;
  for (OpId id : ops)
    inside.insert(f.ops[id].results.begin(), f.ops[id].results.end());
  for (OpId id : ops)
    for (ValueId operand : f.ops[id].operands)
      if (!f.typeOf(operand).isScalar() && !inside.count(operand))
        outside.insert(operand);
  return target.vectorRegisters - unsigned(std::min<size_t>(target.vectorRegisters, outside.size()));
}

std::string nameOfFactors(llvm::ArrayRef<int64_t> factors) {
  std::string name;
  for (int64_t factor : factors)
    name += (name.empty() ? "c" : "_") + std::string(factor < 0 ? "m" : "") + std::to_string(std::abs(factor));
  return name;
}

llvm::Error noVectorForm(const Function &f, const Op &op) {
  VectorType type;
  if (!op.results.empty())
    type = f.typeOf(op.results[0]);
  else if (!op.operands.empty())
    type = f.typeOf(op.operands[0]);
  if (isComparison(op.kind))
    type = f.typeOf(op.operands[0]);
  std::string what = textOf(op.kind).str();
  if (classOf(op.kind) == OpClass::Cast && !op.operands.empty())
    what += " from " + f.typeOf(op.operands[0]).text();
  return decline(op.loc, Reason::NoVectorForm, {what, type.text()});
}

} // namespace vecify
