// What a variable can be that is never changed, by what it is set to where it is declared.
//
//     const int left = above[-1];        [0, 255]: a byte
//     const int fx = mv & 7;             [0, 7]
//     const int gx = 8 - fx;             [1, 8]
#pragma once
#include "FunctionFacts.h"
#include "vecify/Nest/Range.h"

namespace vecify {

/// Nothing where it is any value of its type, or more than 32 bits are needed to say.
std::optional<Range> initialRange(const clang::VarDecl *var, const FunctionFacts &facts, const clang::ASTContext &ast);

/// What a variable of the type is when it has been set to `value`.
std::optional<Range> rangeOfValue(const clang::Expr *value, clang::QualType type, const FunctionFacts &facts,
                                  const clang::ASTContext &ast);

} // namespace vecify
