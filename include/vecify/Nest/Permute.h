// Interchange: the loops of a perfect band in another order.
//
//     for i                          for i
//       for k                          for j
//         for j                          for k
//           C[i][j] += A[i][k]*B[k][j]     C[i][j] += A[i][k]*B[k][j]
#pragma once
#include "vecify/Nest/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace vecify {

/// The loops from `outermost` inwards of which each is all that the one around it contains.
llvm::SmallVector<LoopId, 4> perfectBand(const Nest &nest, LoopId outermost);

/// How many loops are around it.
unsigned depthOf(const Nest &nest, LoopId loop);

/// The bounds of every loop use counters of loops that are still around it.
bool hasBoundsInOrder(const Nest &nest, llvm::ArrayRef<LoopId> order);

/// Whether the band's loops may run in `order`, a permutation of it, outermost first: every dependence still goes
/// forward, bounds use counters that are further out, and every scalar belongs to one iteration of all the loops.
bool mayPermute(const Nest &nest, const Facts &facts, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order);

/// The nest with the band's loops in `order`. The first loop of the band takes the id of what was its outermost one,
/// and so on: band[p] then is what order[p] was.
Nest permuted(const Nest &nest, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order);

} // namespace vecify
