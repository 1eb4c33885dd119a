// vecify in front of a compiler: what a build calls in place of it.
//
//     make CC="vecify --target=avx512,avx2 --launch -- gcc"
//     cmake -DCMAKE_C_COMPILER_LAUNCHER="vecify;--target=avx512,avx2;--launch;--"
//
// A command that compiles one C file compiles what vecify makes of it, under the file's own name; every other command
// is run as it is.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// A compiler's command line taken apart.
struct CompilerCall {
  std::vector<std::string> command;
  size_t source = 0;              ///< which of them is the C file
  std::string object;             ///< what is written
  bool namesObject = false;       ///< by -o
  std::string dependencies;       ///< the file for make that names what was read; empty: none
  std::vector<std::string> flags; ///< what says how the file is read and compiled
};

/// Nothing if the command does more or less than compile one C file to an object or to assembly.
std::optional<CompilerCall> compilationOf(const std::vector<std::string> &command);

/// Runs the command in options.compileFlags. The exit code is the compiler's, or ExpectationFailed.
int launch(const Options &options, llvm::raw_ostream &err);

} // namespace vecify
