// vecify FILE...: options and one call.
#include "vecify/Driver/Driver.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::Expected<vecify::Options> options = vecify::parseCommandLine(argc, argv, llvm::outs());
  if (!options) {
    llvm::errs() << "vecify: error: " << llvm::toString(options.takeError()) << "\n";
    return vecify::UserError;
  }
  if (options->files.empty())
    return vecify::Written;
  return vecify::run(*options, llvm::outs(), llvm::errs());
}
