// In how many bits each op of a function is computed: no more than its operands come in or its users need, and
// always enough to be exact.
#pragma once
#include "DemandedBits.h"

namespace vecify {

class Widths {
public:
  Widths(const Function &function, const Target &target, const LowerOptions &options, RangeTable &ranges);

  /// Bits in which the op that defines `v` computes it; its type's own width unless it is narrowed.
  unsigned of(ValueId v) const { return Width[v]; }
  /// Bits in which the operands of a comparison are compared.
  unsigned ofComparison(const Op &op) const { return Width[op.results[0]]; }
  /// A splat whose scalar may lie outside the type in which it is compared, and may be clamped to it instead: nothing
  /// that it is compared with reaches the ends of that type.
  bool isClamped(const Op &comparison, unsigned operand, unsigned bits);
  /// The type in which `op` works at `bits`: unsigned where that shows the operands exactly.
  ScalarType workType(const Op &op, unsigned bits);

private:
  friend class WidthCut;
  /// Whether any op has become as wide as its type again.
  bool widenWhereCheaper();
  static bool isVectorInteger(const Function &f, ValueId v);
  static bool isFreeInAnyWidth(const Function &f, ValueId v, unsigned depth = 0);
  static bool isOfFree(const Function &f, const Op &op, unsigned depth = 0);
  unsigned ownBits(const Op &op) const;
  int64_t uopsAt(const Op &op, unsigned bits);
  unsigned choose(const Op &op, unsigned atLeast);
  unsigned widestOperand(const Op &op) const;
  unsigned widthOfMask(ValueId mask) const;
  unsigned widestUse(const Op &op) const;
  bool isNarrowable(const Op &op) const;
  bool isExactAt(const Op &op, unsigned bits);
  bool fitsOne(llvm::ArrayRef<ValueId> values, unsigned bits, bool *isSigned = nullptr);
  const Row *rowOf(const Op &op, unsigned bits);
  std::optional<unsigned> uopsOf(const Op &op, unsigned bits);
  bool hasRow(const Op &op, unsigned bits);

  const Function &F;
  const Target &T;
  const LowerOptions &O;
  RangeTable &Ranges;
  DemandedBits Demanded;
  std::vector<unsigned> Width;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
};

} // namespace vecify
