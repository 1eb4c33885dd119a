// The part of a CUDA output that is the same for all kernels: checked calls, buffers, copies.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// What `code` needs; stands behind the includes, in C++.
std::string cudaRuntime(const Options &options, llvm::StringRef code);
/// --cuda-on-error=return: the function that says why, in C; else empty. `stem`: the file's name as an identifier.
std::string cudaErrorFunction(const Options &options, const std::string &stem);

} // namespace vecify
