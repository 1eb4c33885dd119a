// Loops that compilers turn into calls of the C library.
#pragma once
#include "vecify/Nest/Facts.h"
#include "vecify/Nest/Nest.h"

namespace vecify {

/// "memset", "memcpy" or "strlen" where gcc and clang at -O3 call that in place of the nest's innermost loop; else
/// empty. The library knows more ways than stores of registers, and from which size on each pays.
llvm::StringRef libraryCallFor(const Nest &nest, const Facts &facts);

} // namespace vecify
