// Prints a program as C: as a person would write it, or traced for the harness.
//
//   plain    y[i] = a * x[i] + y[i];
//   traced   T(y[i]) = a * T(x[i]) + T(y[i]);
//
// The traced copy reports the address of every access to a parameter array, so
// the harness learns the footprint of a call on this very data and can put
// unreadable pages right beside it.
#pragma once
#include "Program.h"

namespace vecify::fuzz {

struct PrintStyle {
  bool traced = false;
  /// Follows the names of the function and its globals and inline functions.
  std::string suffix;
};

/// The inline functions and the function, between two comments that mark what
/// belongs to it: `// affine f17` and `// end f17`.
std::string print(const Function &function, const PrintStyle &style = {});
/// Types that the signature needs; once per file.
std::string printTypes(const Function &function);
/// `int f17(int n, float *x)`, no semicolon.
std::string signature(const Function &function, const std::string &suffix);
/// A whole file for vecify: includes, the macros in use, all functions.
std::string printFile(const std::vector<Function> &functions);

std::string print(const Function &function, const Expr &expr);

} // namespace vecify::fuzz
