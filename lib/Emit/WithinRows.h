// Compilers warn of a subscript outside of its row, though the rows of an array lie end to end:
//
//     A[i][j + 9]  of rows of 4   is   A[i + 2][j + 1]
//     A[i][-j - 1]  of rows of n   is   A[i - 1][n - j - 1]
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// Counts inner subscripts that are surely outside of their row in the outer one.
void keepWithinRows(Function &f);

/// A masked access may begin outside of the array or of its row, at lanes that are off: A[-3], A[i][n - j - 8].
bool mayBeginOutside(const Function &f, const Op &op);

/// The rows lie behind pointers of their own, and do not go on in each other: the distance of two has no name.
bool hasRowsApart(const Function &f, const MemPattern &pattern);

/// p[i].v[k + 15], where v has 8 elements: surely not a place in p[i].
bool isBeyondStruct(const Function &function, const MemPattern &pattern, const MemRef &mem);

} // namespace vecify
