// See Lexer.h.
#include "Text/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {
namespace {

bool isWordChar(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }
bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

} // namespace

llvm::StringRef Lexer::takeWhile(bool (*belongs)(char)) {
  const llvm::StringRef taken = Rest.take_while(belongs);
  Rest = Rest.drop_front(taken.size());
  return taken;
}

void Lexer::skipBlanks() {
  while (!Rest.empty()) {
    if (Rest.starts_with("//")) {
      Rest = Rest.drop_until([](char c) { return c == '\n'; });
    } else if (llvm::isSpace(Rest.front())) {
      if (Rest.front() == '\n') {
        ++Line;
        LineStart = Rest.data() + 1;
      }
      Rest = Rest.drop_front();
    } else {
      return;
    }
  }
}

/// Behind the opening quote; escapes as Names.h's quoted() makes them.
std::string Lexer::takeString(Token &token) {
  std::string content;
  while (!Rest.empty() && Rest.front() != '"' && Rest.front() != '\n') {
    char c = Rest.front();
    Rest = Rest.drop_front();
    if (c == '\\' && !Rest.empty()) {
      c = Rest.front();
      Rest = Rest.drop_front();
      if (c == 'n') {
        c = '\n';
      } else if (llvm::isHexDigit(c) && !Rest.empty() &&
                 llvm::isHexDigit(Rest.front())) {
        c = char(llvm::hexDigitValue(c) * 16 +
                 llvm::hexDigitValue(Rest.front()));
        Rest = Rest.drop_front();
      }
    }
    content += c;
  }
  if (!Rest.consume_front("\"")) {
    token.kind = Token::Broken;
    return "a string without its closing quote";
  }
  return content;
}

/// An exponent's sign belongs to the number only after decimal digits: 1e-07,
/// but not 0x1e-07 nor 8xe.
void Lexer::takeNumber(Token &token) {
  token.kind = Token::Number;
  const llvm::StringRef mantissa =
      takeWhile([](char c) { return llvm::isDigit(c) || c == '.'; });
  const char *begin = mantissa.data();
  if ((Rest.starts_with("e-") || Rest.starts_with("e+")) && Rest.size() > 2 &&
      llvm::isDigit(Rest[2]))
    Rest = Rest.drop_front(2);
  takeWhile(isWordChar);
  token.text = llvm::StringRef(begin, Rest.data() - begin);
}

void Lexer::takeValue(Token &token) {
  token.kind = Token::Value;
  if (Rest.consume_front("\"")) {
    token.hint = takeString(token);
    if (token.kind == Token::Broken) {
      token.content = std::move(token.hint);
      return;
    }
  } else {
    const llvm::StringRef name = takeWhile(isNameChar);
    if (name.empty()) {
      token.kind = Token::Broken;
      token.content = "a % without a name";
      return;
    }
    if (!llvm::isDigit(name.front()))
      token.hint = name.str();
  }
  // "%x.1": the number only tells values of one hint apart.
  if (Rest.size() > 1 && Rest.front() == '.' && llvm::isDigit(Rest[1])) {
    Rest = Rest.drop_front();
    takeWhile(llvm::isDigit);
  }
}

Token Lexer::next() {
  skipBlanks();
  Token token;
  token.line = Line;
  token.column = Rest.data() - LineStart + 1;
  token.offset = Rest.data() - Start;
  if (Rest.empty())
    return token;
  const char *begin = Rest.data();
  const char c = Rest.front();
  if (llvm::isDigit(c)) {
    takeNumber(token);
  } else if (llvm::isAlpha(c) || c == '_') {
    token.kind = Token::Word;
    takeWhile(isWordChar);
  } else {
    Rest = Rest.drop_front();
    token.kind = Token::Symbol;
    if (c == '"') {
      token.kind = Token::String;
      token.content = takeString(token);
    } else if (c == '%') {
      takeValue(token);
    }
  }
  token.text = llvm::StringRef(begin, Rest.data() - begin);
  if (token.kind == Token::Value)
    token.content = token.text.str();
  return token;
}

} // namespace vecify
