// The run-time conditions of the vector part as C expressions over the source's own names.
//
//     n - 16 >= 0                     n >= 16
//     4294967295 - i - off >= 0       (ptrdiff_t)i + off <= 4294967295
//     [x, x + n) against [y, y + n)   ((uintptr_t)(x + n) <= (uintptr_t)y || (uintptr_t)(y + n) <= (uintptr_t)x)
#pragma once
#include "CText.h"
#include "vecify/IR/Function.h"
#include <set>

namespace vecify {

struct GuardText {
  /// Conjuncts, in the order in which they must be evaluated; each may stand next to && as it is.
  std::vector<std::string> conditions;
  std::set<std::string> preamble; ///< functions that they call
};

/// All guards of `function`. Exact: no sum or product overflows for any values of the parameters.
GuardText guardText(const Function &function);

} // namespace vecify
