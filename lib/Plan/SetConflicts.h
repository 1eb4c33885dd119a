// Rows of one pitch that want the same few lines of a cache.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// Cycles that one run of a loop's body waits for lines which rows drive out of each other's set, where it hands on
/// values along the rows. (What is only copied is read once.)
///
/// Rows whose pitch is a multiple of a page share one set of the first cache. Where they outnumber its ways, each
/// access finds its line gone, though the one before has just been there. Widths are often powers of two: of pitches
/// that are not known, some are taken to be like that.
double setConflicts(const Function &code, BlockId block);

} // namespace vecify
