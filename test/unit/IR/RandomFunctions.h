// Random valid functions with every construct of the text form.
#pragma once
#include "vecify/IR/Function.h"
#include <cstdint>

namespace vecify {

/// A function that verifies and that interpret can run on arrays of
/// `bytesOfRandomArray` bytes with base in the middle: its accesses stay in
/// bounds whatever the parameters are.
Function randomFunction(uint64_t seed);

constexpr int64_t bytesOfRandomArray = 1 << 14;

} // namespace vecify
