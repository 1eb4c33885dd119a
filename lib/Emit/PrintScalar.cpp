// Ops on scalars as C expressions with the IR's meaning: integers wrap, so signed arithmetic that C leaves undefined
// is done on unsigned; divisions never trap.
#include "Printer.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::StringRef;

static ScalarType unsignedOf(ScalarType type) { return integerType(bitsOf(type), false); }

static CText makeText(std::string text, Binding binding, ScalarType type) {
  CText result;
  result.text = std::move(text);
  result.binding = binding;
  result.type = promoted(type);
  return result;
}

/// As an operand of || or of a bit operator: anything that compilers warn about without parentheses gets them.
static std::string cautious(const CText &text, Binding same) {
  return text.binding == same ? text.text : text.at(Binding::Unary);
}

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

Snippet Printer::arithmetic(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  const bool isProduct = op.kind == OpKind::Mul;
  const Binding binding = isProduct ? Binding::Product : op.kind == OpKind::Div ? Binding::Product : Binding::Sum;
  const char *sign = isProduct ? " * " : op.kind == OpKind::Div ? " / " : op.kind == OpKind::Add ? " + " : " - ";
  Snippet a = typed(op.operands[0], type), b = typed(op.operands[1], type), result;
  result.absorb(a);
  result.absorb(b);
  // Products of halves of an int do not fit an int: 65535 * 65535.
  const bool mayOverflow = isInteger(type) && type != ScalarType::Index && !Options.signedWraps &&
                           ((isSignedInteger(type) && bitsOf(type) >= 32) || (type == ScalarType::U16 && isProduct));
  if (mayOverflow) {
    const ScalarType modulo = bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32;
    (a.c.isLiteral ? b : a).c = castTo(modulo, (a.c.isLiteral ? b : a).c);
  }
  const Binding right = binding == Binding::Sum && op.kind == OpKind::Add ? Binding::Product
                        : binding == Binding::Sum                        ? Binding::Product
                                                                         : Binding::Unary;
  // "a - -1" would read as a decrement without the space; parentheses are clearer.
  std::string second = b.c.text[0] == '-' && b.c.binding >= right ? "(" + b.c.text + ")" : b.c.at(right);
  result.c = makeText(a.c.at(binding) + sign + second, binding, type);
  if (mayOverflow || (isInteger(type) && bitsOf(type) < 32))
    result.c = castTo(type, result.c);
  if (type == ScalarType::Index)
    result.c.type = ScalarType::Index;
  return result;
}

Snippet Printer::bitwise(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  Snippet a = use(op.operands[0]), b = use(op.operands[1]), result;
  result.absorb(a);
  result.absorb(b);
  if (type == ScalarType::I1) {
    const bool isXor = op.kind == OpKind::Xor, isOr = op.kind == OpKind::Or;
    const Binding binding = isXor ? Binding::Equality : isOr ? Binding::LogicalOr : Binding::LogicalAnd;
    const auto side = [&](const CText &text) {
      const bool isPlain = text.binding == binding ? !isXor : text.binding > Binding::BitOr && !isXor;
      return isPlain ? text.text : text.at(Binding::Unary);
    };
    const std::string first = op.kind == OpKind::AndNot ? "!" + a.c.at(Binding::Unary) : side(a.c);
    result.c = makeText(first + (isXor ? " != " : isOr ? " || " : " && ") + side(b.c), binding, type);
    return result;
  }
  // n & -16 is the same in n's own type.
  const bool roundsDown = op.kind == OpKind::And && type == ScalarType::Index && b.c.isLiteral;
  if (!roundsDown) {
    a = typed(op.operands[0], type);
    b = typed(op.operands[1], type);
  }
  const bool isAnd = op.kind == OpKind::And || op.kind == OpKind::AndNot;
  const Binding binding = isAnd ? Binding::BitAnd : op.kind == OpKind::Or ? Binding::BitOr : Binding::BitXor;
  const char *sign = isAnd ? " & " : op.kind == OpKind::Or ? " | " : " ^ ";
  std::string first = cautious(a.c, binding);
  if (op.kind == OpKind::AndNot)
    first = "~" + a.c.at(Binding::Unary);
  result.c = makeText(first + sign + b.c.at(Binding::Unary), binding, type);
  if (roundsDown)
    result.c.type = a.c.type;
  return result;
}

Snippet Printer::shift(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  const bool isLeft = op.kind == OpKind::Shl || op.kind == OpKind::ShlImm || op.kind == OpKind::ShlUniform;
  Snippet a = typed(op.operands[0], type), result;
  std::string amount = op.ints.empty() ? "" : std::to_string(op.ints[0]);
  result.absorb(a);
  if (op.operands.size() > 1) {
    const Snippet b = use(op.operands[1]);
    result.absorb(b);
    amount = b.c.at(Binding::Unary);
  }
  const bool isUnsignedWork = isLeft && isSignedInteger(type);
  if (isUnsignedWork && !a.c.isLiteral)
    a.c = castTo(bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32, a.c);
  else if (a.c.isLiteral)
    a.c = castTo(isUnsignedWork ? (bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32) : promoted(type), a.c);
  result.c = makeText(a.c.at(Binding::Unary) + (isLeft ? " << " : " >> ") + amount, Binding::Shift, type);
  if (isUnsignedWork || bitsOf(type) < 32)
    result.c = castTo(type, result.c);
  return result;
}

/// Where C would trap the result does not matter, but the program must go on.
Snippet Printer::division(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  const Op *divisor = F.definitionOf(op.operands[1]);
  const bool isSafe = divisor && divisor->kind == OpKind::Constant && divisor->intValue != 0 && divisor->intValue != -1;
  const bool isDiv = op.kind == OpKind::Div;
  if (!isSafe) {
    useAsName(op.operands[0]);
    useAsName(op.operands[1]);
  }
  Snippet a = typed(op.operands[0], type), b = typed(op.operands[1], type), result;
  result.absorb(a);
  result.absorb(b);
  std::string text = a.c.at(Binding::Product) + (isDiv ? " / " : " % ") + b.c.at(Binding::Unary);
  if (isSafe) {
    result.c = makeText(std::move(text), Binding::Product, type);
    if (bitsOf(type) < 32)
      result.c = castTo(type, result.c);
    return result;
  }
  const std::string d = b.c.at(Binding::Unary);
  std::string guarded;
  if (isSignedInteger(type)) {
    // x / -1 is -x and x % -1 is 0, without the overflow.
    const ScalarType modulo = bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32;
    const CText negated = makeText("0u - " + castTo(modulo, a.c).text, Binding::Sum, modulo);
    guarded = d + " == 0 || " + d + " == -1 ? " + (isDiv ? castTo(type, negated).text : std::string("0")) + " : " + text;
  } else {
    guarded = d + " == 0 ? 0 : " + text;
  }
  result.c = makeText(std::move(guarded), Binding::Conditional, type);
  if (bitsOf(type) < 32)
    result.c = castTo(type, result.c);
  return result;
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
  const Snippet a = typed(op.operands[0], type), b = typed(op.operands[1], type);
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
  value.c = makeText(function + "(" + value.c.text + ")", Binding::Primary, isFloat(to) ? to : unsignedOf(to));
  if (isSignedInteger(to))
    value.c = castTo(to, value.c);
  ++value.depth;
  return value;
}

/// Ops that need more bits than their type has: done in the next wider one.
Snippet Printer::widened(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  if (bitsOf(type) > 32) {
    fail(op, "no scalar form of this width");
    return {};
  }
  const ScalarType wide = integerType(bitsOf(type) == 32 ? 64 : 32, isSignedInteger(type));
  const ScalarType work = op.kind == OpKind::AddSat || op.kind == OpKind::SubSat ? ScalarType::I64 : wide;
  const bool isSaturating = op.kind == OpKind::AddSat || op.kind == OpKind::SubSat;
  Snippet a = typed(op.operands[0], type), b = typed(op.operands[1], type), result;
  result.absorb(a);
  result.absorb(b);
  const std::string first = castTo(work, a.c).text, second = b.c.at(Binding::Unary);
  if (!isSaturating) {
    const std::string text = op.kind == OpKind::AvgUp ? "(" + first + " + " + second + " + 1) >> 1"
                                                      : "(" + first + " * " + castTo(work, b.c).text + ") >> " +
                                                            std::to_string(bitsOf(type));
    result.c = castTo(type, makeText(text, Binding::Shift, work));
    return result;
  }
  const std::string function = "vecify_saturate";
  Preamble.insert(function);
  result.c = makeText(function + "(" + first + (op.kind == OpKind::AddSat ? " + " : " - ") + second + ", " +
                          integerLiteral(ScalarType::I64, minValue(type)).text + ", " +
                          integerLiteral(ScalarType::I64, maxValue(type)).text + ")",
                      Binding::Primary, ScalarType::I64);
  result.c = castTo(type, result.c);
  ++result.depth;
  return result;
}

Snippet Printer::call(const Op &op, StringRef function) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  Snippet result;
  std::string name = "__builtin_" + function.str();
  if (type == ScalarType::F32 && !(op.kind == OpKind::MathCall && function.ends_with("f") && function != "erf"))
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
  result.c = makeText(std::string(type == ScalarType::F32 ? "__builtin_fmaf(" : "__builtin_fma(") +
                          negated(a.c, negatesProduct) + ", " + b.c.text + ", " + negated(c.c, negatesAddend) + ")",
                      Binding::Primary, type);
  ++result.depth;
  return result;
}

Snippet Printer::scalar(OpId id) {
  const Op &op = F.ops[id];
  const ScalarType type = op.results.empty() ? ScalarType::I32 : F.typeOf(op.results[0]).element;
  const bool isFloating = isFloat(type);
  if (type == ScalarType::F16 || type == ScalarType::BF16) {
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
    result.loads.push_back(id);
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
    const ScalarType modulo = bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32;
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
    const ScalarType modulo = bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32;
    const std::string value = result.c.at(Binding::Unary);
    result.c = makeText(value + " < 0 ? " + castTo(type, makeText("0u - " + castTo(modulo, result.c).text, Binding::Sum, modulo)).text +
                            " : " + value,
                        Binding::Conditional, type);
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
    return call(op, op.callee);
  case OpKind::Fma:
  case OpKind::Fms:
  case OpKind::Fnma:
  case OpKind::Fnms:
    return fused(op);
  case OpKind::AddSat:
  case OpKind::SubSat:
  case OpKind::AvgUp:
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
    result.c = makeText(c.c.at(Binding::LogicalOr) + " ? " + a.c.at(Binding::LogicalOr) + " : " + b.c.at(Binding::LogicalOr),
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
