// Which arrays of a nest may overlap, by the rules of C and the promises of the user.
#pragma once
#include "Model.h"

namespace vecify {

/// The two arrays may share bytes. Types are not looked at: code that is compiled without strict aliasing stays right.
bool mayOverlap(const Nest &nest, ArrayId a, ArrayId b);

/// Every pair that may overlap and of which one is written, with what holds if the bases are equal.
std::vector<Facts::AliasPair> aliasPairs(const Scop::Impl &scop, llvm::ArrayRef<CellReduction> cells);

/// A store that may hit memory which a parameter was read from, in the same array.
llvm::Error checkParamsInMemory(const Scop::Impl &scop);

} // namespace vecify
