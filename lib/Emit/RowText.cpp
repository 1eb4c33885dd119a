// See RowText.h.
#include "RowText.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

/// The signed number of the element's width that has the same bits.
static int64_t signedImage(ScalarType element, int64_t value) {
  const unsigned bits = bitsOf(element);
  if (bits >= 64)
    return value;
  const uint64_t low = uint64_t(value) << (64 - bits);
  return int64_t(low) >> (64 - bits);
}

static ScalarType signedOf(ScalarType element) { return integerType(std::max(8u, bitsOf(element)), true); }

static std::string lanesText(const VectorType &type, const Op &op, bool fromTheLast) {
  std::string text;
  for (int64_t n = type.lanes(), l = 0; l < n; ++l) {
    const int64_t lane = fromTheLast ? n - 1 - l : l;
    const uint64_t value = uint64_t(op.ints[0]) + uint64_t(lane) * uint64_t(op.ints[1]);
    text += (l ? ", " : "") + integerLiteral(signedOf(type.element), signedImage(type.element, int64_t(value))).text;
  }
  return text;
}

static std::string immediateText(const VectorType &type, const Op &op) {
  if (op.kind != OpKind::Constant)
    return op.ints.empty() ? "0" : std::to_string(op.ints[0]);
  if (isFloat(type.element))
    return floatLiteral(type.element, op.fpValue).text;
  if (type.element == ScalarType::I1 || isMask(type.element))
    return op.intValue ? "-1" : "0";
  const int64_t image = signedImage(type.element, op.intValue);
  const std::string number = integerLiteral(signedOf(type.element), image).text;
  // Intrinsics take signed numbers; which one it is in the source shows all the same. All ones are -1.
  if (!isUnsignedInteger(type.element) || image >= -1 || bitsOf(type.element) > 32)
    return number;
  return "(int" + std::to_string(bitsOf(type.element)) + "_t)" + integerLiteral(type.element, op.intValue).text;
}

/// "{0}" at `at`: the name between the braces, or nothing where the brace is C's own.
static std::optional<StringRef> placeholderAt(StringRef text, size_t at) {
  const size_t end = text.find('}', at);
  if (text[at] != '{' || end == StringRef::npos)
    return std::nullopt;
  const StringRef name = text.slice(at + 1, end);
  if (name.size() == 1 && llvm::isDigit(name[0]))
    return name;
  for (const char *known : {"mem", "imm", "xyzw", "part", "lanes", "senal", "i0", "i1", "i2", "T1"})
    if (name == known)
      return name;
  return std::nullopt;
}

unsigned mentions(StringRef rowText, unsigned index) { return rowText.count("{" + std::to_string(index) + "}"); }

/// Behind "(int16_t)(" a cast of an integer to uint16_t or int16_t changes nothing.
static void dropSignCast(StringRef before, CText &value) {
  if (!before.consume_back("_t)(") || value.binding != Binding::Unary)
    return;
  const size_t open = before.rfind('(');
  if (open == StringRef::npos)
    return;
  StringRef type = before.drop_front(open + 1), text = value.text;
  type.consume_front("u");
  if (text.consume_front("(") && (text.consume_front("u"), text.consume_front(type)) && text.consume_front("_t)")) {
    const std::string rest = text.str();
    value.text = rest;
    value.binding = isIdentifierText(rest) ? Binding::Primary : Binding::Unary;
  }
}

/// 200.0f is a uint8_t but no int8_t.
static bool isCastOfFloat(const Function &function, ValueId value) {
  const Op *definition = function.definitionOf(value);
  return definition && definition->kind == OpKind::Cast && isFloat(function.typeOf(definition->operands[0]).element);
}

/// "(const int *)" in front of what points to int32_t anyway.
static void dropPointerCast(std::string &text, StringRef element) {
  StringRef before(text), type;
  if (!before.consume_back(" *)"))
    return;
  const size_t open = before.rfind('(');
  if (element.empty() || open == StringRef::npos)
    return;
  type = before.drop_front(open + 1);
  type.consume_front("const ");
  if (type == element || (type == "int" && element == "int32_t"))
    text.resize(open);
}

CText fillRow(const Row &row, const Function &function, const Op &op, llvm::function_ref<CText(unsigned)> operand,
              StringRef address, StringRef element) {
  const StringRef pattern(row.text);
  if (pattern == "{0}")
    return operand(0);
  std::string text;
  for (size_t at = 0; at < pattern.size();) {
    const std::optional<StringRef> name = placeholderAt(pattern, at);
    if (!name) {
      text += pattern[at++];
      continue;
    }
    size_t next = at + name->size() + 2;
    const char after = next < pattern.size() ? pattern[next] : '\0';
    if (*name == "mem") {
      // The lvalue where the row dereferences.
      if (StringRef(text).ends_with("*") && !StringRef(text).ends_with(" *") && address.starts_with("&")) {
        text.pop_back();
        text += address.drop_front();
      } else {
        dropPointerCast(text, element);
        text += address;
      }
    } else if (*name == "imm") {
      text += immediateText(op.results.empty() ? function.typeOf(op.operands[0]) : function.typeOf(op.results[0]), op);
    } else if (*name == "xyzw") {
      text += "xyzw"[op.ints[0]];
    } else if (*name == "part") {
      text += std::to_string(op.ints[0] / function.typeOf(op.results[0]).lanes());
    } else if (*name == "T1") {
      text += StringRef(cSpelling(function.typeOf(op.operands[1]).element)).drop_back(2);
    } else if (name->size() == 2 && (*name)[0] == 'i') {
      text += std::to_string(op.ints[(*name)[1] - '0']);
    } else if (*name == "lanes" && op.kind == OpKind::Shuffle) {
      for (size_t l = 0; l < op.ints.size(); ++l)
        text += (l ? ", " : "") + std::to_string(op.ints[l]);
    } else if ((*name == "lanes" || *name == "senal") && op.kind == OpKind::FromLanes) {
      for (unsigned n = op.operands.size(), l = 0; l < n; ++l)
        text += (l ? ", " : "") + operand(*name == "lanes" ? l : n - 1 - l).text;
    } else if (*name == "lanes" || *name == "senal") {
      text += lanesText(function.typeOf(op.results[0]), op, *name == "senal");
    } else {
      CText value = operand((*name)[0] - '0');
      if (!isCastOfFloat(function, op.operands[(*name)[0] - '0']))
        dropSignCast(text, value);
      const char before = text.empty() ? '\0' : text.back();
      const bool isArgument = (before == '(' || StringRef(text).ends_with(", ")) && (after == ')' || after == ',');
      const char outside = text.size() < 2 ? '\0' : text[text.size() - 2];
      const bool isOwnParenthesis =
          before == '(' && after == ')' && !llvm::isAlnum(outside) && outside != '_' && outside != '>';
      // Behind a cast a unary expression needs none either.
      const Binding needed = outside == ')' ? Binding::Unary : Binding::Primary;
      if (isOwnParenthesis && value.binding >= needed) {
        text.pop_back();
        text += value.text;
        ++next;
      } else {
        text += isArgument ? value.text : value.at(Binding::Primary);
      }
    }
    at = next;
  }
  CText result;
  result.text = std::move(text);
  const VectorType *type = op.results.empty() ? nullptr : &function.typeOf(op.results[0]);
  if (type && type->isScalar())
    result.type = promoted(type->element);
  // "(int8_t)f(x)" is a cast; everything else is a call or a subscript.
  if (result.text[0] == '(' && !pattern.starts_with("({"))
    result.binding = Binding::Unary;
  return result;
}

} // namespace vecify
