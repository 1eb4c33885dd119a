// Every second lane, and two registers lane by lane, within blocks of 128 bits.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// Which lane of a value stands where: lane order[p] at place p. Empty: every lane at its own.
using LaneOrder = llvm::SmallVector<int64_t, 16>;

/// A shuffle for an Even, Odd, ZipLo or ZipHi.
struct BlockExchange {
  llvm::SmallVector<int64_t, 16> lanes; ///< of the shuffle
  LaneOrder order;                      ///< of its result
};

/// The shuffle that stays within blocks of 128 bits and has the lanes of `op`'s result, in some order, given that those
/// of its operands have `order`. Nothing if there is none, or only one block.
std::optional<BlockExchange> exchangeInBlocks(OpKind kind, const VectorType &type, const LaneOrder &order);

/// The lanes that a shuffle of a register in order `from` takes to have it in order `to`.
llvm::SmallVector<int64_t, 16> reordering(const LaneOrder &from, const LaneOrder &to, int64_t lanes);

} // namespace vecify
