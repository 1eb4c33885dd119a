// A root whose iterations are several of the source's.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Has the root count blocks of `count` iterations from 0 on, of which the last ones that fill no block are left over
/// (Nest::writtenOut). Its counter was root.lower + count * counter + the place in the block: whatever uses it is the
/// caller's.
void countInBlocks(Nest &nest, int64_t count);

/// A param for value / divisor, as C divides.
SymbolId quotientParam(Nest &nest, const IndexExpr &value, int64_t divisor);

} // namespace vecify
