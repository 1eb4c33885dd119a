// What gcc 12 cannot compile on AVX-512; see the source.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

extern const Pattern selectOfWidenedLoad;

} // namespace vecify
