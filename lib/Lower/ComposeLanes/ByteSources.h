// Which byte of which register a register's bytes are, through all that only moves bytes about.
#pragma once
#include "Match.h"

namespace vecify {

/// A byte of a value, the lowest one of lane 0 first; of no value: 0.
struct ByteSource {
  ValueId value = NoValue;
  int64_t byte = 0;

  bool isZero() const { return value == NoValue; }
  bool operator==(const ByteSource &other) const { return value == other.value && byte == other.byte; }
};

/// Ops of this kind do nothing but move bytes, on some operands.
bool mayMoveBytes(OpKind kind);

/// The sources within one block: what comes from elsewhere is its own source, as is what is computed.
class ByteSources {
public:
  ByteSources(const Function &function, BlockId block);

  /// Of each byte of a 1-D vector of whole bytes; of all other values none.
  llvm::ArrayRef<ByteSource> of(ValueId v) const { return Sources[v]; }
  /// Made by an op that does nothing but move bytes, at least some of them.
  bool isMoved(ValueId v) const { return IsMoved[v]; }

private:
  using Bytes = llvm::SmallVector<ByteSource, 0>;

  Bytes itself(ValueId v) const;
  /// Of the bytes side by side of several values.
  Bytes together(llvm::ArrayRef<ValueId> values);
  /// Empty: this op computes.
  Bytes moved(const Op &op);
  Bytes shuffled(const Op &op);
  Bytes narrowed(const Op &op);
  bool areLow(const Op &op) const;
  Bytes cast(const Op &op);
  Bytes shifted(const Op &op);
  Bytes rotated(const Op &op);
  Bytes chosen(const Op &op);
  Bytes joined(const Op &op);
  /// Those of operand 0, operand 1 behind it, that `lanes` name.
  Bytes lanesOf(const Op &op, llvm::function_ref<int64_t(int64_t)> lane);

  int64_t bytesIn(ValueId v) const { return bitsOf(F.typeOf(v).element) / 8; }

  const Function &F;
  std::vector<Bytes> Sources;
  std::vector<bool> IsMoved;
};

} // namespace vecify
