// What is known of the counters of a function's loops: lower <= counter < upper.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/ADT/DenseMap.h"

namespace vecify {

class Counters {
public:
  explicit Counters(const Function &function);

  /// expr > 0 in every iteration of the loops whose counters it has.
  bool isPositive(IndexExpr expr) const;

private:
  struct Bounds {
    ValueId lower, upper;
    unsigned place; ///< loops inside come behind those around them
  };
  void collect(BlockId block);

  const Function &F;
  llvm::DenseMap<ValueId, Bounds> Known;
};

} // namespace vecify
