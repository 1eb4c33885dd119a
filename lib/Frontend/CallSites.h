// How the functions of the file are called by the others: prices go by it, legality never.
#pragma once
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class ParmVarDecl;
} // namespace clang

namespace vecify {
class SourceMap;

/// The greatest number that a call passes for a parameter of a static function, where every use of the function is a
/// call that passes constants for it.
using PassedConstants = llvm::DenseMap<const clang::ParmVarDecl *, long long>;

/// Of the functions that the main file defines.
PassedConstants passedConstants(clang::ASTContext &ast, const SourceMap &source);

} // namespace vecify
