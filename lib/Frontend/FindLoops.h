// All loops of a function as a tree of entries, each with its nest or its decline.
#pragma once
#include "NestExtractor.h"

namespace vecify {

/// The loops of `function`, outermost first, in source order. Pragmas that lie in the function are attached to the
/// loop that follows; their mistakes go to `diagnostics`.
std::vector<LoopEntry> findLoops(const FileContext &file, const clang::FunctionDecl &function,
                                 std::vector<PragmaUse> &uses, clang::DiagnosticsEngine &diagnostics);

} // namespace vecify
