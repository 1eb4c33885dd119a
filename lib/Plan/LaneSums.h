// Scalars of a tile's rows that the columns add up, lane by lane.
//
//     for i: { s = 0; for j: s += a[i][j] * x[j]; y[i] = s; }      rows along i, lanes along j
//
// Every row carries a vector of sums through its columns; behind them, its lanes are summed up to one scalar.
#pragma once
#include "SuperVectorBuilder.h"

namespace vecify {

class LaneSums {
public:
  /// The scalars that the loop of the lanes carries, in each row.
  ///
  /// Errors: Decline(FloatReduction, CarriedScalar) for one that is no sum, or whose order may not change.
  static llvm::Expected<LaneSums> of(SuperVectorBuilder &builder, const Node &lanes);

  bool empty() const { return All.empty(); }
  /// Makes the sums, as wide as they are now, what the statements see.
  void enter();
  /// What they are behind the statements; in lanes that `mask` leaves out, what they were.
  void leave(ValueId mask);
  /// From wider lanes, or from the scalars, to `lanes`.
  void become(unsigned lanes);
  /// To scalars.
  void finish();
  /// Carries them through a loop or a branch: in its order, and back.
  llvm::ArrayRef<ValueId> values() const { return Now; }
  void set(llvm::ArrayRef<ValueId> values) { Now.assign(values.begin(), values.end()); }

private:
  struct Sum {
    size_t row;
    LocalId local;
    ReductionKind kind;
    ValueId initial;
  };
  explicit LaneSums(SuperVectorBuilder &builder) : S(&builder) {}
  bool startsFromInitial(const Sum &sum) const;
  ValueId &place(const Sum &sum);
  ValueId combined(const Sum &sum, VectorType type, ValueId a, ValueId b);

  SuperVectorBuilder *S;
  std::vector<Sum> All;
  std::vector<ValueId> Now; ///< of each
};

} // namespace vecify
