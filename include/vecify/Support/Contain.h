// Keeps a bug of ours inside the nest that meets it: the rest of the file is still written.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace vecify {

/// Runs `body` on a thread with a deep stack and survives its crash: an assertion that fails, a bad access, a division
/// by zero, a recursion without end.
///
/// Returns: an error that names the signal. What body holds is then lost, and what it was writing must not be read.
llvm::Error contain(llvm::function_ref<void()> body);

} // namespace vecify
