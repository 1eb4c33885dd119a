// How the functions of the file are called by the others: prices go by it, legality never.
#pragma once
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class ParmVarDecl;
} // namespace clang

namespace vecify {
class SourceMap;

/// What calls pass for the parameters of static functions, where every use of the function is a call for which it is
/// known.
struct PassedConstants {
  using Numbers = llvm::DenseMap<const clang::ParmVarDecl *, long long>;
  Numbers numbers; ///< the greatest number
  Numbers lengths; ///< of pointers: the most elements from there on to the end of an array
};

/// Of the functions that the main file defines.
PassedConstants passedConstants(clang::ASTContext &ast, const SourceMap &source);

} // namespace vecify
