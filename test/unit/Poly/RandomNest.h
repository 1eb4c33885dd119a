// Small random nests whose accesses collide often, with concrete parameters for the enumeration.
#pragma once
#include "../Nest/NestMaker.h"
#include "Trace.h"

namespace vecify {

/// What a random nest may contain.
struct RandomNestOptions {
  bool params = true;     ///< symbolic bounds and offsets
  bool linearized = true; ///< a[i*n + j]
  bool mixedSizes = true; ///< bytes of a float array
  bool branches = true;
  bool triangles = true;
  unsigned paramOffsets = 10; ///< percent of subscripts with one
  int64_t maxParam = 6;
  unsigned arrays = 1;
  unsigned maxDepth = 3;
};

struct RandomNest {
  Nest nest;
  World world;
};
RandomNest randomNest(uint64_t seed, const RandomNestOptions &options);

} // namespace vecify
