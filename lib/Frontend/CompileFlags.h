// The command line under which clang reads the user's file.
#pragma once
#include "vecify/Frontend/Frontend.h"

namespace vecify {

/// Arguments for clang's driver, argv[0] and the file included.
struct CompileCommand {
  std::vector<std::string> arguments;
  std::vector<std::string> unknown; ///< flags of another compiler, left out
};

/// From the flags after "--", or from the file's entry in compile_commands.json, or none.
///
/// Errors: no compile_commands.json in the build directory, or no entry for the file.
llvm::Expected<CompileCommand> compileCommandFor(llvm::StringRef path, const FrontendOptions &options);

} // namespace vecify
