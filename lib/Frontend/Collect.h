// Which parts of a nest anything depends on.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// One flag per id.
struct LiveParts {
  std::vector<char> nodes, exprs, accesses, locals, symbols, arrays, loops;
};

/// Live is what a store, a live-out local or the loops themselves need.
LiveParts findLive(const Nest &nest);

/// Removes the rest. Ids keep their order.
void sweep(Nest &nest, const LiveParts &live);

} // namespace vecify
