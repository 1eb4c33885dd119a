// What all of the text is made of: tokens, names, polynomials.
#include "Text/Parser.h"
#include "vecify/IR/Verify.h"
#include <limits>

namespace vecify {

using llvm::StringRef;
using llvm::Twine;

llvm::Expected<Function> Parser::run() {
  if (!function() || !want(T.kind == Token::End, "text after the function"))
    return llvm::make_error<IrError>(WhyLoc, Why);
  return std::move(F);
}

bool Parser::fail(const Twine &message) {
  if (Why.empty()) {
    WhyLoc = here();
    Why = ((T.kind == Token::Broken ? Twine(T.content) : message) +
           (T.kind == Token::End ? Twine(", found the end")
                                 : ", found '" + T.text + "'"))
              .str();
  }
  return false;
}

bool Parser::accept(StringRef text) {
  if (!isNext(text))
    return false;
  advance();
  return true;
}

bool Parser::expect(StringRef text) {
  return accept(text) || fail("expected '" + text + "'");
}

bool Parser::integer(int64_t &value) {
  const bool isNegative = accept("-");
  uint64_t magnitude = 0;
  if (T.kind != Token::Number || T.text.getAsInteger(10, magnitude) ||
      magnitude > uint64_t(std::numeric_limits<int64_t>::max()) + isNegative)
    return fail("expected an integer");
  value = isNegative ? int64_t(-magnitude) : int64_t(magnitude);
  advance();
  return true;
}

bool Parser::string(std::string &value) {
  if (T.kind != Token::String)
    return fail("expected a string");
  value = T.content;
  advance();
  return true;
}

bool Parser::name(std::string &value) {
  if (T.kind != Token::Word)
    return string(value);
  value = T.text.str();
  advance();
  return true;
}

bool Parser::element(ScalarType &type) {
  const std::optional<ScalarType> found = parseScalarType(T.text);
  if (!found)
    return fail("expected an element type");
  type = *found;
  advance();
  return true;
}

bool Parser::type(VectorType &type) {
  const std::optional<VectorType> found = parseVectorType(T.text);
  if (!found)
    return fail("expected a type");
  type = *found;
  advance();
  return true;
}

bool Parser::value(ValueId &id) {
  if (!isValueNext())
    return fail("expected a value");
  const auto found = Values.find(T.content);
  if (found == Values.end())
    return fail("there is no value of this name here");
  id = found->second;
  advance();
  return true;
}

bool Parser::newValue(const Token &token, VectorType type, ValueId &id) {
  id = F.addValue(std::move(type), token.hint);
  if (!Values.try_emplace(token.content, id).second) {
    T = token;
    return fail("there are two values of this name");
  }
  return true;
}

bool Parser::array(uint32_t &id) {
  const auto found = Arrays.find(T.text);
  if (T.kind != Token::Word || found == Arrays.end())
    return fail("expected an array");
  id = found->second;
  advance();
  return true;
}

bool Parser::expr(IndexExpr &sum) {
  sum = IndexExpr();
  bool isNegative = accept("-");
  do {
    IndexExpr product;
    if (!factors(isNegative, product))
      return false;
    sum += product;
    isNegative = isNext("-");
  } while (accept("+") || accept("-"));
  return want(!sum.isPoisoned(), "the polynomial overflows");
}

bool Parser::factors(bool isNegative, IndexExpr &product) {
  // Wider than int64, whose smallest value has no positive counterpart.
  __int128 coefficient = isNegative ? -1 : 1;
  IndexExpr symbols(1);
  do {
    if (isValueNext()) {
      ValueId v;
      if (!value(v))
        return false;
      symbols = symbols * IndexExpr::symbol(v);
    } else {
      uint64_t magnitude = 0;
      if (T.kind != Token::Number || T.text.getAsInteger(10, magnitude))
        return fail("expected a polynomial");
      coefficient *= magnitude;
      if (coefficient != int64_t(coefficient))
        return fail("a coefficient overflows");
      advance();
    }
  } while (accept("*"));
  product = symbols * IndexExpr(int64_t(coefficient));
  return true;
}

llvm::Expected<Function> parseFunction(StringRef text) {
  return Parser(text).run();
}

} // namespace vecify
