// What the values, arrays and patterns of a function are called in its text.
//
//     %acc  %acc.1     values with the hint "acc", in the order of the text
//     %0  %1           values without a hint
//     %"s->n"          a hint that is no identifier
//     x  a1            arrays: the C name if it is a free identifier, else a1..
//     x  x.1           the patterns of array x
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

bool isIdentifier(llvm::StringRef text);
/// In double quotes, with \" \\ \n and \xx escapes.
std::string quoted(llvm::StringRef text);

class Names {
public:
  explicit Names(const Function &function);
  /// "%acc.1". Ids that do not exist get a text that does not parse: a broken
  /// function can still be shown.
  std::string value(ValueId v) const;
  std::string array(uint32_t a) const;
  std::string pattern(uint32_t p) const;
  /// Symbols in the order of the text, so that equal functions print alike
  /// however their values are numbered.
  std::string expr(const IndexExpr &expr) const;

private:
  std::vector<std::string> Values, Arrays, Patterns;
  std::vector<SymbolId> Ranks; ///< of each value, in the order of the text
  std::vector<ValueId> Ranked; ///< the inverse
};

} // namespace vecify
