// What a condition compares, whatever is written around it.
//
//     !(i >= n)   (i < n) != 0   0 == (i >= n)   i < n ? 1 : 0   i < n && 1
//     __builtin_expect(i < n, 1)   (void)0, i < n
#pragma once
#include "ClangHeaders.h"

namespace vecify {

struct PlainCondition {
  const clang::Expr *expr = nullptr;
  bool isNegated = false; ///< the condition holds where `expr` does not
};

/// `condition` without what does not change when it holds, or turns it around. What is left out has no side effects.
PlainCondition plainCondition(const clang::Expr *condition, const clang::ASTContext &ast);

} // namespace vecify
