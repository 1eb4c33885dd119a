// See WithinRows.h. Either text means the same address, so "surely" need not be proved.
#include "WithinRows.h"
#include "vecify/IR/Builder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>

namespace vecify {

/// -7, or -i - 7: what is no parameter is a counter or an end of one.
static bool isSurelyNegative(const Function &f, const IndexExpr &sub) {
  if (sub.constantTerm() >= 0)
    return false;
  return llvm::all_of(sub.terms(), [&](const IndexExpr::Term &term) {
    return term.coefficient < 0 && llvm::none_of(term.symbols, [&](SymbolId s) {
             return llvm::any_of(f.parameters, [&](const Parameter &p) { return p.value == s; });
           });
  });
}

/// The constant end of the loop that counts by `symbol`.
static std::optional<int64_t> endOf(const Function &f, SymbolId symbol) {
  for (const Op &op : f.ops)
    if (op.kind == OpKind::For && f.blocks[op.blocks[0]].arguments[0] == symbol)
      if (const Op *end = f.definitionOf(op.operands[1]); end && end->kind == OpKind::IndexValue)
        return end->index.asConstant();
  return std::nullopt;
}

/// The least that the subscript can be, taking every symbol for at least 0; nothing where that is not known.
static std::optional<int64_t> least(const Function &f, const IndexExpr &sub) {
  int64_t sum = sub.constantTerm();
  for (const IndexExpr::Term &term : sub.terms()) {
    if (term.coefficient >= 0) {
      const Op *named = term.symbols.size() == 1 ? f.definitionOf(term.symbols[0]) : nullptr;
      const bool isPolynomial = named && named->kind == OpKind::IndexValue && term.coefficient < INT32_MAX;
      if (const std::optional<int64_t> from = isPolynomial ? least(f, named->index) : std::nullopt)
        sum += term.coefficient * std::clamp<int64_t>(*from, 0, INT32_MAX);
      continue;
    }
    const std::optional<int64_t> end = term.symbols.size() == 1 ? endOf(f, term.symbols[0]) : std::nullopt;
    if (!end || std::abs(*end) > INT32_MAX || term.coefficient < INT32_MIN)
      return std::nullopt;
    sum += term.coefficient * (*end - 1);
  }
  return sum;
}

/// n - i - 32, i - 4. (The guards see to n - 4.)
static bool mayBeNegative(const Function &f, const IndexExpr &sub) {
  const bool isDownFromParameter = llvm::any_of(sub.terms(), [&](const IndexExpr::Term &term) {
    return llvm::any_of(f.parameters, [&](const Parameter &p) { return llvm::is_contained(term.symbols, p.value); });
  });
  return (sub.constantTerm() < 0 && !isDownFromParameter) || llvm::any_of(sub.terms(), [](const IndexExpr::Term &term) {
           return term.coefficient < 0 && !term.symbols.empty();
         });
}

bool mayBeginOutside(const Function &f, const Op &op) {
  const bool isMasked = op.kind == OpKind::MaskedLoad || op.kind == OpKind::MaskedStore;
  if (!isMasked || op.mem.subs.empty())
    return false;
  const Op *mask = f.definitionOf(maskOf(op, f));
  const bool isFirstLaneOn = mask && mask->kind == OpKind::CreateMask;
  if (!isFirstLaneOn && mayBeNegative(f, op.mem.subs[0]))
    return true;
  const auto walksDown = [&](const IndexExpr &sub) {
    return sub.constantTerm() < 0 && llvm::any_of(sub.terms(), [&](const IndexExpr::Term &term) {
             return term.coefficient < 0 && !term.symbols.empty() &&
                    llvm::none_of(f.parameters, [&](const Parameter &p) { return p.value == term.symbols[0]; });
           });
  };
  return op.mem.subs[0].asConstant().value_or(0) < 0 || llvm::any_of(llvm::drop_begin(op.mem.subs), walksDown);
}

bool hasRowsApart(const Function &f, const MemPattern &pattern) {
  return llvm::any_of(f.parameters, [&](const Parameter &p) {
    return p.isOpaque && !pattern.strideBytes.empty() && pattern.strideBytes[0].uses(p.value);
  });
}

bool isBeyondStruct(const Function &f, const MemPattern &pattern, const MemRef &mem) {
  const std::optional<int64_t> size = pattern.strideBytes[0].asConstant();
  for (unsigned d = 1; d < mem.subs.size(); ++d) {
    const std::optional<int64_t> step = pattern.strideBytes[d].asConstant(), from = least(f, mem.subs[d]);
    if (size && step && *step > 0 && from && *from > 0 && *from >= *size / *step)
      return true;
  }
  return false;
}

static void keepWithinRow(const Function &f, const MemPattern &pattern, MemRef &mem, unsigned d) {
  const std::optional<int64_t> step = pattern.strideBytes[d].asConstant();
  const std::optional<IndexExpr> row = step && *step > 0 ? pattern.strideBytes[d - 1].dividedBy(*step) : std::nullopt;
  if (!row || (d == 1 && hasRowsApart(f, pattern)))
    return;
  const IndexExpr &sub = mem.subs[d];
  const std::optional<int64_t> length = row->asConstant();
  if (length && *length <= 0)
    return;
  IndexExpr whole; // rows to go on
  if (isSurelyNegative(f, sub))
    whole = length ? -((*length - 1 - sub.constantTerm()) / *length) : -1;
  else if (const std::optional<int64_t> from = least(f, sub); length && from && *from >= *length)
    whole = *from / *length;
  mem.subs[d] = sub - whole * *row;
  mem.subs[d - 1] += whole;
}

void keepWithinRows(Function &f) {
  for (Op &op : f.ops) {
    if (op.mem.pattern == ~0u)
      continue;
    const MemPattern &pattern = f.patterns[op.mem.pattern];
    const llvm::StringRef text(pattern.text);
    // The rows of a member do not lie end to end.
    if (text.drop_front(std::min(text.size(), text.find("{0}]"))).contains('.'))
      continue;
    for (unsigned d = op.mem.subs.size(); d-- > 1;)
      keepWithinRow(f, pattern, op.mem, d);
  }
}

} // namespace vecify
