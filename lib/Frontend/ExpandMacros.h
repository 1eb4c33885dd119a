// Loops that a macro writes: FROM_FLT(int16_t) { for .. }. Their text is nowhere in the file, so the invocation gives
// way to what it stands for, printed as a person would:
//
//     SUM_OF(int)   ->   int sum_int(const int *x, int n) {
//                          int s = 0;
//                          for (int i = 0; i < n; i++) s += x[i];
//                          return s;
//                        }
//
// The file is parsed a second time then. Invocations of which nothing was rewritten come back in the end.
#pragma once
#include "SourceMap.h"
#include "vecify/Frontend/Frontend.h"
#include "clang/Lex/Preprocessor.h"
#include <map>
#include <set>

namespace vecify {

/// What the outermost invocations of the main file stand for.
class Invocations {
public:
  /// Install before parsing; the callbacks live in the preprocessor and refer to this.
  void watch(clang::Preprocessor &preprocessor);

  /// The text with the invocations that begin at `wanted` expanded. Some stay: those with comments or directives among
  /// their arguments, those of the system's macros, and what would not be the same when it is read again.
  std::string expand(llvm::StringRef text, const std::set<uint32_t> &wanted, std::vector<Expansion> &expansions) const;

private:
  struct Invocation {
    uint32_t end = 0;
    std::vector<clang::Token> tokens;
    bool staysAsItIs = false;
  };
  void note(const clang::Token &token);
  void keep(clang::SourceLocation place);
  bool isOfSystem(clang::SourceLocation place) const;
  Invocation *invocationAt(clang::SourceLocation place);

  clang::Preprocessor *Lexed = nullptr;
  std::map<uint32_t, Invocation> ByBegin;
  friend class InvocationWatcher;
};

} // namespace vecify
