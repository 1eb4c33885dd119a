// What the vector loops carry from one step to the next, and the scalars that come of it at the end.
//
//     s += x[i]                    lanes of s from 0; folded and reduced, then added to the value on entry
//     if (x[i] > m) m = x[i]       lanes of m from the value on entry; reduced. Where the result is a zero and lanes
//     hold
//                                  zeros of both signs, the order decides: the vector part then did nothing
//     y[i] = p; p = x[i]           what p takes its value from, in the lanes before
//     if (x[i] == c) found = 1     a truth value per lane: has it happened?
//     y[k++] = x[i]                k, the same for all lanes, as an index
//     ... { m = x[i]; k = i; }     lanes of k; the least of those whose m is the result
//     if (x[i] != 0) k = i         lanes of k; the greatest
//     if (x[i] > 0) *s += x[i]     both: *s is neither read nor written where C would not
#pragma once
#include "SuperVectorBuilder.h"

namespace vecify {

/// x op y op y is x op y.
bool isIdempotent(ReductionKind kind);

class Accumulators {
public:
  /// Declares parameters and results for the reductions and latches of the nest; reads the cells.
  explicit Accumulators(SuperVectorBuilder &builder);

  /// What is carried, before the first step of a loop of `lanes`.
  llvm::SmallVector<ValueId, 4> start(unsigned lanes);
  std::vector<std::string> names() const;
  /// Which of them the statements may change.
  llvm::BitVector changedBy(llvm::ArrayRef<NodeId> body) const;
  /// Makes `values`, in the order of start(), what the statements see.
  void enter(llvm::ArrayRef<ValueId> values);
  /// What they are after the statements.
  llvm::SmallVector<ValueId, 4> leave();
  /// From a wider loop's results to the start of one of `lanes`.
  llvm::SmallVector<ValueId, 4> fold(llvm::ArrayRef<ValueId> values, unsigned lanes);
  /// Writes the cells; the results of the function, `done` in front.
  llvm::Expected<llvm::SmallVector<ValueId, 4>> finish(llvm::ArrayRef<ValueId> values, ValueId done);
  /// finish may say that nothing was done.
  bool mayStartOver() const;

private:
  struct Accumulator {
    const ScalarFacts *facts = nullptr;
    ScalarType type = ScalarType::I32;
    LocalId local = NoId;
    unsigned cell = NoId;
    unsigned flag = NoId;   ///< the truth value that lanes carry: a latch was set, a NaN was taken, a cell was updated
    ValueId initial = NoId; ///< scalar value on entry
    std::string name;
    bool isResult = true; ///< a variable of the source
    bool isThere = false; ///< a cell that may be read and written whether the source does or not
    /// Scalars: a lane of a wider loop held +0, held -0.
    ValueId plusZero = NoId, minusZero = NoId;
    bool isDelay() const { return facts->kind == ScalarFacts::Delayed; }
    bool isScan() const { return facts->kind == ScalarFacts::Scan; }
    /// What goes before the lanes, not what they are.
    bool isBefore() const { return isDelay() || isScan(); }
    bool isLatch() const { return facts->kind == ScalarFacts::Latch; }
    bool isRunning() const { return facts->kind == ScalarFacts::Running; }
    bool isPlace() const { return facts->kind == ScalarFacts::Place; }
    bool isPlainPlace() const { return isPlace() && facts->extreme == NoId; }
    bool isLastPlace() const { return isPlace() && facts->isLastPlace; }
    bool isOrdered() const { return facts->kind == ScalarFacts::Reduction && !facts->mayReassociate; }
    bool takesNaN() const { return isOrdered() && flag != NoId; }
    /// A cell that some runs of the loop do not touch, and that may not be there then: no lane may start from it.
    bool isMaybe() const { return cell != NoId && facts->isConditional && !isThere; }
  };

  void promiseTruth(const Accumulator &acc);
  MemRef cellRef(unsigned cell) const;
  ValueId startOf(const Accumulator &acc, unsigned lanes);
  ValueId halved(const Accumulator &acc, ValueId vector, unsigned lanes);
  void noteZeros(Accumulator &acc, ValueId vector);
  /// The vector that carries local `l`, in `values`.
  ValueId carried(LocalId l, llvm::ArrayRef<ValueId> values) const;
  ValueId chosenPlace(const Accumulator &acc, ValueId a, ValueId b);
  ValueId lastOf(ValueId places);
  ValueId halvedPlace(const Accumulator &acc, ValueId places, ValueId extremes, unsigned lanes);
  ValueId lastPlace(const Accumulator &acc, ValueId places);
  ValueId reducedPlace(const Accumulator &acc, ValueId places, ValueId extremes, ValueId total);
  OpKind isBetter(const Accumulator &place) const;
  const Accumulator &extremeOf(const Accumulator &place) const;
  ValueId reduced(const Accumulator &acc, ValueId vector);
  void updateCell(const Accumulator &acc, ValueId total, ValueId happened);
  ValueId whetherRaised(unsigned flag, llvm::ArrayRef<ValueId> flags);
  bool hasPlace(const Accumulator &extreme) const;
  llvm::Expected<ValueId> latched(const Accumulator &acc, ValueId happened);
  ValueId either(ValueId a, ValueId b);
  ValueId any(ValueId truths);
  ValueId lanesOfNaN(ValueId vector);

  SuperVectorBuilder &S;
  Builder &B;
  std::vector<Accumulator> All;
  std::vector<ValueId> Happened; ///< per flag: scalar, in the wider loop; NoId: there was none
};

} // namespace vecify
