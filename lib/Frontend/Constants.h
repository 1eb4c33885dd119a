// Integer constant expressions as plain numbers.
#pragma once
#include "clang/AST/Expr.h"
#include <optional>

namespace vecify {

/// Nothing for an unsigned number above INT64_MAX: as an index it would be another number.
std::optional<int64_t> asInt64(const llvm::APSInt &number);

/// The value of an integer constant expression.
std::optional<int64_t> constantInt(const clang::Expr *expr, const clang::ASTContext &ast);

/// The number as C text of this type, promoted: 5, 5u, 5l; what an expression is computed in depends on it. In
/// parentheses unless it is one token.
std::string numberText(int64_t number, clang::QualType type, const clang::ASTContext &ast);

} // namespace vecify
