// The common case in closed form: two accesses whose subscripts differ by constants.
//
//     a[i][j] / a[i-1][j+2]     distance (1, -2) wherever both exist; no isl needed
#pragma once
#include "Conflict.h"

namespace vecify {

/// Distances (second instance minus first) along the common loops from `shared` on; nullopt: any.
struct UniformDistances {
  llvm::SmallVector<std::optional<int64_t>, 4> along;
  bool isEmpty = false;
};

/// nullopt if an equation involves several counters or parameters, or if bounds depend on counters: then isl must
/// tell.
std::optional<UniformDistances> uniformDistances(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b,
                                                 unsigned shared, const Conflict &conflict);

} // namespace vecify
