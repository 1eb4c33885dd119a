// C's operators as those of the nest.
#pragma once
#include "ClangHeaders.h"
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Arithmetic, bits and shifts; nothing for comparisons, logic and assignments.
std::optional<BinaryOp> dataOperator(clang::BinaryOperatorKind opcode);

} // namespace vecify
