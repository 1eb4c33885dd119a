// Rows in blocks whose common part has lanes.
#pragma once
#include "vecify/Nest/Variant.h"
#include "vecify/Poly/Scop.h"

namespace vecify {

/// The nest with its root in blocks of so many rows (RowBlocks), where what all rows of a block run has lanes, and the
/// rest is done row by row. nullopt where nothing of it has lanes apart from the rest.
std::optional<Variant> blocksOfRows(const Nest &nest, int64_t rows, const PolyOptions &options);

} // namespace vecify
