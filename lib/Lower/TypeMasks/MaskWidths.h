// How wide the lanes are for which each truth value is made.
#pragma once
#include "vecify/IR/Function.h"
#include <vector>

namespace vecify {

/// Per value: 0, or for a vector of truth values the bits of the lanes that it masks: 8, 16, 32 or 64.
///
/// A comparison makes lanes as wide as its operands. Logic takes the width on which all its users agree, else the
/// widest of its operands; what is carried around a loop has one width all the way.
std::vector<unsigned> chooseMaskWidths(const Function &function);

} // namespace vecify
