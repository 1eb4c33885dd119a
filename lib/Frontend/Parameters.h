// What a caller has to know of a function to call it with sensible arguments.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace vecify {

/// The parameters of `function`; ranges and multiples are left to the pragmas.
std::vector<ParameterInfo> describeParameters(const clang::FunctionDecl &function, const clang::ASTContext &ast);

} // namespace vecify
