// Loop-carried values that never change.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// Values that every iteration passes on as they are become what they were on entry; results of a branch that are the
/// same on both sides become that.
void dropCarried(Function &function);

} // namespace vecify
