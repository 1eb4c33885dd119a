// The statement that keeps a loop from being vectorized by the next compiler.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace vecify {

/// The next compiler knows nothing of the variable's value any more.
inline std::string hideValue(llvm::StringRef variable) { return ("__asm__(\"\" : \"+r\"(" + variable + "));").str(); }

/// First in the body of a loop that has next to nothing left to do: what changes its counter in ways unknown has no
/// count of iterations, without which neither gcc nor clang makes vectors of it, unrolls it or warns of its end. (gcc
/// 12, whose vectors of such a rest would also read too far, knows no pragma for that.)
inline std::string stayScalar(llvm::StringRef counter) { return hideValue(counter) + " /* stays scalar */"; }

} // namespace vecify
