// --from-ir: a function that somebody wrote in the IR's text form, lowered for each target and printed as C.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// What --from-ir writes for the file at `path` with the content `text`, or what --print asks for.
///
/// Errors: a StringError at line and column of the text: it does not parse, breaks a rule, or the target lacks an op.
llvm::Expected<std::string> lowerIrFile(llvm::StringRef path, llvm::StringRef text, const Options &options);

} // namespace vecify
