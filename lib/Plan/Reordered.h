// The refusal of what lanes would compute in another order than C's.
#pragma once
#include "vecify/Support/Decline.h"
#include "vecify/Support/Operators.h"

namespace vecify {

/// `what` is a sum, product, minimum or maximum of floats, carried by the loop.
inline llvm::Error declineReordered(Loc where, const std::string &loop, const std::string &what, ReductionKind kind) {
  const auto refuse = [&](const char *name, const char *op) {
    return decline(where, Reason::FloatReduction, {loop, what, name, op});
  };
  switch (kind) {
  case ReductionKind::Mul:
    return refuse("product", "*");
  case ReductionKind::Min:
  case ReductionKind::CMin:
  case ReductionKind::FMin:
    return refuse("minimum", "min");
  case ReductionKind::Max:
  case ReductionKind::CMax:
  case ReductionKind::FMax:
    return refuse("maximum", "max");
  default:
    return refuse("sum", "+");
  }
}

} // namespace vecify
