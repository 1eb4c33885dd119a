// What the loads of a block read, as runs of bytes at constant distances from each other.
#pragma once
#include "ByteSources.h"
#include <map>

namespace vecify {

/// Bytes side by side in memory, from `offset` behind the address of `load` on.
struct Window {
  OpId load = 0;
  int64_t offset = 0, bytes = 0;

  int64_t end() const { return offset + bytes; }
  bool has(const Window &other) const { return offset <= other.offset && other.end() <= end(); }
  auto operator<=>(const Window &) const = default;
};

/// The load of a window; none: its subscript does not go there.
std::optional<Op> loadOf(const Function &function, const Window &window);

class MemoryRuns {
public:
  MemoryRuns(const Function &function, BlockId block);

  /// What `loaded` was loaded from, told from the first load of its run; none: it is no load of this block.
  std::optional<Window> windowOf(ValueId loaded) const;
  /// The first that the block loads from just there, or NoValue.
  ValueId valueOf(const Window &window) const;
  /// It begins at a multiple of its size behind the run's lowest address.
  bool isInOrder(const Window &window) const { return (window.offset - runOf(window).lowest) % window.bytes == 0; }
  /// A window of so many bytes that has all those of `wanted`, and which the loads of the run have: in order if it can
  /// be.
  std::optional<Window> around(const Window &wanted, int64_t bytes) const;
  /// The two windows side by side that have all those bytes, in order; the second one no further than the run goes.
  std::optional<std::pair<Window, Window>> across(const Window &wanted, int64_t bytes) const;
  /// A window of so many bytes that begins where `wanted` does or ends there, and which the loads of the run have.
  std::optional<Window> justAt(const Window &wanted, int64_t bytes) const;
  /// What the run has is in memory as it was loaded, until this op of the block.
  bool isUnchanged(const Window &window, size_t place);
  ScalarType elementOf(const Window &window) const { return F.typeOf(F.ops[window.load].results[0]).element; }

private:
  struct Run {
    OpId first;
    size_t place; ///< of the first load among the block's ops
    int64_t lowest = 0;
    std::map<int64_t, int64_t> spans; ///< from, to: apart from each other
    llvm::SmallVector<OpId, 8> loads;
    std::optional<size_t> changedAt; ///< the first op that may write what is loaded
  };

  void add(OpId id, size_t place);
  void addSpan(Run &run, int64_t from, int64_t to);
  const Run &runOf(const Window &window) const { return Runs[RunOfFirst.at(window.load)]; }
  bool isLoaded(const Window &window) const;
  size_t firstChange(const Run &run) const;

  const Function &F;
  llvm::ArrayRef<OpId> Ops;
  std::vector<Run> Runs;
  llvm::DenseMap<OpId, unsigned> RunOfFirst;
  llvm::DenseMap<ValueId, Window> Windows;
};

} // namespace vecify
