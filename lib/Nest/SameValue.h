// Whether two expressions of one statement are written alike.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Evaluated at the same place, both give the same value.
bool sameValue(const Nest &nest, ExprId a, ExprId b);

} // namespace vecify
