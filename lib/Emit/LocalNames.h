// Names for what the output declares: hints from the source, unique, never one that the source's text needs.
//
//     x    taken by the source    ->  x0, x1, ..
//     acc  free                   ->  acc, acc1, acc2, ..
#pragma once
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace vecify {

class LocalNames {
public:
  /// `reserved`: never handed out by `unique`.
  explicit LocalNames(std::set<std::string> reserved);

  /// A new name like `hint`, declared in the innermost scope.
  std::string unique(llvm::StringRef hint);
  /// Exactly this name in the innermost scope; false if that would hide another of ours or a keyword.
  bool claim(llvm::StringRef name);
  void openScope() { Scopes.emplace_back(); }
  void closeScope() { Scopes.pop_back(); }

private:
  bool isTaken(const std::string &name) const;
  std::set<std::string> Reserved;
  std::vector<std::set<std::string>> Scopes;
};

/// All identifiers in a piece of C, numbers and member names included.
std::set<std::string> identifiersIn(llvm::StringRef text);
/// An identifier that reminds of the text: "s->n" gives s_n, "((ptrdiff_t)i * n)" i_n.
std::string nameFrom(llvm::StringRef text);
bool isKeyword(llvm::StringRef name);

} // namespace vecify
