// Generates loop nests: C functions that are defined on all inputs the harness
// passes and look like what people write. Seven kinds:
//
//   affine   affine bounds and subscripts, one loop at least parallel or an
//            integer reduction: what vecify is expected to transform
//   free     any dependence distances, carried scalars, walked pointers
//   hostile  searches, compaction, histograms, pointer chasing, volatile, ...:
//            a fifth of all, mostly not vectorizable
//   grids    one matrix in place
//   borders  neighbours at the ends of arrays, members that decide, constant trip counts
//   overlaps places of one array that several iterations meet
//   odd      loops of the affine kind in less usual C
#pragma once
#include "Program.h"

namespace vecify::fuzz {

inline const char *const families[] = {"affine", "free", "hostile", "grids", "odd", "borders", "overlaps"};

/// The program number `index` of the run with this seed; always the same. Of a
/// kind of its own, or of families[family].
Function generate(uint64_t seed, int index, int family = -1);

/// Removes variables, parameters and inline functions that nothing uses.
void prune(Function &function);

} // namespace vecify::fuzz
