// A loop of constant length as its iterations one after the other.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

/// Iterations of a For whose bounds and step are constants.
std::optional<int64_t> constantTrips(const Function &f, const Op &loop);

/// Emits `trips` iterations of `loop`; `rewriteOp` as for Rewriter::run, for each op of its body.
void writeOut(const Op &loop, int64_t trips, Rewriter &rewriter,
              llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp);

/// Emits one iteration of `loop` with these values of its counter and of what it carries; the values that it hands on.
llvm::SmallVector<ValueId, 4> writeIteration(const Op &loop, ValueId counter, llvm::ArrayRef<ValueId> carried,
                                             Rewriter &rewriter,
                                             llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp);

/// In all polynomials of the function: what `known` says for a symbol, if anything.
void substituteSymbols(Function &f, llvm::function_ref<std::optional<IndexExpr>(SymbolId)> known);

/// What loops leave that were written out: polynomials without the constants that were counters, and no dead ops.
Function withoutCounters(Function f);

} // namespace vecify
