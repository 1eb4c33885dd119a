// How much there is to do, for steps that take one of two ways.
#pragma once
#include "Match.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// Issue slots of the ops of a block, those of loops inside as often as these run.
double effortOf(const Function &f, BlockId block, const Target &target);

} // namespace vecify
