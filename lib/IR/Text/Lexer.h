// Tokens of the text form.
//
//     word      func, transfer_read, x.1, inf        letters, digits, _ and .
//     number    16, 6x16xf32, 1.5e-07, 0x7ff8        starts with a digit
//     string    "const float *"
//     value     %acc.1  %"s->n"  %7                  a % with what follows
//     symbol    any other character
//
// `//` starts a comment that ends with the line.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace vecify {

struct Token {
  enum Kind : uint8_t {
    End,
    Word,
    Number,
    String,
    Value,
    Symbol,
    Broken
  } kind = End;
  llvm::StringRef text; ///< as written
  std::string content;  ///< String: unescaped; Value: the key of the value;
                        ///< Broken: what is wrong
  std::string
      hint; ///< Value: the hint without its number; empty when it has none
  unsigned line = 1, column = 1, offset = 0;
};

class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : Rest(text), Start(text.data()), LineStart(text.data()) {}
  Token next();

private:
  void skipBlanks();
  llvm::StringRef takeWhile(bool (*belongs)(char));
  std::string takeString(Token &token);
  void takeNumber(Token &token);
  void takeValue(Token &token);

  llvm::StringRef Rest;
  const char *Start, *LineStart;
  unsigned Line = 1;
};

} // namespace vecify
