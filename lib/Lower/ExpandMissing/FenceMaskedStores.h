// Masked stores that gcc would merge with what they store; see the source.
#pragma once
#include "vecify/IR/Pattern.h"

namespace vecify {

/// Emits a masked store whose value must be kept apart from it; false for all other ops.
bool fenceMaskedStore(const Op &op, Rewriter &rewriter);

} // namespace vecify
