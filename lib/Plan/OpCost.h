// What single ops cost that no row of the target's table stands for.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// Issue slots of an op on scalars.
double scalarUops(const Function &code, const Op &op);

/// Cycles from its operands to its results: its row's, or as usual for scalars.
double latencyOf(const Function &code, const Target &target, const Op &op);

/// Whether it is of a vector register's kind: neither a scalar nor a mask.
bool isVectorValue(const Function &code, ValueId v);

} // namespace vecify
