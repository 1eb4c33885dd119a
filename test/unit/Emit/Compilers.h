// Runs the C compilers of this machine on emitted text.
#pragma once
#include <string>
#include <vector>

namespace vecify {

struct RunResult {
  int status = 0;
  std::string output; ///< stdout and stderr
};

/// A compiler for an architecture, and what runs its programs.
struct Toolchain {
  std::string compiler;
  std::vector<std::string> flags;
  std::string runner; ///< an emulator; empty: programs run as they are
  bool runs = true;   ///< this machine can run the instructions
};

/// gcc and clang, of the versions that the project supports, for the architecture of the target ("avx2", "neon").
std::vector<Toolchain> toolchainsFor(const std::string &target);
/// Compiles `source` as C to an object file. Empty on success, else the diagnostics.
std::string compileErrors(const Toolchain &toolchain, const std::vector<std::string> &flags, const std::string &source);
/// Compiles and links `source` and runs it.
RunResult compileAndRun(const Toolchain &toolchain, const std::vector<std::string> &flags, const std::string &source);

} // namespace vecify
