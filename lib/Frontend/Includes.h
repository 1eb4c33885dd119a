// The #include lines of the main file, as the preprocessor meets them: what is there need not be included again, and
// after the last one is the place for what every function may use.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "clang/Lex/Preprocessor.h"

namespace vecify {

/// Install before parsing; `into` is complete after it, in the order of the file.
void watchIncludes(clang::Preprocessor &preprocessor, std::vector<Include> &into);

} // namespace vecify
