// Macros of the user's that mean something in the headers that intrinsics need.
//
//     #define abs(x) ((x) < 0 ? -(x) : (x))      extern int abs(int x);      of <stdlib.h> is no declaration then
//     #define RAND_MAX 99                        #define RAND_MAX 2147483647 is what the rest of the file would see
//
//     #define inline __attribute__((always_inline))       static inline is what vecify's own functions are
//
// They are put aside where those headers are included and those functions are defined, and are what they were behind.
#pragma once
#include "clang/Lex/Preprocessor.h"
#include <set>
#include <string>

namespace vecify {

struct HeaderMacros {
  std::set<std::string> replaced;  ///< which the headers define anew, or forget
  std::set<std::string> expanded;  ///< which the headers' text invokes
  std::set<std::string> necessary; ///< of either: those that vecify's own text may name, too
};

/// Notes them while a main file is read whose bytes from `begin` to `end` include the headers. The result must outlive
/// the preprocessor.
void watchHeaderMacros(clang::Preprocessor &preprocessor, uint32_t begin, uint32_t end, HeaderMacros &found);

} // namespace vecify
