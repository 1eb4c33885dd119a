// Which functions the next compiler must compile without fusing products and sums.
//
//     #pragma vecify fp(strict)
//     for (int i = 0; i < n; i++)
//       y[i] = mac(a[i], b[i], y[i]);      this function, and mac
//
// gcc has its switch on functions only, and one that is not inlined keeps its own. So a function with a strict loop is
// strict as a whole, and so is what its loops call; whoever calls that as well rounds alike only if it is strict too.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include <set>

namespace vecify {

/// Functions of a file, by their indices.
struct KeptApart {
  std::set<unsigned> functions;
  std::vector<std::set<unsigned>> inlined; ///< for every function: those that its sums of floats evaluate in place
  bool isFile = false;                     ///< --fp=strict

  bool contains(unsigned function) const { return functions.count(function) > 0; }
};

/// Under --fp=strict all functions that add floats in loops or speak of them at all, else those with a loop under
/// fp(strict); and what must be strict with them.
KeptApart findKeptApart(const ParsedFile &file, FpMode mode);

/// Directives in front of a function that is kept apart, and behind it.
struct KeepApartText {
  std::string front, behind; ///< the first ends with a newline, the second does not
};

/// `isFile`: clang's switch stands on top of the file, where it holds for functions of headers too.
KeepApartText keepApartText(bool isFile);
/// gcc's part of them, under this condition of the preprocessor.
KeepApartText keepApartByGcc(llvm::StringRef condition);

} // namespace vecify
