// Sums of scalars that a loop reads one word after the other, computed before the loop.
#pragma once
#include "CarriedSums.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

/// Before `loop`: 128 times the sum of all that `reads`, scalar bytes of an iteration, are while it runs; in each lane
/// of the native `lanes` of I32. Whole registers where an iteration takes up where the one before ended.
///
/// `isSigned`: the bytes are, and 128 is the unsigned factor of dot_acc; else they are unsigned and the factor is -128,
/// as is what they are summed up with.
ValueId scaledSumBefore(const Op &loop, llvm::ArrayRef<ValueId> reads, bool isSigned, int64_t lanes,
                        Rewriter &rewriter);

/// One word of memory in all lanes: `count` neighbouring elements from the scalar read `first` of the source on.
ValueId splatOfNeighbours(const Op &first, unsigned count, int64_t lanes, Rewriter &rewriter);

/// Scalar reads of one array, one element after the other.
bool areNeighbours(const Function &function, llvm::ArrayRef<ValueId> reads);

} // namespace vecify
