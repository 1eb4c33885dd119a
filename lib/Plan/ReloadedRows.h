// Rows that store some lanes of what the next row loads whole: if (x > peak[c]) peak[c] = x.
//
// No CPU hands a masked store on to a load: that waits until the store has left the pipeline, once a row, which rows of
// few columns feel. The source's own loop branches around such stores.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Stores under conditions, in a loop without loops inside, to places along `lanes` that the iterations of the loop
/// around it have in common and read.
bool reloadsMaskedStores(const Nest &nest, LoopId lanes);

/// Columns from which on the vectors of a row save more than the wait costs: some 20 cycles, half a cycle a column. By
/// then the store is done when the next row begins.
constexpr int64_t LeastReloadedColumns = 40;

} // namespace vecify
