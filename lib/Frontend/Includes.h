// The #include lines of the main file, as the preprocessor meets them: what is there need not be included again, and
// after the last one is the place for what every function may use. All of that inside the include guard, if any.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "clang/Lex/Preprocessor.h"

namespace vecify {

/// Install before parsing; `file.includes` and `file.guard` are complete after it.
void watchIncludes(clang::Preprocessor &preprocessor, ParsedFile &file);

} // namespace vecify
