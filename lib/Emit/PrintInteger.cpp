// Integer arithmetic on scalars: it wraps, so what C leaves undefined is done on unsigned; divisions never trap.
//
//     add %a, %b : i32      (int)((unsigned)a + b)
//     add %a, %b : u8       (uint8_t)(a + b)
//     div %a, %b : u32      b == 0 ? 0 : a / b
#include "Printer.h"

namespace vecify {

/// As an operand of a bit operator: anything that compilers warn about without parentheses gets them.
static std::string cautious(const CText &text, Binding same) {
  return text.binding == same ? text.text : text.at(Binding::Unary);
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
    const ScalarType modulo = moduloOf(type);
    (a.c.isLiteral ? b : a).c = castTo(modulo, (a.c.isLiteral ? b : a).c);
  }
  const Binding right = binding == Binding::Sum && op.kind == OpKind::Add ? Binding::Product
                        : binding == Binding::Sum                         ? Binding::Product
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
    a.c = castTo(moduloOf(type), a.c);
  else if (a.c.isLiteral)
    a.c = castTo(isUnsignedWork ? moduloOf(type) : promoted(type), a.c);
  result.c = makeText(a.c.at(Binding::Unary) + (isLeft ? " << " : " >> ") + amount, Binding::Shift, type);
  if (isUnsignedWork || bitsOf(type) < 32)
    result.c = castTo(type, result.c);
  return result;
}

/// As compilers know it, for an amount of 0 too.
Snippet Printer::rotation(const Op &op) {
  const ScalarType type = F.typeOf(op.results[0]).element;
  const unsigned bits = bitsOf(type);
  for (ValueId v : op.operands)
    useAsName(v);
  Snippet x = typed(op.operands[0], type), result;
  result.absorb(x);
  if (x.c.isLiteral)
    x.c = castTo(type, x.c);
  std::string left, right;
  if (op.kind == OpKind::RotateLeft) {
    const Snippet amount = typed(op.operands[1], type);
    result.absorb(amount);
    const std::string mask = " & " + std::to_string(bits - 1) + ")", n = amount.c.at(Binding::Unary);
    left = "(" + n + mask;
    right = "(-" + n + mask;
  } else {
    left = std::to_string(op.ints[0]);
    right = std::to_string(bits - op.ints[0]);
  }
  const std::string text = x.c.at(Binding::Unary);
  result.c = makeText("(" + text + " << " + left + ") | (" + text + " >> " + right + ")", Binding::BitOr, type);
  if (bits < 32)
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
    const ScalarType modulo = moduloOf(type);
    const CText negated = makeText("0u - " + castTo(modulo, a.c).text, Binding::Sum, modulo);
    guarded =
        d + " == 0 || " + d + " == -1 ? " + (isDiv ? castTo(type, negated).text : std::string("0")) + " : " + text;
  } else {
    guarded = d + " == 0 ? 0 : " + text;
  }
  result.c = makeText(std::move(guarded), Binding::Conditional, type);
  if (bitsOf(type) < 32)
    result.c = castTo(type, result.c);
  return result;
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
    const std::string text = op.kind == OpKind::AvgUp     ? "(" + first + " + " + second + " + 1) >> 1"
                             : op.kind == OpKind::AvgDown ? "(" + first + " + " + second + ") >> 1"
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

} // namespace vecify
