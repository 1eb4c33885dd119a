// Lane values to try a row with.
#pragma once
#include "RowOp.h"

namespace vecify::conformance {

/// Calls of a row, one after the other: the lanes of every operand (canonical bits as in Interpret), what must come
/// out, and which lanes of it have a meaning.
struct Trials {
  size_t count = 0;
  std::vector<std::vector<uint64_t>> operands;
  std::vector<uint64_t> result;
  std::vector<char> isDefined;
};

/// Result lane l depends on lane l of the operands alone, for any number of lanes.
bool isLanewise(const Op &op);

/// Exhaustive for 8-bit lanes of one or two operands and 16-bit lanes of one, edge values and samples otherwise; the
/// results are those of IR's evaluate(). Deterministic;
/// those of a lanewise op are the same lanes for every number of lanes.
Trials trialsOf(const RowOp &rowOp);

} // namespace vecify::conformance
