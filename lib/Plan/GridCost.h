// What a plan for a GPU costs: the memory that its blocks touch, the instructions of its threads, and whether there are
// threads enough to keep memory busy. What instructions count for was fitted to kernels measured on an H100
// (docs/CudaPerformance.md).
#pragma once
#include "vecify/Plan/Plan.h"
#include <optional>

namespace vecify {

constexpr unsigned WarpThreads = 32;

/// Of a plan with a grid, in cycles of the whole device for an iteration of the root.
Cost gridCost(const Nest &nest, const GridPlan &grid);

/// Bytes from one iteration of the counter's loop to the next, where that is known.
std::optional<int64_t> strideAlong(const Nest &nest, const Access &access, SymbolId counter);

} // namespace vecify
