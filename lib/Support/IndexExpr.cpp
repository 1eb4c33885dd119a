// Polynomials over int64 as a sorted list of terms.
//
//     3 + i*n - 2*j      {[] 3} {[i n] 1} {[j] -2}      terms ordered by their sorted symbols
//
// The list is canonical, so equality is memberwise. An overflow of a coefficient poisons the result and everything
// computed from it; nothing is ever rounded or wrapped.
#include "vecify/Support/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <map>

namespace vecify {
namespace {

using Symbols = llvm::SmallVector<SymbolId, 2>;

bool isBefore(llvm::ArrayRef<SymbolId> a, llvm::ArrayRef<SymbolId> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

Symbols product(llvm::ArrayRef<SymbolId> a, llvm::ArrayRef<SymbolId> b) {
  Symbols result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

} // namespace

IndexExpr::IndexExpr(int64_t constant) {
  if (constant != 0)
    Terms.push_back({{}, constant});
}

IndexExpr IndexExpr::symbol(SymbolId id) {
  IndexExpr result;
  result.Terms.push_back({{id}, 1});
  return result;
}

IndexExpr IndexExpr::operator+(const IndexExpr &other) const {
  IndexExpr result;
  result.Poisoned = Poisoned || other.Poisoned;
  auto a = Terms.begin(), b = other.Terms.begin();
  while (a != Terms.end() || b != other.Terms.end()) {
    if (b == other.Terms.end() || (a != Terms.end() && isBefore(a->symbols, b->symbols))) {
      result.Terms.push_back(*a++);
    } else if (a == Terms.end() || isBefore(b->symbols, a->symbols)) {
      result.Terms.push_back(*b++);
    } else {
      Term sum = *a;
      if (llvm::AddOverflow(a->coefficient, b->coefficient, sum.coefficient))
        result.Poisoned = true;
      if (sum.coefficient != 0)
        result.Terms.push_back(std::move(sum));
      ++a, ++b;
    }
  }
  return result;
}

IndexExpr IndexExpr::operator-() const { return *this * IndexExpr(-1); }
IndexExpr IndexExpr::operator-(const IndexExpr &other) const { return *this + -other; }

IndexExpr IndexExpr::scaled(int64_t factor) const {
  IndexExpr result = *this;
  if (factor == 0)
    result.Terms.clear();
  for (Term &term : result.Terms)
    if (llvm::MulOverflow(term.coefficient, factor, term.coefficient))
      result.Poisoned = true;
  return result;
}

IndexExpr IndexExpr::operator*(const IndexExpr &other) const {
  if (const std::optional<int64_t> factor = other.asConstant())
    return scaled(*factor);
  if (const std::optional<int64_t> factor = asConstant())
    return other.scaled(*factor);
  IndexExpr result;
  result.Poisoned = Poisoned || other.Poisoned;
  for (const Term &a : Terms) {
    IndexExpr row;
    for (const Term &b : other.Terms) {
      Term term{product(a.symbols, b.symbols), 0};
      if (llvm::MulOverflow(a.coefficient, b.coefficient, term.coefficient))
        result.Poisoned = true;
      if (term.coefficient != 0)
        row.Terms.push_back(std::move(term));
    }
    // Multiplying by a symbol can change the order of the terms: [i] < [j] but [i n] vs [j n] with n first.
    llvm::sort(row.Terms, [](const Term &x, const Term &y) { return isBefore(x.symbols, y.symbols); });
    result += row;
  }
  return result;
}

bool IndexExpr::operator<(const IndexExpr &other) const {
  if (Poisoned != other.Poisoned)
    return !Poisoned;
  return std::lexicographical_compare(Terms.begin(), Terms.end(), other.Terms.begin(), other.Terms.end(),
                                      [](const Term &a, const Term &b) {
                                        if (a.symbols != b.symbols)
                                          return isBefore(a.symbols, b.symbols);
                                        return a.coefficient < b.coefficient;
                                      });
}

std::optional<int64_t> IndexExpr::asConstant() const {
  if (Poisoned || Terms.size() > 1)
    return std::nullopt;
  if (Terms.empty())
    return 0;
  if (!Terms[0].symbols.empty())
    return std::nullopt;
  return Terms[0].coefficient;
}

int64_t IndexExpr::constantTerm() const {
  return !Terms.empty() && Terms[0].symbols.empty() ? Terms[0].coefficient : 0;
}

std::optional<SymbolId> IndexExpr::asSymbol() const {
  if (Poisoned || Terms.size() != 1 || Terms[0].coefficient != 1 || Terms[0].symbols.size() != 1)
    return std::nullopt;
  return Terms[0].symbols[0];
}

bool IndexExpr::uses(SymbolId id) const {
  return llvm::any_of(Terms, [&](const Term &term) { return llvm::is_contained(term.symbols, id); });
}

unsigned IndexExpr::degreeIn(SymbolId id) const {
  unsigned degree = 0;
  for (const Term &term : Terms)
    degree = std::max(degree, unsigned(llvm::count(term.symbols, id)));
  return degree;
}

IndexExpr IndexExpr::coefficientOf(SymbolId id) const {
  assert(degreeIn(id) <= 1 && "the coefficient of a power is ambiguous");
  IndexExpr result;
  result.Poisoned = Poisoned;
  for (const Term &term : Terms) {
    if (!llvm::is_contained(term.symbols, id))
      continue;
    IndexExpr rest;
    Term without{{}, term.coefficient};
    llvm::copy_if(term.symbols, std::back_inserter(without.symbols), [&](SymbolId s) { return s != id; });
    rest.Terms.push_back(std::move(without));
    result += rest;
  }
  return result;
}

IndexExpr IndexExpr::substitute(SymbolId id, const IndexExpr &value) const {
  if (!uses(id))
    return *this;
  return substituteAll([&](SymbolId s) { return s == id ? value : symbol(s); });
}

IndexExpr IndexExpr::substituteAll(llvm::function_ref<IndexExpr(SymbolId)> value) const {
  IndexExpr result;
  result.Poisoned = Poisoned;
  for (const Term &term : Terms) {
    IndexExpr factor(term.coefficient);
    for (SymbolId s : term.symbols)
      factor = factor * value(s);
    result += factor;
  }
  return result;
}

IndexExpr IndexExpr::renamed(llvm::function_ref<SymbolId(SymbolId)> name) const {
  IndexExpr result = *this;
  bool isSorted = true;
  for (size_t t = 0; t < Terms.size(); ++t) {
    llvm::SmallVector<SymbolId, 2> &symbols = result.Terms[t].symbols;
    for (SymbolId &symbol : symbols)
      symbol = name(symbol);
    llvm::sort(symbols);
    isSorted &= t == 0 || isBefore(result.Terms[t - 1].symbols, symbols);
  }
  if (isSorted)
    return result;
  // Other terms come first now, or two have become one.
  IndexExpr sum;
  sum.Poisoned = Poisoned;
  for (Term &term : result.Terms) {
    IndexExpr summand;
    summand.Terms.push_back(std::move(term));
    sum += summand;
  }
  return sum;
}

llvm::SmallVector<SymbolId, 4> IndexExpr::symbols() const {
  llvm::SmallVector<SymbolId, 4> result;
  for (const Term &term : Terms)
    result.append(term.symbols.begin(), term.symbols.end());
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<IndexExpr> IndexExpr::dividedBy(int64_t divisor) const {
  assert(divisor != 0);
  if (divisor == -1)
    return -*this;
  IndexExpr result = *this;
  for (Term &term : result.Terms) {
    if (term.coefficient % divisor != 0)
      return std::nullopt;
    term.coefficient /= divisor;
  }
  return result;
}

std::string IndexExpr::print(llvm::function_ref<std::string(SymbolId)> name) const {
  if (Poisoned)
    return "<overflow>";
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isFirst = true;
  const auto printTerm = [&](const Term &term) {
    // Unsigned, so that INT64_MIN has a magnitude.
    const bool isNegative = term.coefficient < 0;
    const uint64_t magnitude = isNegative ? -uint64_t(term.coefficient) : uint64_t(term.coefficient);
    os << (isFirst ? (isNegative ? "-" : "") : (isNegative ? " - " : " + "));
    isFirst = false;
    if (term.symbols.empty() || magnitude != 1)
      os << magnitude << (term.symbols.empty() ? "" : "*");
    llvm::interleave(term.symbols, os, [&](SymbolId s) { os << name(s); }, "*");
  };
  for (const Term &term : Terms)
    if (!term.symbols.empty())
      printTerm(term);
  for (const Term &term : Terms)
    if (term.symbols.empty())
      printTerm(term);
  if (isFirst)
    os << '0';
  return text;
}

} // namespace vecify
