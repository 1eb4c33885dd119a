// What run-time checks of overlap ask of subscripts that are computed: scale[r * (n / 32) + i / 32] lies between
// r * (n / 32) and r * (n / 32) + (n - 1) / 32.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Sets the ends of accesses whose subscripts are made of counters, params, quotients and remainders by constants, and
/// choices between such, if their array may overlap another one, of which one is written. Adds params for what is
/// divided. `signedWraps`: -fwrapv.
void boundIndirect(Nest &nest, bool signedWraps);

} // namespace vecify
