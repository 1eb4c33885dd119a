// What integers are modulo some number: counters are multiples of their step, rounded counts of what they are rounded
// to.
//
//     %end = and %n, -32          0 modulo 32
//     for %i = 0 to %end step 32  0 modulo 32
//     index (2*%i + 6)            6 modulo 64
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// value == residue modulo `modulus`; a modulus of 0 means that it is `residue`.
struct Congruence {
  int64_t modulus = 1, residue = 0;
  /// The value modulo `n`, if that is known.
  std::optional<int64_t> modulo(int64_t n) const;
};

class Congruences {
public:
  explicit Congruences(const Function &function);
  Congruence of(ValueId value) const;
  Congruence of(const IndexExpr &expr) const;

private:
  const Function &F;
  std::vector<OpId> LoopOf; ///< per value: the loop whose counter it is
};

} // namespace vecify
