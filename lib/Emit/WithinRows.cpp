// See WithinRows.h. Either text means the same address, so "surely" need not be proved.
#include "WithinRows.h"
#include "llvm/ADT/STLExtras.h"

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

/// length, or i + length
static bool isSurelyBeyond(const IndexExpr &sub, int64_t length) {
  return sub.constantTerm() >= length &&
         llvm::all_of(sub.terms(), [](const IndexExpr::Term &term) { return term.coefficient > 0; });
}

bool mayBeginOutside(const Function &f, const Op &op) {
  const bool isMasked = op.kind == OpKind::MaskedLoad || op.kind == OpKind::MaskedStore;
  if (!isMasked || op.mem.subs.empty())
    return false;
  const auto walksDown = [&](const IndexExpr &sub) {
    return sub.constantTerm() < 0 && llvm::any_of(sub.terms(), [&](const IndexExpr::Term &term) {
             return term.coefficient < 0 && !term.symbols.empty() &&
                    llvm::none_of(f.parameters, [&](const Parameter &p) { return p.value == term.symbols[0]; });
           });
  };
  return op.mem.subs[0].asConstant().value_or(0) < 0 || llvm::any_of(llvm::drop_begin(op.mem.subs), walksDown);
}

static void keepWithinRow(const Function &f, const MemPattern &pattern, MemRef &mem, unsigned d) {
  const std::optional<int64_t> step = pattern.strideBytes[d].asConstant();
  const std::optional<IndexExpr> row = step && *step > 0 ? pattern.strideBytes[d - 1].dividedBy(*step) : std::nullopt;
  if (!row)
    return;
  const IndexExpr &sub = mem.subs[d];
  const std::optional<int64_t> length = row->asConstant();
  if (length && *length <= 0)
    return;
  IndexExpr whole; // rows to go on
  if (isSurelyNegative(f, sub))
    whole = length ? -((*length - 1 - sub.constantTerm()) / *length) : -1;
  else if (length && isSurelyBeyond(sub, *length))
    whole = sub.constantTerm() / *length;
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
