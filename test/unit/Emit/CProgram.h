// Emitted kernels in a C program that runs them on given inputs, to be compared with the interpreter.
#pragma once
#include "vecify/Emit/Emit.h"
#include "vecify/IR/Interpret.h"
#include <string>
#include <vector>

namespace vecify {

struct KernelInput {
  std::vector<Scalar> parameters;
  Memory memory; ///< before the run
};

struct KernelCase {
  Function function; ///< native
  std::vector<KernelInput> inputs;
};

enum class Form { Inline, Outlined };

/// A C program that runs every case on each of its inputs and prints a line per run: the results' bits, then a hash of
/// every array. It reads the arrays' contents from `dataPath`.
///
/// Errors: what emit says.
llvm::Expected<std::string> programOf(const std::vector<KernelCase> &cases, const Target &target, Form form,
                                      const std::string &dataPath);
/// What that file holds.
std::string dataOf(const std::vector<KernelCase> &cases);
/// What the program must print, by the interpreter.
llvm::Expected<std::vector<std::string>> expectedLines(const std::vector<KernelCase> &cases);

/// Compiles the cases in both forms with every compiler, without warnings, runs them where this machine can and
/// expects what the interpreter says. `flags`: more of them.
void expectAsInterpreted(const std::vector<KernelCase> &cases, const Target &target,
                         const std::vector<std::string> &flags = {});

} // namespace vecify
