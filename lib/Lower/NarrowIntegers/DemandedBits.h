// Which bits of an integer value can change what the function does.
//
//     %s = add %a, %b : 16xi32         bits 0..15 demanded
//     %h = shr_imm %s [8] : 16xi32     bits 0..7 demanded
//     %r = cast %h : 16xi32 -> 16xu8
//
// A value of which a bit at or above its range's top bit is demanded is demanded whole, so that whoever computes it
// in as few bits as its range needs computes it exactly.
#pragma once
#include "Ranges.h"

namespace vecify {

class DemandedBits {
public:
  DemandedBits(const Function &function, RangeTable &ranges);
  /// Bit mask within the width of the value's type; 0 for a value that nobody needs.
  uint64_t operator[](ValueId v) const { return Demanded[v]; }

private:
  void demand(ValueId v, uint64_t bits);
  void visitBlock(BlockId block);
  void visit(const Op &op);
  void visitIntegerOp(const Op &op, uint64_t wanted);

  const Function &F;
  RangeTable &Ranges;
  std::vector<uint64_t> Demanded;
  bool Changed = false;
};

/// Ones below bit `bits`.
uint64_t lowBits(unsigned bits);

} // namespace vecify
