// Index arithmetic: a polynomial with int64 coefficients over symbols, exact in Z.
//
//     a[i*n + 2*j - 1]   is   i*n + 2*j + -1      symbols i, j, n
//
// A symbol is a loop counter or an invariant value; what it means is said by the table of whoever uses the
// expression (Nest::symbols, or a Value of an IR function). Whatever is not polynomial (min, max, floordiv) is a
// symbol of its own, defined elsewhere. Canonical: equal polynomials compare equal and print alike.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

namespace vecify {

using SymbolId = uint32_t;

class IndexExpr {
public:
  /// coefficient * product of `symbols` (sorted, repeated for powers); no symbols: the constant.
  struct Term {
    llvm::SmallVector<SymbolId, 2> symbols;
    int64_t coefficient = 0;
    bool operator==(const Term &) const = default;
  };

  IndexExpr() = default; // zero
  IndexExpr(int64_t constant);
  static IndexExpr symbol(SymbolId id);

  IndexExpr operator+(const IndexExpr &other) const;
  IndexExpr operator-(const IndexExpr &other) const;
  IndexExpr operator*(const IndexExpr &other) const;
  IndexExpr operator-() const;
  IndexExpr &operator+=(const IndexExpr &other) { return *this = *this + other; }
  bool operator==(const IndexExpr &) const = default;
  /// A total order for deterministic containers; no mathematical meaning.
  bool operator<(const IndexExpr &other) const;

  /// Sorted by symbols, no zero coefficients; the constant term, if any, is first.
  llvm::ArrayRef<Term> terms() const & { return Terms; }
  llvm::ArrayRef<Term> terms() && = delete; // would dangle
  bool isZero() const { return Terms.empty(); }
  std::optional<int64_t> asConstant() const;
  int64_t constantTerm() const;
  /// The single symbol this is, with coefficient 1 and nothing else.
  std::optional<SymbolId> asSymbol() const;
  bool uses(SymbolId id) const;
  /// Highest power of `id`.
  unsigned degreeIn(SymbolId id) const;
  /// What multiplies `id` (degree at most 1 asserted): i*n + 3*i + j -> n + 3 for i.
  IndexExpr coefficientOf(SymbolId id) const;
  /// Every occurrence of `id` replaced by `value`.
  IndexExpr substitute(SymbolId id, const IndexExpr &value) const;
  /// Every symbol replaced by what `value` says for it.
  IndexExpr substituteAll(llvm::function_ref<IndexExpr(SymbolId)> value) const;
  /// Every symbol replaced by another; several may get the same name.
  IndexExpr renamed(llvm::function_ref<SymbolId(SymbolId)> name) const;
  /// All distinct symbols, ascending.
  llvm::SmallVector<SymbolId, 4> symbols() const;
  /// This / divisor where every coefficient is a multiple of it.
  std::optional<IndexExpr> dividedBy(int64_t divisor) const;
  /// True after an int64 overflow in a coefficient; such an expression must not be used.
  bool isPoisoned() const { return Poisoned; }

  /// "i*n + 2*j - 1", terms with symbols first, the constant last.
  std::string print(llvm::function_ref<std::string(SymbolId)> name) const;

private:
  IndexExpr scaled(int64_t factor) const;

  llvm::SmallVector<Term, 2> Terms;
  bool Poisoned = false;
};

} // namespace vecify
