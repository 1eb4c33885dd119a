// Whether loops run, as the guards, the parameters' ranges and the bounds prove.
#pragma once
#include "Match.h"

namespace vecify {

/// expr >= 0 whenever the guards hold.
bool isNonNegative(const Function &f, const IndexExpr &expr);
/// The value of an index scalar as a polynomial, through the index ops and constants that define it.
IndexExpr polynomialOf(const Function &f, ValueId v);
/// A loop from `lower` to `upper` has at least one iteration.
bool runsAtLeastOnce(const Function &f, ValueId lower, ValueId upper);

} // namespace vecify
