// The one instruction that makes a register out of those its bytes come from.
#pragma once
#include "MemoryRuns.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// A register that there is, or one that is loaded: from a window, or its blocks of 128 bits from one each.
struct Part {
  ValueId value = NoValue; ///< NoValue: it is loaded
  llvm::SmallVector<Window, 2> windows;
};

/// Bytes that are the same in every group of so many: these are kept, and set to those.
struct Filling {
  int64_t bytes = 0; ///< 0: there are none
  uint64_t keep = 0, set = 0;

  bool clears() const { return (keep | set) != ~uint64_t(0) >> (64 - 8 * bytes); }
};

/// A register made of the lanes of one or two others: these seen as `type`, shuffled, the first part of that.
struct Way {
  llvm::SmallVector<Part, 2> from;
  VectorType type;
  /// Shuffle, or the op that takes just these lanes; Bitcast: they stay as they stand.
  OpKind kind = OpKind::Bitcast;
  llvm::SmallVector<int64_t, 64> lanes;
  Filling filling;   ///< behind that
  double effort = 0; ///< without loads
};

class WayFinder {
public:
  WayFinder(const Function &function, BlockId block, const Target &target);

  const ByteSources &sources() const { return Sources; }
  const MemoryRuns &memory() const { return Memory; }
  /// To a value that an op of the block makes; none: its bytes come from too many places, or no instruction does that.
  std::optional<Way> wayTo(ValueId v);
  /// What it takes to load a register from there, and one of blocks.
  std::optional<double> effortOf(const Window &window) const;
  double effortOfBlocks(llvm::ArrayRef<Window> windows) const;

private:
  /// Where each byte stands in the parts of a way, laid end to end.
  using Places = llvm::SmallVector<int64_t, 64>;

  /// Where memory has each byte of a value, if all are loads of one run, for as long as that holds; none: the byte is a
  /// constant.
  struct Loaded {
    Window all;
    llvm::SmallVector<std::optional<int64_t>, 64> addresses;
  };

  std::optional<Loaded> loadedBytes(ValueId v);
  std::optional<uint8_t> constantOf(const ByteSource &byte) const;
  std::optional<Filling> fillingOf(ValueId v) const;
  std::optional<Way> throughMemory(ValueId v);
  std::optional<Way> throughBlocks(ValueId v);
  std::optional<Way> throughWindows(ValueId v, llvm::ArrayRef<Window> windows, llvm::ArrayRef<int64_t> addresses) const;
  double effortWithLoads(const Way &way) const;
  double effortOfLoads(llvm::ArrayRef<Window> windows) const;
  std::optional<Way> fromRegisters(ValueId v) const;
  std::optional<Way> by(ValueId v, Way way, const Places &places) const;
  void chooseOp(Way &way) const;
  VectorType typeOf(const Part &part) const;
  ScalarType typeOfLanes(ValueId v, const Way &way, int64_t width) const;
  bool isPossible(ValueId v, const Way &way) const;
  bool canSee(ScalarType from, const VectorType &to) const;

  const Function &F;
  const Target &T;
  ByteSources Sources;
  MemoryRuns Memory;
  /// By value: which of the block's ops makes it.
  llvm::DenseMap<ValueId, size_t> PlaceOf;
};

} // namespace vecify
