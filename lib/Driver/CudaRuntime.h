// The part of a CUDA output that is the same for all kernels: checked calls, buffers, copies.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// What `code` needs; stands behind the includes, in C++.
std::string cudaRuntime(const Options &options, llvm::StringRef code);
/// Whether there is a function that says what failed: where functions return then, and for those on device pointers,
/// which cannot fall back.
bool tellsErrors(const Options &options, bool hasDeviceForms);
/// That function in C, or empty. `stem`: the file's name as an identifier.
std::string cudaErrorFunction(const Options &options, const std::string &stem, bool hasDeviceForms);

} // namespace vecify
