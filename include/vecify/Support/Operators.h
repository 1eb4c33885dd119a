// Operators that the nest and the IR have in common.
#pragma once
#include <cstdint>

namespace vecify {

/// Combining operator of a reduction. CMin/CMax: `x < acc ? x : acc` / `x > acc ? x : acc` on floats; FMin/FMax: fminf,
/// fmaxf.
enum class ReductionKind : uint8_t { Add, Mul, Min, Max, And, Or, Xor, CMin, CMax, FMin, FMax };

/// Comparison; on floats ordered, except Ne (unordered or unequal).
enum class Predicate : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// a < b is b > a.
constexpr Predicate mirrored(Predicate predicate) {
  constexpr Predicate all[] = {Predicate::Eq, Predicate::Ne, Predicate::Gt,
                               Predicate::Ge, Predicate::Lt, Predicate::Le};
  return all[unsigned(predicate)];
}
/// Of integers: what holds where this one does not.
constexpr Predicate opposite(Predicate predicate) {
  constexpr Predicate all[] = {Predicate::Ne, Predicate::Eq, Predicate::Ge,
                               Predicate::Gt, Predicate::Le, Predicate::Lt};
  return all[unsigned(predicate)];
}

} // namespace vecify
