#pragma once
#include <set>
#include <string>

namespace vecify {

/// `text`, lines of C in which none of `macros` is one; behind it they are what they were. gcc and clang have these
/// pragmas.
inline std::string withoutMacros(const std::set<std::string> &macros, const std::string &text) {
  if (macros.empty() || text.empty())
    return text;
  std::string aside, back;
  for (const std::string &name : macros) {
    aside += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    back += "#pragma pop_macro(\"" + name + "\")\n";
  }
  return aside + text + back;
}

} // namespace vecify
