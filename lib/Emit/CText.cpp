// See CText.h.
#include "CText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace vecify {

llvm::StringRef cTypeName(ScalarType type) {
  switch (type) {
  case ScalarType::I32:
    return "int";
  case ScalarType::U32:
    return "unsigned";
  case ScalarType::I1:
    return "int";
  default:
    return cSpelling(type);
  }
}

ScalarType promoted(ScalarType type) {
  return isMask(type) || (isInteger(type) && bitsOf(type) < 32) ? ScalarType::I32 : type;
}

CText makeText(std::string text, Binding binding, ScalarType type) {
  CText result;
  result.text = std::move(text);
  result.binding = binding;
  result.type = promoted(type);
  return result;
}

ScalarType moduloOf(ScalarType type) { return bitsOf(type) == 64 ? ScalarType::U64 : ScalarType::U32; }

bool isIdentifierText(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

CText integerLiteral(ScalarType type, int64_t value) {
  CText result;
  result.type = promoted(type);
  result.isLiteral = true;
  if (type == ScalarType::U64) {
    result.text = std::to_string(uint64_t(value)) + (value < 0 ? "u" : "");
    return result;
  }
  if (type == ScalarType::U32 && value > INT32_MAX) {
    result.text = std::to_string(uint32_t(value)) + "u";
    return result;
  }
  // The most negative values have no literal of their own.
  const bool isWide = bitsOf(type) == 64;
  if (value == (isWide ? INT64_MIN : int64_t(INT32_MIN))) {
    result.text = std::to_string(value + 1) + " - 1";
    result.binding = Binding::Sum;
    return result;
  }
  result.text = std::to_string(value);
  if (value < 0)
    result.binding = Binding::Unary;
  return result;
}

CText floatLiteral(ScalarType type, double value) {
  CText result;
  result.type = type;
  const bool isSingle = type != ScalarType::F64;
  if (std::isnan(value) || std::isinf(value)) {
    result.text = std::isnan(value) ? (isSingle ? "__builtin_nanf(\"\")" : "__builtin_nan(\"\")")
                                    : (isSingle ? "__builtin_inff()" : "__builtin_inf()");
    if (std::signbit(value)) {
      result.text = "-" + result.text;
      result.binding = Binding::Unary;
    }
    return result;
  }
  // 1.0f / 32768.0f says more than 3.0517578e-05f, and 2147483648.0f than 2.1474836e+09f.
  int exponent = 0;
  const bool isPower = std::frexp(std::fabs(value), &exponent) == 0.5;
  if (isPower && exponent < -6 && exponent > -62) {
    const CText divisor = floatLiteral(type, std::ldexp(1.0, 1 - exponent));
    result.text = (value < 0 ? "-1.0" : "1.0") + std::string(isSingle ? "f / " : " / ") + divisor.text;
    result.binding = Binding::Product;
    return result;
  }
  if (isPower && exponent > 20 && exponent < 62) {
    result.text = std::to_string(int64_t(value)) + (isSingle ? ".0f" : ".0");
    if (value < 0)
      result.binding = Binding::Unary;
    return result;
  }
  char digits[64];
  for (int precision = 1; precision <= 17; ++precision) {
    std::snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (isSingle ? std::strtof(digits, nullptr) == float(value) : std::strtod(digits, nullptr) == value)
      break;
  }
  result.text = digits;
  if (llvm::StringRef(result.text).find_first_of(".e") == llvm::StringRef::npos)
    result.text += ".0";
  if (isSingle)
    result.text += "f";
  if (std::signbit(value))
    result.binding = Binding::Unary;
  return result;
}

CText castTo(ScalarType type, const CText &value) {
  CText result;
  result.text = "(" + cTypeName(type).str() + ")" + value.at(Binding::Unary);
  result.binding = Binding::Unary;
  result.type = promoted(type);
  return result;
}

} // namespace vecify
