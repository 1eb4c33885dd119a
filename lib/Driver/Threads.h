// Which loops may be run by several threads, and how: `cores(n)` and --parallel.
//
//     #ifdef _OPENMP                                     on a loop of the source around what was vectorized, or on the
//     #pragma omp parallel for private(t)                first loop of the vector part
//     #endif
//     for (int y = 0; y < h; y++) ...
//
// Only where it is proved: no dependence between iterations, no scalar across them, arrays known apart without a check
// that would have to stand in front of the user's loop. Without -fopenmp the same text runs in order.
#pragma once
#include "VectorizeNest.h"

namespace vecify {

/// Sets LoopDecision::threads (or why not) on the outermost loop of each tree that can take threads. `inPlace`: the
/// vector parts stand in the user's functions.
void chooseThreads(std::vector<LoopDecision> &decisions, const Options &options, bool inPlace);

/// "#pragma omp parallel for num_threads(4)" between its conditions, each line on its own.
std::string threadsPragma(const LoopDecision::Threads &threads);

} // namespace vecify
