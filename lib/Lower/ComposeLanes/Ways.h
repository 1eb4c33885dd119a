// The one instruction that makes a register out of those its bytes come from.
#pragma once
#include "ByteSources.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// A register made of the lanes of one or two others: these seen as `type`, shuffled, the first part of that.
struct Way {
  llvm::SmallVector<ValueId, 2> from;
  VectorType type;
  /// Shuffle, or the op that takes just these lanes; Bitcast: they stay as they stand; Load: see below.
  OpKind kind = OpKind::Bitcast;
  llvm::SmallVector<int64_t, 64> lanes;
  /// Nothing is moved: the bytes stand in memory that way, where this load begins.
  OpId load = 0;
  double effort = 0;
};

class WayFinder {
public:
  WayFinder(const Function &function, BlockId block, const Target &target);

  const ByteSources &sources() const { return Sources; }
  /// To a value that an op of the block makes; none: its bytes come from too many places, or no instruction does that.
  std::optional<Way> wayTo(ValueId v) const;

private:
  using Bytes = llvm::ArrayRef<ByteSource>;

  std::optional<Way> throughMemory(ValueId v, Bytes bytes) const;
  std::optional<Way> byShuffle(ValueId v, Bytes bytes) const;
  bool isWrittenBetween(const Op &load, size_t first, size_t last) const;
  ScalarType typeOfLanes(ValueId v, const Way &way, int64_t width) const;
  void chooseOp(Way &way) const;
  bool isPossible(ValueId v, const Way &way) const;
  bool canSee(ScalarType from, const VectorType &to) const;

  const Function &F;
  llvm::ArrayRef<OpId> Ops;
  const Target &T;
  ByteSources Sources;
  /// By value: which of the block's ops makes it.
  llvm::DenseMap<ValueId, size_t> Places;
};

} // namespace vecify
