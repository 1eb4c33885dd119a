// The C text of types.
#pragma once
#include "clang/AST/ASTContext.h"
#include <optional>
#include <string>

namespace vecify {

/// `type` in front of the function; nothing if it has no name there.
std::optional<std::string> nameAtFileScope(clang::QualType type, const clang::ASTContext &ast);
/// `type` where the function uses it.
std::optional<std::string> nameInFunction(clang::QualType type, const clang::ASTContext &ast);

} // namespace vecify
