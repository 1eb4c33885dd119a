#include "vecify/Nest/TextInC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

std::string textInC(const Nest &nest, const IndexExpr &poly) {
  if (const std::optional<SymbolId> symbol = poly.asSymbol())
    return nest.symbols[*symbol].name;
  std::string text;
  const auto append = [&](const IndexExpr::Term &term) {
    const bool isNegative = term.coefficient < 0;
    const uint64_t magnitude = isNegative ? -uint64_t(term.coefficient) : uint64_t(term.coefficient);
    if (text.empty())
      text += isNegative ? "-" : "";
    else
      text += isNegative ? " - " : " + ";
    llvm::ListSeparator times(" * ");
    if (magnitude != 1 || term.symbols.empty())
      (text += times) += std::to_string(magnitude);
    bool isFirst = true;
    for (SymbolId id : term.symbols) {
      const Symbol &symbol = nest.symbols[id];
      const bool isName = llvm::all_of(symbol.name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
      text += times;
      // The first factor widens the rest of the product; unsigned arithmetic would wrap below zero.
      if ((isFirst && symbol.type != ScalarType::I64) || symbol.type == ScalarType::U64)
        text += "(ptrdiff_t)";
      text += isName ? symbol.name : "(" + symbol.name + ")";
      isFirst = false;
    }
  };
  for (const IndexExpr::Term &term : poly.terms())
    if (!term.symbols.empty())
      append(term);
  for (const IndexExpr::Term &term : poly.terms())
    if (term.symbols.empty())
      append(term);
  return text.empty() ? "0" : text;
}

std::string operandInC(const std::string &text) {
  int depth = 0;
  for (char c : text) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth == 0 && !llvm::isAlnum(c) && !llvm::StringRef("_.]>-)").contains(c))
      return "(" + text + ")";
  }
  // "-" and ">" only make an arrow here.
  std::string arrows = text;
  for (size_t at; (at = arrows.find("->")) != std::string::npos;)
    arrows.erase(at, 2);
  bool isOneGroup = !text.empty() && text.front() == '(' && text.find(')') == text.size() - 1;
  bool isPostfix = arrows.find_first_of("->") == std::string::npos && text.front() != '(';
  return isOneGroup || isPostfix ? text : "(" + text + ")";
}

} // namespace vecify
