// Functions from short texts, and their comparison by running them.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/IR/Interpret.h"
#include "vecify/Target/Target.h"
#include "gtest/gtest.h"
#include <random>
#include <string>

namespace vecify {

/// The function whose body is `body`. It has one array of each element type, of the same name (i32[0], f32[%i]), all
/// disjoint (of bf16 only if the body names it, for gcc 12 lacks the type), and the parameters %len : index, %scalar :
/// i32, %alpha : f32, and %amount : i32 between 0 and 7.
std::string exampleText(llvm::StringRef body);
Function parsed(llvm::StringRef text);
inline Function example(llvm::StringRef body) { return parsed(exampleText(body)); }

/// The text with all values numbered, so that functions compare whatever their values are called.
std::string anonymousText(Function function);

/// Ops of this kind in the whole function.
unsigned countOf(const Function &f, OpKind kind);

/// The target that --target=`spec` names.
const Target &target(llvm::StringRef spec);
std::vector<std::string> allTargets();

/// Arrays of `bytes` bytes each before and after their base, filled at random with values that are interesting.
Memory randomMemory(const Function &function, std::mt19937_64 &random, unsigned bytes = 512);
std::vector<Scalar> randomParameters(const Function &function, std::mt19937_64 &random);

/// Runs both on the same random inputs and expects the same results and memory.
void expectSameMeaning(const Function &before, const Function &after, unsigned runs = 20, uint64_t seed = 1);

/// What a step has made of `before`: well-formed and of the same meaning.
Function checked(llvm::Expected<Function> result, const Function &before);

/// All steps on `function`, each compared with the one before; returns the final code (or a failure's empty function).
Function loweredAndChecked(const Function &function, const Target &target, unsigned runs = 5,
                           unsigned registerBits = 0);

} // namespace vecify
