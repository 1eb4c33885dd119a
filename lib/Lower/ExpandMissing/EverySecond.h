// Patterns on every second lane of two registers, as stereo samples and pixels bring them.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

extern const Pattern widenOfEvery2nd, sumOfPairs;

} // namespace vecify
