// From super-vectors to native ops, step by step; every step's result can be printed, verified and interpreted.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"
#include "llvm/Support/Error.h"

namespace vecify {

struct LowerOptions {
  unsigned registerBits = 0; ///< prefer registers of this width; 0: the target's widest
};

/// A named step. The order of all of them is lib/Lower/Pipeline.cpp.
struct Step {
  const char *name; ///< "narrow-integers", "unroll-to-native"
  const char *summary;
  llvm::Expected<Function> (*run)(const Function &, const Target &, const LowerOptions &);
  enum { All, AiEngines } targets = All; ///< for the others it changes nothing
};
llvm::ArrayRef<Step> lowerSteps();
/// The same for GPUs (Target::isSimt).
llvm::ArrayRef<Step> simtSteps();

/// Runs all steps and verifies after each. `observe` is called with each step's name and result (--print=step:NAME).
///
/// Errors: Decline(NoVectorForm) at the op that the target cannot express; a StringError for a bug in a step.
llvm::Expected<Function> lowerToNative(Function function, const Target &target, const LowerOptions &options = {},
                                       llvm::function_ref<void(llvm::StringRef, const Function &)> observe = nullptr);

/// Native code without loops that run once, whose bodies stand in their places.
llvm::Expected<Function> withoutSinglePasses(const Function &function, const Target &target);

} // namespace vecify
