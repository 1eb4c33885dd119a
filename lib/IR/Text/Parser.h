// Recursive descent over the text form, one function per construct; docs/IR.md
// has the grammar.
//
// Values, arrays and patterns are known by the names of the text. What the text
// says is not checked further: that is verify's.
#pragma once
#include "Text/Lexer.h"
#include "vecify/IR/Builder.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace vecify {

class Parser {
public:
  explicit Parser(llvm::StringRef text) : L(text), B(F, 0) { advance(); }
  llvm::Expected<Function> run();

private:
  // -- tokens; every function says false after an error
  void advance() { T = L.next(); }
  /// Records the first error only; always false.
  bool fail(const llvm::Twine &message);
  /// Of the token that comes next.
  Loc here() const { return {T.offset, T.line, T.column}; }
  bool want(bool holds, const llvm::Twine &message) {
    return holds || fail(message);
  }
  bool isNext(llvm::StringRef text) const {
    return (T.kind == Token::Word || T.kind == Token::Symbol) && T.text == text;
  }
  bool accept(llvm::StringRef text);
  bool expect(llvm::StringRef text);
  bool isValueNext() const { return T.kind == Token::Value; }
  bool integer(int64_t &value);
  template <class Small> bool small(Small &value) {
    int64_t wide = 0;
    if (!integer(wide))
      return false;
    value = Small(wide);
    return want(int64_t(value) == wide,
                "the integer " + llvm::Twine(wide) + " is out of range");
  }
  bool string(std::string &value);
  /// A word or a string.
  bool name(std::string &value);
  bool element(ScalarType &type);
  bool type(VectorType &type);
  /// What `item` parses, separated by commas, up to `close`, which is taken
  /// too.
  template <class Item> bool list(llvm::StringRef close, Item item) {
    if (accept(close))
      return true;
    do {
      if (!item())
        return false;
    } while (accept(","));
    return expect(close);
  }

  // -- names
  bool value(ValueId &id);
  /// A new value under the name that the token spells.
  bool newValue(const Token &token, VectorType type, ValueId &id);
  bool array(uint32_t &id);

  // -- polynomials: 4*%i*%n - %j + 3
  bool expr(IndexExpr &sum);
  bool factors(bool isNegative, IndexExpr &product);
  template <class Exprs> bool exprs(llvm::StringRef close, Exprs &list_) {
    return list(close, [&] {
      list_.emplace_back();
      return expr(list_.back());
    });
  }

  // -- the interface (ParseInterface.cpp)
  bool function();
  bool parameter();
  bool result();
  bool arrayInfo();
  bool pattern();
  bool guard();
  bool copyRange();

  // -- ops (ParseOps.cpp)
  /// Up to and with the closing brace of the block.
  bool ops();
  bool op();
  /// What stands between the op's name and the types of its results.
  bool attributes(Op &op, Token &literal, bool &isNegative,
                  llvm::SmallVectorImpl<Token> &arguments);
  bool operands(Op &op);
  bool operand(Op &op);
  bool types(size_t count);
  bool ints(Op &op);
  bool mathFunction(Op &op);
  bool combine(Op &op);
  bool constant(Op &op, const Token &literal, bool isNegative);
  bool memory(Op &op);
  /// (1, 0; 0, 1): the parts of one dim between semicolons.
  bool laneSteps(MemRef &mem);
  bool contract(ContractMaps &c);
  bool flag(FpFlags &fp);
  /// %i = %lower to %upper step %step carry(%s : 16xf32 = %s0)
  bool launchArguments(llvm::SmallVectorImpl<Token> &arguments);
  bool forHead(Op &op, llvm::SmallVectorImpl<Token> &arguments);
  /// Appends the op and reads its blocks.
  bool finish(Op op, FpFlags fp, llvm::ArrayRef<Token> results,
              llvm::ArrayRef<Token> arguments);

  Lexer L;
  Token T;
  std::string Why;
  Loc WhyLoc;
  Function F;
  Builder B;
  llvm::StringMap<ValueId> Values;
  llvm::StringMap<uint32_t> Arrays, Patterns;
  std::vector<std::pair<Token, uint32_t>> Disjoint;
  llvm::SmallVector<VectorType, 2>
      Types;           ///< of the results of the op being read
  unsigned OpLine = 0; ///< where its name stands
};

} // namespace vecify
