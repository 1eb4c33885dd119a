// vecify FILE...: options and one call.
#include "vecify/Driver/Driver.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::Expected<vecify::Options> options = vecify::parseCommandLine(argc, argv, llvm::outs());
  if (!options) {
    llvm::errs() << "vecify: error: " << llvm::toString(options.takeError()) << "\n";
    return vecify::UserError;
  }
  if (options->files.empty() && !options->launch)
    return vecify::Written;
  const int code = vecify::run(*options, llvm::outs(), llvm::errs());
  llvm::outs().flush();
  if (const std::error_code why = llvm::outs().error()) {
    llvm::outs().clear_error();
    llvm::errs() << "vecify: error: cannot write the result: " << why.message() << "\n";
    return vecify::UserError;
  }
  return code;
}
