// Prints check.c, the file that ties a batch to the harness: the oracle, the
// traced copies, and a table of functions, parameters and versions.
#pragma once
#include "Program.h"

namespace vecify::fuzz {

/// `versions` names what is compared with the oracle, such as gcc and clang;
/// bit k of masks[f] enables versions[k] for functions[f].
std::string printCheck(const std::vector<Function> &functions,
                       const std::vector<std::string> &versions,
                       const std::vector<unsigned> &masks, uint64_t dataSeed);

/// Defines that rename all external names of the batch: f0 to f0_gcc.
std::string printRenames(const std::vector<Function> &functions,
                         const std::string &version);

/// Whether a compiler could fuse a float multiplication with an addition.
bool isFusable(const Function &function);

} // namespace vecify::fuzz
