// See LocalNames.h.
#include "LocalNames.h"
#include "CText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

bool isKeyword(llvm::StringRef name) {
  // C23's and the usual extensions' and macros' included: the output must compile everywhere.
  static const std::set<llvm::StringRef> keywords = {
      "alignas", "alignof",  "asm",     "auto",          "bool",     "break",   "case",
      "char",    "complex",  "const",   "constexpr",     "continue", "default", "do",
      "double",  "else",     "enum",    "errno",         "extern",   "false",   "float",
      "for",     "goto",     "if",      "imaginary",     "inline",   "int",     "linux",
      "long",    "noreturn", "nullptr", "register",      "restrict", "return",  "short",
      "signed",  "sizeof",   "static",  "static_assert", "struct",   "switch",  "thread_local",
      "true",    "typedef",  "typeof",  "typeof_unqual", "union",    "unix",    "unsigned",
      "void",    "volatile", "while",   "i386",          "I"};
  return keywords.count(name) != 0;
}

std::set<std::string> identifiersIn(llvm::StringRef text) {
  std::set<std::string> names;
  for (size_t i = 0; i < text.size();) {
    if (!llvm::isAlpha(text[i]) && text[i] != '_') {
      ++i;
      continue;
    }
    const size_t end = text.find_if_not([](char c) { return llvm::isAlnum(c) || c == '_'; }, i);
    names.insert(text.slice(i, end).str());
    i = std::min(end, text.size());
  }
  return names;
}

std::string nameFrom(llvm::StringRef text) {
  // A conversion says nothing of what it is: ((ptrdiff_t)n + 1) / 2.
  constexpr llvm::StringRef conversion = "(ptrdiff_t)";
  if (const size_t at = text.find(conversion); at != llvm::StringRef::npos)
    return nameFrom((text.take_front(at) + text.drop_front(at + conversion.size())).str());
  if (text.contains('"')) // a string literal
    return "text";
  // A part of a complex number is named like a member.
  for (const std::string part : {"real", "imag"})
    if (llvm::StringRef number = text.ltrim('('); number.consume_front("__" + part + "__ "))
      return nameFrom(number.str() + "." + part);
  std::string name;
  for (char c : text) {
    if (llvm::isAlnum(c) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  // A long expression is named after how it begins; names of the source stay whole.
  if (name.size() > 24 && !isIdentifierText(text))
    name.resize(24);
  if (name.empty() || llvm::isDigit(name[0]))
    name = "v" + name;
  return name;
}

LocalNames::LocalNames(std::set<std::string> reserved) : Reserved(std::move(reserved)) { Scopes.emplace_back(); }

bool LocalNames::isTaken(const std::string &name) const {
  return isKeyword(name) || llvm::any_of(Scopes, [&](const auto &scope) { return scope.count(name) != 0; });
}

std::string LocalNames::unique(llvm::StringRef hint) {
  const std::string base = nameFrom(hint);
  if (!isTaken(base) && !Reserved.count(base)) {
    Scopes.back().insert(base);
    return base;
  }
  const std::string separator = llvm::isDigit(base.back()) ? "_" : "";
  for (unsigned number = Reserved.count(base) || isKeyword(base) ? 0 : 1;; ++number) {
    const std::string name = base + separator + std::to_string(number);
    if (isTaken(name) || Reserved.count(name))
      continue;
    Scopes.back().insert(name);
    return name;
  }
}

bool LocalNames::claim(llvm::StringRef name) {
  if (isTaken(name.str()))
    return false;
  Scopes.back().insert(name.str());
  return true;
}

} // namespace vecify
