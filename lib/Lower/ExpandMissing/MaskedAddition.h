// Sums under a predicate.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

extern const Pattern sumWithSelected, selectedSum;

} // namespace vecify
