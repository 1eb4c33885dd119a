// Words put together from their bytes.
#pragma once
#include "vecify/Lower/Lower.h"

namespace vecify {

/// Neighbouring bytes that are shifted into a word, or a word whose bytes are written beside each other, are one word
/// in memory, in reversed order perhaps; and a word whose bytes are shifted to each other's places is reversed by one
/// shuffle.
llvm::Expected<Function> joinedWords(const Function &function, const Target &target, const LowerOptions &options);

} // namespace vecify
