// Prints the rows of a target as C functions and their trials as bytes.
#pragma once
#include "Inputs.h"

namespace vecify::conformance {

struct Written {
  std::string c;    ///< everything after the runtime: preamble, functions, table of cases
  std::string data; ///< the bytes that the cases refer to
  unsigned cases = 0, functions = 0;
};

Written writeCases(const Target &target, llvm::function_ref<bool(const Row &)> wanted);

} // namespace vecify::conformance
