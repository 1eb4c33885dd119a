// Native IR to C text that a person would have written.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vecify {

/// Definitions of functions that a file has beyond its targets' preambles, by name; {attr} as in PreambleFunction.
using FunctionTexts = std::map<std::string, std::string>;

/// The printed vector part of one root loop for one target.
struct EmittedKernel {
  /// In-place statements: declares `doneName` (ptrdiff_t), sets it and the live-out variables. Guards included.
  std::string inlineText;
  /// static function (with target attribute) to be placed before the user's function, and the call that declares and
  /// sets `doneName` and the live-outs, guarded by the CPU test.
  std::string functionText;
  std::string callText;
  /// The pieces of callText, for an output that chooses between targets: "n >= 8 && ...", the CPU test, and the call
  /// "saxpy_i_avx2(n, alpha, x, y)", which also sets the live-outs. Empty when not needed.
  std::string guardText, cpuTest, callExpression;
  std::string doneName;          ///< "i_done"
  std::set<std::string> helpers; ///< preamble functions used
  FunctionTexts networks;        ///< those of `helpers` that are none of the target's
  std::string functionName;      ///< "saxpy_i_avx2"
  bool replacesLoop = false;     ///< inlineText always does all iterations; it declares no `doneName`
  /// A GPU's: as callText, but on device pointers and on `stream`; what cannot run there is an error.
  std::string launchText;
};

struct EmitOptions {
  std::string indent;                  ///< of the statements that replace the loop
  std::string planComment;             ///< one line: "j: 16 x f32 (2 x 8), epilogue"
  std::set<std::string> reservedNames; ///< identifiers of the user's file, and all its macros
  std::set<std::string> fileNames;     ///< what else no function may be called
  FunctionTexts networks;              ///< of the file so far: what does the same is called the same
  /// -Wshadow: what no counter may be called where the loop stood, and what nothing may be in a function of its own.
  std::set<std::string> outerVariables, fileVariables;
  bool isGnu89 = false;          ///< the output has no `restrict`, and counters are declared before their loops
  bool signedWraps = false;      ///< -fwrapv: signed arithmetic needs no detour over unsigned
  std::string stream = "stream"; ///< a GPU's: what launchText calls it
  bool setsDone = false;         ///< a GPU's: launchText sets `doneName`
  std::string holds;             ///< Source::holds: what the preprocessor must find besides the architecture
  bool mayReplaceLoop = false;   ///< where all iterations are done, nobody asks how many
  bool isInLoop = false;         ///< a loop of the source stands around the code, or may where it is inlined
  bool mayHavePragmas = false;   ///< the text may hold directives, and gcc's are known
  std::map<std::string, std::string> standIns; ///< variables without an address -> whose address is passed instead
  std::string threadsPragma;                   ///< whole lines in front of the loop of hasThreadableLoop; empty: none
};

/// The first loop at the function's top level carries nothing, so its iterations may be divided among threads if the
/// root's are independent.
bool hasThreadableLoop(const Function &function);

/// Errors: StringError when an op has no row (a bug: lowering promises that all have).
llvm::Expected<EmittedKernel> emit(const Function &function, const Target &target, const EmitOptions &options);

/// What the preprocessor must find where a function for this target is; "" if anything will do.
std::string archTest(const Target &target, llvm::StringRef holds);

/// The same for a GPU: kernels, a function that launches them on device pointers, and one that copies what they touch.
llvm::Expected<EmittedKernel> emitSimt(const Function &function, const Target &target, const EmitOptions &options);

/// callText for several targets, best first: the first kernel whose CPU test and guards hold sets `doneName`, which all
/// have in common. `archTests`: per kernel, Target::archTest.
std::string callTextOf(llvm::ArrayRef<EmittedKernel> kernels, llvm::ArrayRef<std::string> archTests,
                       const EmitOptions &options);

/// Includes and helper functions for `helpers` of these targets, wrapped in their preprocessor conditions; helpers
/// carry the line that they are 0BSD. Headers in `present` ("<stddef.h>") are there already. Nothing of it sees the
/// macros `aside`. Empty when nothing is needed. `networks`: of helpers that no target has.
std::string emitPreamble(llvm::ArrayRef<std::pair<const Target *, std::set<std::string>>> uses, bool withAttributes,
                         const std::set<std::string> &present = {}, const std::set<std::string> &aside = {},
                         const FunctionTexts &networks = {});

} // namespace vecify
