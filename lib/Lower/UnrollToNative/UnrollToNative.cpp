// Step: every op on N lanes becomes ops on native registers.
#include "Splitter.h"
#include "Steps.h"

namespace vecify {

llvm::Expected<Function> unrollToNative(const Function &f, const Target &target, const LowerOptions &options) {
  return Splitter(f, target, options).run();
}

} // namespace vecify
