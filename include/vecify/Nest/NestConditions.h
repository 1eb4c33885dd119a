// Conditions of which one part compares what the statement changes.
//
//     if (valid[i] && x[i] < least)         if (valid[i])
//       least = x[i];                  ->     if (x[i] < least)
//                                               least = x[i];
//
// The inner one is a minimum, the outer one says of what.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// In place. Parts behind the comparison are asked before it only where that cannot fault.
void nestConditions(Nest &nest);

} // namespace vecify
