// The sidecar of --tune: which plan was measured to be the fastest, for each loop, target and state of the source.
//
//     { "vecify": 1,
//       "pins": [ { "function": "saxpy", "loop": "i", "target": "avx2", "source": "0123456789ab",
//                   "plan": "i: 32 lanes (4 x 8), epilogue", "number": 7 } ] }
//
// It lies beside the source (saxpy.c.vecify.json) or where --tuned=FILE says, and is meant to be checked in: with it
// the output depends on no clock. A pin whose function has changed, or whose plan there no longer is, is ignored with a
// warning.
#pragma once
#include "vecify/Driver/Driver.h"
#include <map>

namespace vecify {

struct Pin {
  std::string function, loop, target;
  std::string source;  ///< hash of the function's text
  std::string plan;    ///< Plan::summary
  unsigned number = 0; ///< tells plans of one summary apart, and finds those that are not looked into by default
};

/// Pins by where their loop begins and by target: those that hold for this file.
using Pins = std::map<std::pair<uint32_t, std::string>, Pin>;

/// "i", "i/j", "i#2": a loop within its function, by the names of the loops around it and its own.
using LoopKeys = std::vector<std::pair<const LoopEntry *, std::string>>; ///< outer ones first
LoopKeys loopKeys(const FunctionEntry &function);

/// First digits of a hash of the function's text.
std::string sourceHash(const ParsedFile &file, const FunctionEntry &function);

/// Where the pins of a source file lie unless --tuned says otherwise.
std::string sidecarOf(llvm::StringRef sourcePath);

std::string toJson(llvm::ArrayRef<Pin> pins);
/// Errors: a user error that names `path`.
llvm::Expected<std::vector<Pin>> pinsFromJson(llvm::StringRef path, llvm::StringRef text);

/// The pins that hold; `complain` gets a loop's place and what is wrong for each that does not.
Pins resolve(llvm::ArrayRef<Pin> pins, const ParsedFile &file,
             llvm::function_ref<void(Loc, const Pin &, llvm::StringRef)> complain);

} // namespace vecify
