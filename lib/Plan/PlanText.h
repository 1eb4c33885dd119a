// A plan in a line.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// "i: 4 rows, j: 16 lanes (2 x 8), masked tail".
std::string summarize(const Nest &nest, const Plan &plan);

} // namespace vecify
