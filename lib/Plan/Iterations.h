// How often loops of native code run: known from their bounds, or expected.
#pragma once
#include "vecify/IR/Function.h"
#include <optional>

namespace vecify {

/// Iterations that an inner loop is assumed to run where nothing is known.
constexpr double UnknownTrip = 256;

/// Iterations of a loop between these bounds, where that is known; in cache blocks, those of a whole one.
std::optional<int64_t> iterationsBetween(const Function &code, ValueId from, ValueId to);

/// How many there are expected to be where that is not known: UnknownTrip, or as many as are likely at most.
double expectedBetween(const Function &code, ValueId from, ValueId to);

/// The integer that a scalar holds, if it is a constant.
std::optional<int64_t> integerOf(const Function &code, ValueId scalar);

} // namespace vecify
