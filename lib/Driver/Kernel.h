// What turns a rewritten C file into C++, for AI Engines and GPUs, and the manifest beside kernels.
#pragma once
#include "VectorizeNest.h"

namespace vecify {

/// Edits of one function's head: extern "C" for a kernel; a prototype in place of a function that is no kernel.
std::vector<TextEdit> kernelEdits(const FunctionEntry &entry, bool isKernel, llvm::StringRef fileText);
/// The parameter list of a definition in place of one that C++ does not have: [restrict], [static 4].
std::optional<TextEdit> parametersInCxx(const FunctionEntry &entry, llvm::StringRef fileText);
/// `restrict` as C++ compilers spell it, `__bf16` as the AIE API does.
std::string inCxx(llvm::StringRef text);
/// The scalar loop behind the vector part has nothing left to do, and nobody looks at its counters.
bool needsNoScalarLoop(const Nest &nest, const Function &code);

/// JSON: for every kernel its plans, buffers, layouts and assumptions.
std::string manifestOf(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                       const Target &target);

} // namespace vecify
