// Where two memory ops lie relative to each other.
//
//     a[i .. i+8)   a[i+8 .. i+16)     never overlap: a constant distance of 32 bytes
//     z[2i].re      z[2i].im           never overlap: 4 bytes of 8, 4 bytes further
//     a[i]          b[j]               never overlap if the arrays are disjoint
//     c[i*n] row 0  c[i*n + n] row 1   never overlap: rows of a tile
//     x[i]          x[j]               never overlap if j is the counter of a loop up to i
#pragma once
#include "Counters.h"
#include "Match.h"

namespace vecify {

/// The type of what a memory op reads or writes.
const VectorType &accessType(const Function &f, const Op &op);

/// Some byte may be touched by both. Symbols mean the same value in both ops; where one op stands in a loop and the
/// other does not, any iteration is covered. `counters`: what is known of the loops of `f`, where that is to be asked.
bool mayOverlap(const Function &f, const Op &a, const Op &b, const Counters *counters = nullptr);

/// The same lanes in the same order, of the same type; masks aside.
bool haveSameLanes(const Function &f, const Op &a, const Op &b);

/// The same, and under the same mask.
bool isSamePlace(const Function &f, const Op &a, const Op &b);

/// Every memory op below `block`, those of nested blocks included.
void forEachMemoryOp(const Function &f, BlockId block, llvm::function_ref<void(const Op &)> visit);

} // namespace vecify
