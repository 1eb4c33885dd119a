// Variables in C text.
#pragma once
#include "llvm/ADT/StringExtras.h"

namespace vecify {

/// `variable` stands in the text as a word of its own, and not as the name of a member.
inline bool mentions(llvm::StringRef text, llvm::StringRef variable) {
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = 0; (at = text.find(variable, at)) != llvm::StringRef::npos; ++at) {
    const llvm::StringRef before = text.take_front(at), behind = text.drop_front(at + variable.size());
    const bool isPart = (!before.empty() && isWord(before.back())) || (!behind.empty() && isWord(behind.front()));
    if (!isPart && !before.ends_with(".") && !before.ends_with("->"))
      return true;
  }
  return false;
}

} // namespace vecify
