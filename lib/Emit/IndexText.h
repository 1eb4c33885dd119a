// Index polynomials as C that is computed in ptrdiff_t, spelled as a person would.
//
//     n*i + n + j + 8    ->    (i + 1) * n + j + 8
//     n - 16, n an int   ->    (ptrdiff_t)n - 16        unless n's range shows that int is enough
#pragma once
#include "CText.h"
#include "vecify/Support/IndexExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace vecify {

/// What a symbol is called and may hold. `text.type` tells in which type C computes with it.
struct IndexSymbol {
  CText text;
  bool isParameter = false; ///< the others are counters and what is computed from them
  std::optional<int64_t> lo, hi;
};
using IndexSymbols = llvm::function_ref<IndexSymbol(SymbolId)>;

/// The value of `expr`. Its C type is ptrdiff_t, or size_t where such a symbol takes part (the same modulo 2^64), or
/// int where the ranges prove that nothing overflows it. What `wraps` is computed in uint64_t instead of ptrdiff_t.
CText indexText(const IndexExpr &expr, IndexSymbols symbols, bool wraps = false);

/// The greatest magnitude that any partial sum or product of `expr` can have, in bits.
double bitsOfSums(const IndexExpr &expr, IndexSymbols symbols);

/// Inclusive bounds of a symbol: what is known of it, within its type.
std::pair<int64_t, int64_t> rangeOf(const IndexSymbol &symbol);

} // namespace vecify
