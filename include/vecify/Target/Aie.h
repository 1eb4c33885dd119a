// What the planner and the lowering ask of an AI Engine beyond its table: accumulators, alignment, rates.
#pragma once
#include "vecify/Support/ScalarType.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace vecify {

/// One block shape of mmul: r x s times s x t.
struct MmulShape {
  ScalarType factor; ///< of both; unsigned ones as the signed ones
  ScalarType accumulator;
  int64_t r, s, t;
};

/// One sliding_mul: `lanes` sums of `points` products a cycle.
struct SlidingShape {
  unsigned factorBits;
  ScalarType accumulator;
  int64_t lanes, points;
  bool anyPoints; ///< fewer points cost a cycle all the same; else they must be a multiple
};

struct AieCore {
  unsigned arch;                  ///< __AIE_ARCH__
  ScalarType shortSum, longSum;   ///< accumulators of 8- and 16-bit products, of wider ones or sums of 64 bits
  unsigned shortLanes, longLanes, floatLanes; ///< of one accumulator; 0: the core has none
  unsigned mostAlignment;         ///< bytes that a load or store may have to begin at a multiple of
  unsigned mostCoefficientBits;   ///< of sliding_mul
  unsigned dataBytes;             ///< of the tile's memory
  llvm::SmallVector<SlidingShape, 2> sliding;
  llvm::SmallVector<MmulShape, 3> mmul; ///< the best one for each type of factors
  /// Products a cycle of 8-, 16- and 32-bit integers, and of bfloat16 in blocks, at most.
  unsigned peak8, peak16, peak32, peakBlocks;

  bool hasFloats() const { return floatLanes > 0; }
  unsigned lanesOf(ScalarType accumulator) const {
    return accumulator == ScalarType::AccFloat ? floatLanes : accumulator == shortSum ? shortLanes : longLanes;
  }
  /// Bytes that a vector access of this size begins at a multiple of.
  unsigned alignmentOf(unsigned bytes) const { return bytes < mostAlignment ? bytes : mostAlignment; }
  unsigned peakOf(unsigned factorBits) const { return factorBits <= 8 ? peak8 : factorBits <= 16 ? peak16 : peak32; }
  const SlidingShape *slidingOf(unsigned factorBits) const {
    for (const SlidingShape &shape : sliding)
      if (shape.factorBits == factorBits)
        return &shape;
    return nullptr;
  }
  const MmulShape *mmulOf(ScalarType factor) const {
    for (const MmulShape &shape : mmul)
      if (bitsOf(shape.factor) == bitsOf(factor) && isFloat(shape.factor) == isFloat(factor))
        return &shape;
    return nullptr;
  }
};

} // namespace vecify
