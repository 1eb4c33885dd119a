// Conditions on parameters that would give the root loop lanes, to be checked on entry.
//
//     y[i] = x[i] + g * y[i - d]       d >= 64: the echo is further away than any block is long; of 16 lanes, d >= 16
//     y[i * inc] += x[i]               inc >= 1: no two iterations meet
//     dst[y * pitch + x], x < w        pitch >= w: rows do not overlap
//     dst[y * 64 + x], x < w           64 >= w
#pragma once
#include "Dependences.h"

namespace vecify {

/// Blocks of root iterations are never longer than this, nor shorter where they are blocks.
inline constexpr int64_t LongestBlock = 64, LeastBlock = 2;

/// Where the two meet depends on what some parameter is, even if there is only one distance at which they can.
bool hangsOnParams(const Scop::Impl &scop, const Dependence &dependence);

/// Finds a condition for every blocking dependence of the root and adds it to the model's knowledge. Empty, and
/// nothing added, if one of them cannot be helped.
std::vector<Assumption> assumeAway(Scop::Impl &scop, llvm::ArrayRef<Dependence> blocking);

} // namespace vecify
