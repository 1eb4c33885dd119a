// See Lengths.cpp.
#pragma once
#include "ClangHeaders.h"

namespace vecify {

/// The first length of a variable-length array type within `stmt` that does something when it is evaluated, or null.
const clang::Expr *lengthWithEffects(const clang::Stmt &stmt, const clang::ASTContext &ast);

} // namespace vecify
