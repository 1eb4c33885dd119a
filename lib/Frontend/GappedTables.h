// static const float w[32] = {1, [20] = 5}: elements that the initializer leaves out before one that it names.
#pragma once
#include "clang/AST/Decl.h"

namespace vecify {

/// Whether the variable, or one in the function, is such a table.
bool hasGappedTables(const clang::Decl &decl);

} // namespace vecify
