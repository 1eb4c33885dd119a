// Ops on scalars as C expressions with the IR's meaning: integers wrap, so signed arithmetic that C leaves undefined
// is done on unsigned; divisions never trap.
#include "Printer.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace vecify {

using llvm::StringRef;

/// The value with the C type that arithmetic on `type` has.
Snippet Printer::typed(ValueId v, ScalarType type) {
  Snippet value = use(v);
  if (value.c.isLiteral || type == ScalarType::I1 || !isInteger(type))
    return value;
  const bool isIndex = type == ScalarType::Index;
  const ScalarType wanted = isIndex ? ScalarType::I64 : promoted(type);
  const ScalarType has = value.c.type == ScalarType::Index ? ScalarType::I64 : value.c.type;
  if (has != wanted)
    value.c = castTo(promoted(type), value.c);
  return value;
}

Snippet Printer::comparison(const Op &op) {
  const ScalarType type = F.typeOf(op.operands[0]).element;
  Snippet a = typed(op.operands[0], type), b = typed(op.operands[1], type), result;
  result.absorb(a);
  result.absorb(b);
  if (type == ScalarType::Index) {
    // An int compares with a ptrdiff_t as it is.
    const CText plainA = use(op.operands[0]).c, plainB = use(op.operands[1]).c;
    if (plainA.type == ScalarType::I32 && isSignedInteger(plainB.type))
      a.c = plainA;
    if (plainB.type == ScalarType::I32 && isSignedInteger(plainA.type))
      b.c = plainB;
  }
  static const char *const signs[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
  const unsigned which = unsigned(op.kind) - unsigned(OpKind::CmpEq);
  const Binding binding = which < 2 ? Binding::Equality : Binding::Relation;
  result.c = makeText(a.c.at(Binding::Shift) + signs[which] + b.c.at(Binding::Shift), binding, ScalarType::I1);
  return result;
}

/// a < b ? a : b
Snippet Printer::choice(const Op &op, StringRef relation) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  if (op.operands[0] == op.operands[1])
    return typed(op.operands[0], type);
  useAsName(op.operands[0]);
  useAsName(op.operands[1]);
  // Of integers a constant reads better behind: n > 0 ? n : 0.
  const Op *first = F.definitionOf(op.operands[0]);
  const bool isSwapped =
      (op.kind == OpKind::Min || op.kind == OpKind::Max) && first && first->kind == OpKind::Constant;
  const Snippet a = typed(op.operands[isSwapped], type), b = typed(op.operands[!isSwapped], type);
  Snippet result;
  result.absorb(a);
  result.absorb(b);
  result.c = makeText(a.c.at(Binding::Shift) + " " + relation.str() + " " + b.c.at(Binding::Shift) + " ? " +
                          a.c.at(Binding::LogicalOr) + " : " + b.c.at(Binding::LogicalOr),
                      Binding::Conditional, type);
  return result;
}

Snippet Printer::cast(const Op &op) {
  const ScalarType from = F.typeOf(op.operands[0]).element, to = F.typeOf(op.results[0]).element;
  Snippet value = use(op.operands[0]);
  if (from == ScalarType::I1) {
    if (promoted(to) != ScalarType::I32)
      value.c = castTo(to, value.c);
    return value;
  }
  if (to == ScalarType::I1) {
    value.c = makeText(value.c.at(Binding::Shift) + " != 0", Binding::Equality, to);
    return value;
  }
  value = typed(op.operands[0], from);
  // A subscript may stay as narrow as it is; whoever computes with it widens it.
  if (to == ScalarType::Index && from != ScalarType::U64 && isInteger(from))
    return value;
  // C's promotion does this one.
  const bool isPromotion = to == ScalarType::I32 && isInteger(from) && bitsOf(from) < 32;
  if (isPromotion)
    return value;
  if (value.c.isLiteral && isInteger(to) && bitsOf(to) == 64 && isSignedInteger(from))
    return value;
  value.c = castTo(to, value.c);
  return value;
}

/// Between a float and an integer through a union in a preamble function; between integers a cast.
Snippet Printer::bitcast(const Op &op) {
  const ScalarType from = F.typeOf(op.operands[0]).element, to = F.typeOf(op.results[0]).element;
  Snippet value = typed(op.operands[0], from);
  if (isFloat(from) == isFloat(to)) {
    value.c = castTo(to, value.c);
    return value;
  }
  const std::string bits = std::to_string(bitsOf(from));
  const std::string function = isFloat(to) ? "vecify_float" + bits + "_of_bits" : "vecify_bits_of_float" + bits;
  Preamble.insert(function);
  value.c = makeText(function + "(" + value.c.text + ")", Binding::Primary,
                     isFloat(to) ? to : integerType(bitsOf(to), false));
  if (isSignedInteger(to))
    value.c = castTo(to, value.c);
  ++value.depth;
  return value;
}

Snippet Printer::call(const Op &op, StringRef function) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  Snippet result;
  std::string name = (T.isSimt ? "" : "__builtin_") + function.str();
  if (type == ScalarType::F32)
    name += "f";
  std::string arguments;
  for (ValueId v : op.operands) {
    const Snippet value = use(v);
    result.absorb(value);
    arguments += (arguments.empty() ? "" : ", ") + value.c.text;
  }
  result.c = makeText(name + "(" + arguments + ")", Binding::Primary, type);
  ++result.depth;
  return result;
}

Snippet Printer::fused(const Op &op) {
  const bool negatesProduct = op.kind == OpKind::Fnma || op.kind == OpKind::Fnms;
  const bool negatesAddend = op.kind == OpKind::Fms || op.kind == OpKind::Fnms;
  const Snippet a = use(op.operands[0]), b = use(op.operands[1]), c = use(op.operands[2]);
  Snippet result;
  result.absorb(a);
  result.absorb(b);
  result.absorb(c);
  const ScalarType type = F.typeOf(op.results[0]).element;
  const auto negated = [](const CText &text, bool isNegative) {
    if (!isNegative)
      return text.text;
    return text.text[0] == '-' ? "-(" + text.text + ")" : "-" + text.at(Binding::Unary);
  };
  result.c = makeText(std::string(T.isSimt ? "" : "__builtin_") + (type == ScalarType::F32 ? "fmaf(" : "fma(") +
                          negated(a.c, negatesProduct) + ", " + b.c.text + ", " + negated(c.c, negatesAddend) + ")",
                      Binding::Primary, type);
  ++result.depth;
  return result;
}

Snippet Printer::scalar(OpId id) {
  const Op &op = F.ops[id];
  const ScalarType type = op.results.empty() ? ScalarType::I32 : F.typeOf(op.results[0]).element;
  const bool isFloating = isFloat(type);
  const bool isRead = op.kind == OpKind::TransferRead || op.kind == OpKind::Load;
  if ((type == ScalarType::F16 || type == ScalarType::BF16) && !(T.aie && isRead)) {
    fail(op, "no scalar arithmetic on half precision");
    return {};
  }
  Snippet result;
  switch (op.kind) {
  case OpKind::Constant:
    result.c = isFloating ? floatLiteral(type, op.fpValue) : integerLiteral(type, op.intValue);
    if (!isFloating)
      result.c.isLiteral = true;
    if (type == ScalarType::I1)
      result.c = makeText(op.intValue ? "1" : "0", Binding::Primary, type);
    if (T.isSimt && isFloating && !std::isfinite(op.fpValue))
      result.c =
          makeText(std::string(std::signbit(op.fpValue) ? "-" : "") + (std::isnan(op.fpValue) ? "NAN" : "INFINITY"),
                   std::signbit(op.fpValue) ? Binding::Unary : Binding::Primary, type);
    return result;
  case OpKind::Broadcast:
  case OpKind::MaskCast:
  case OpKind::FpFence:
    return use(op.operands[0]);
  case OpKind::TransferRead:
  case OpKind::Load:
    if (op.operands.size() > op.mem.indirectSubs.size() || !op.mem.indirectSubs.empty())
      fail(op, "a scalar access has no mask and no index vector");
    result = lvalue(op.mem);
    if (Kernels && F.arrays[F.patterns[op.mem.pattern].array].space == ArrayInfo::Scratch)
      result.c = makeText("vecify_read(&" + result.c.text + ", stream)", Binding::Primary, type);
    result.loads.push_back(id);
    return result;
  case OpKind::Address:
    result = lvalue(op.mem);
    result.c = makeText("(ptrdiff_t)(uintptr_t)&" + result.c.at(Binding::Unary), Binding::Unary, ScalarType::Index);
    result.c.type = ScalarType::Index;
    return result;
  case OpKind::TransferWrite:
  case OpKind::Store: {
    result = lvalue(op.mem);
    const ScalarType stored = F.typeOf(op.operands[0]).element;
    const Snippet value = typed(op.operands[0], stored);
    result.absorb(value);
    result.c = makeText(result.c.text + " = " + value.c.text, Binding::Conditional, stored);
    return result;
  }
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
    return arithmetic(op);
  case OpKind::Div:
    return isFloating ? arithmetic(op) : division(op);
  case OpKind::Rem:
    return isFloating ? call(op, "fmod") : division(op);
  case OpKind::Neg: {
    result = typed(op.operands[0], type);
    if (isFloating || !isSignedInteger(type) || bitsOf(type) < 32 || type == ScalarType::Index || Options.signedWraps) {
      result.c = makeText((result.c.text[0] == '-' ? "-(" + result.c.text + ")" : "-" + result.c.at(Binding::Unary)),
                          Binding::Unary, type);
      if (!isFloating && bitsOf(type) < 32)
        result.c = castTo(type, result.c);
      return result;
    }
    const ScalarType modulo = moduloOf(type);
    result.c = castTo(type, makeText("0u - " + castTo(modulo, result.c).text, Binding::Sum, modulo));
    return result;
  }
  case OpKind::Abs: {
    if (isFloating)
      return call(op, "fabs");
    useAsName(op.operands[0]);
    result = typed(op.operands[0], type);
    if (!isSignedInteger(type))
      return result;
    const ScalarType modulo = moduloOf(type);
    const std::string value = result.c.at(Binding::Unary);
    result.c = makeText(value + " < 0 ? " +
                            castTo(type, makeText("0u - " + castTo(modulo, result.c).text, Binding::Sum, modulo)).text +
                            " : " + value,
                        Binding::Conditional, type);
    return result;
  }
  case OpKind::RecoverProduct: {
    std::string arguments;
    for (ValueId operand : op.operands) {
      const Snippet argument = typed(operand, type);
      result.absorb(argument);
      arguments += argument.c.text + ", ";
    }
    const std::string recover = "vecify_recover_" + cSpelling(type).str();
    Preamble.insert(recover);
    result.c = makeText(recover + "(" + arguments + std::to_string(op.ints[0]) + ")", Binding::Primary, type);
    return result;
  }
  case OpKind::Popcount:
  case OpKind::LeadingZeros: {
    result = typed(op.operands[0], type);
    const std::string x = result.c.text, suffix = bitsOf(type) > 32 ? "ll(" : "(";
    if (op.kind == OpKind::Popcount)
      result.c = makeText("__builtin_popcount" + suffix + x + ")", Binding::Primary, type);
    else
      result.c =
          makeText("((" + x + ") != 0 ? __builtin_clz" + suffix + x + ") : " + std::to_string(bitsOf(type)) + ")",
                   Binding::Primary, type);
    return result;
  }
  case OpKind::Min:
  case OpKind::CMin:
    return choice(op, "<");
  case OpKind::Max:
  case OpKind::CMax:
    return choice(op, ">");
  case OpKind::FMin:
    return call(op, "fmin");
  case OpKind::FMax:
    return call(op, "fmax");
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::AndNot:
    return bitwise(op);
  case OpKind::Not:
    result = typed(op.operands[0], type);
    result.c = makeText((type == ScalarType::I1 ? "!" : "~") + result.c.at(Binding::Unary), Binding::Unary, type);
    if (type != ScalarType::I1 && bitsOf(type) < 32)
      result.c = castTo(type, result.c);
    return result;
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
    return shift(op);
  case OpKind::RotateLeft:
  case OpKind::RotateLeftImm:
    return rotation(op);
  case OpKind::Sqrt:
    return call(op, "sqrt");
  case OpKind::Floor:
    return call(op, "floor");
  case OpKind::Ceil:
    return call(op, "ceil");
  case OpKind::Trunc:
    return call(op, "trunc");
  case OpKind::Rint:
    return call(op, "rint");
  case OpKind::Round:
    return call(op, "round");
  case OpKind::CopySign:
    return call(op, "copysign");
  case OpKind::MathCall:
    return call(op, textOf(op.function));
  case OpKind::Fma:
  case OpKind::Fms:
  case OpKind::Fnma:
  case OpKind::Fnms:
    return fused(op);
  case OpKind::AddSat:
  case OpKind::SubSat:
  case OpKind::AvgUp:
  case OpKind::AvgDown:
  case OpKind::MulHigh:
    return widened(op);
  case OpKind::CmpEq:
  case OpKind::CmpNe:
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe:
    return comparison(op);
  case OpKind::Select: {
    const Snippet c = use(op.operands[0]), a = typed(op.operands[1], type), b = typed(op.operands[2], type);
    result.absorb(c);
    result.absorb(a);
    result.absorb(b);
    result.c =
        makeText(c.c.at(Binding::LogicalOr) + " ? " + a.c.at(Binding::LogicalOr) + " : " + b.c.at(Binding::LogicalOr),
                 Binding::Conditional, type);
    return result;
  }
  case OpKind::Cast:
    return cast(op);
  case OpKind::Bitcast:
    return bitcast(op);
  default:
    fail(op, "not an op on scalars");
    return result;
  }
}

} // namespace vecify
