// Short ways from IR text to C text.
#pragma once
#include "vecify/Emit/Emit.h"
#include "vecify/IR/Verify.h"
#include "gtest/gtest.h"

namespace vecify {

/// Parses and verifies.
Function nativeFunction(llvm::StringRef text);
/// Emits for --target=`target`, as a loop at indentation 0 in a file with these identifiers.
EmittedKernel emitted(llvm::StringRef irText, llvm::StringRef target = "avx2", std::set<std::string> reserved = {},
                      bool signedWraps = false);
const Target &emitTarget(llvm::StringRef spec);

/// A whole file: preamble, outlined function, and `user` in which "@" stands for the vector part.
std::string fileWith(const EmittedKernel &kernel, llvm::StringRef target, bool outlined, llvm::StringRef user);
/// Both forms compile under every compiler and C standard without a warning. `types`: before everything else.
void expectCleanC(const EmittedKernel &kernel, llvm::StringRef target, llvm::StringRef user,
                  llvm::StringRef types = "");

} // namespace vecify
