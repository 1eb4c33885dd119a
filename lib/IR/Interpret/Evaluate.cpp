// One op on lane values: picks the family and checks what a caller of
// evaluate() may have got wrong.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "Verify/OpRules.h"
#include "vecify/IR/Interpret.h"

namespace vecify {
namespace {

uint64_t constantBits(const Op &op, ScalarType type) {
  if (isFloat(type))
    return withFormat(type, [&](auto format) {
      using Number = typename decltype(format)::Number;
      return std::isnan(op.fpValue) ? format.keep(Number(op.fpValue)) : format.fromDouble(op.fpValue);
    });
  if (isMask(type))
    return op.intValue == 0 ? 0 : canonical(type, ~uint64_t(0));
  return canonical(type, uint64_t(op.intValue));
}

void select(llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  for (size_t l = 0; l < out.size(); ++l)
    out[l] = operands[operands[0][l] ? 1 : 2][l];
}

void maskedAdd(ScalarType type, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  elementwise(OpKind::Add, type, operands[1], operands[2], {}, out);
  for (size_t l = 0; l < out.size(); ++l)
    if (!operands[0][l])
      out[l] = operands[1][l];
}

llvm::Error error(const llvm::Twine &text) { return llvm::createStringError(llvm::inconvertibleErrorCode(), text); }

} // namespace

const char *evaluateLanes(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const ScalarType type = f.typeOf(op.results[0]).element;
  const auto operand = [&](unsigned o) { return o < operands.size() ? operands[o] : Lanes(); };
  if (isAccumulation(op.kind)) {
    accumulate(op, f, operands, out);
    return nullptr;
  }
  switch (classOf(op.kind)) {
  case OpClass::Constant:
    std::fill(out.begin(), out.end(), constantBits(op, type));
    return nullptr;
  case OpClass::Elementwise:
    if (op.kind == OpKind::Select)
      select(operands, out);
    else if (op.kind == OpKind::MaskedAdd)
      maskedAdd(type, operands, out);
    else
      elementwise(op.kind, type, operand(0), operand(1), operand(2), out);
    return nullptr;
  case OpClass::ElementwiseInts:
    if (op.kind == OpKind::RecoverProduct)
      recoverProduct(type, operands, op.ints[0] != 0, out);
    else
      elementwise(op.kind, type, operand(0), uint64_t(op.ints[0]), {}, out);
    return nullptr;
  case OpClass::Compare:
    compare(op.kind, f.typeOf(op.operands[0]).element, operand(0), operand(1), type, out);
    return nullptr;
  case OpClass::Cast:
    if (op.kind == OpKind::Cast)
      cast(f.typeOf(op.operands[0]).element, type, operand(0), out);
    else if (op.kind == OpKind::Bitcast)
      bitcast(f.typeOf(op.operands[0]).element, type, operand(0), out);
    else if (op.kind == OpKind::MaskCast)
      for (size_t l = 0; l < out.size(); ++l)
        out[l] = canonical(type, operand(0)[l] ? ~uint64_t(0) : 0);
    else
      shapeOp(op, f, operands, out);
    return nullptr;
  case OpClass::Callee:
    mathCall(op.function, type, operands, out);
    return nullptr;
  case OpClass::Combine:
  case OpClass::CombineInts:
  case OpClass::Contract:
    reduction(op, f, operands, out);
    return nullptr;
  case OpClass::Ints:
    if (op.kind == OpKind::CompareWhere)
      compareWhere(Relation(op.ints[0]), f.typeOf(op.operands[0]).element, operands, type, out);
    else
      shapeOp(op, f, operands, out);
    return nullptr;
  case OpClass::Plain:
    if (op.kind == OpKind::Yield || op.kind == OpKind::Return)
      break;
    if (op.kind == OpKind::MulAddPairs || op.kind == OpKind::MulAddQuads || op.kind == OpKind::MulAddBytes ||
        op.kind == OpKind::DotAccumulate || op.kind == OpKind::SadOctets)
      reduction(op, f, operands, out);
    else
      shapeOp(op, f, operands, out);
    return nullptr;
  default:
    break;
  }
  return "has no meaning on lanes alone";
}

llvm::Expected<std::vector<uint64_t>> evaluate(const Op &op, const Function &function,
                                               llvm::ArrayRef<std::vector<uint64_t>> lanes) {
  const auto fail = [&](const llvm::Twine &why) { return error("'" + toText(function, op) + "': " + why); };
  if (lanes.size() != op.operands.size())
    return fail("needs lanes for " + llvm::Twine(op.operands.size()) + " operands");
  for (ValueId v : op.operands)
    if (v >= function.values.size())
      return fail("has an operand that is not there");
  if (op.results.size() != 1 || op.results[0] >= function.values.size() || !op.blocks.empty())
    return fail("has not one result");
  if (const std::string why = brokenRule(function, op); !why.empty())
    return fail(why);
  std::vector<std::vector<uint64_t>> operands(lanes);
  std::vector<Lanes> views;
  for (size_t o = 0; o < operands.size(); ++o) {
    const VectorType &type = function.typeOf(op.operands[o]);
    if (operands[o].size() != size_t(type.lanes()))
      return fail("operand " + llvm::Twine(o) + " needs " + llvm::Twine(type.lanes()) + " lanes");
    for (uint64_t &lane : operands[o])
      lane = canonical(type.element, lane);
    views.push_back(operands[o]);
  }
  std::vector<uint64_t> out(function.typeOf(op.results[0]).lanes());
  if (const char *why = evaluateLanes(op, function, views, out))
    return fail(why);
  return out;
}

} // namespace vecify
