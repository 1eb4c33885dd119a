// The rules of one op, a family of ops per file: a function says whether its
// rule holds and leaves the words in `why`.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/ADT/Twine.h"

namespace vecify {

class OpChecker {
public:
  OpChecker(const Function &function, const Op &op) : F(function), O(op) {}
  /// False with `why` set when a rule is broken.
  bool run();
  std::string why;

private:
  bool fail(const llvm::Twine &message) {
    why = message.str();
    return false;
  }
  bool want(bool holds, const llvm::Twine &message) { return holds || fail(message); }
  const VectorType &type() const { return F.typeOf(O.results[0]); }
  const VectorType &operand(unsigned i) const { return F.typeOf(O.operands[i]); }
  static bool isNumber(ScalarType t) { return isFloat(t) || isInteger(t); }

  // -- what many rules need (OpRules.cpp)
  bool isOperandOf(unsigned i, const VectorType &wanted);
  bool isResultOf(const VectorType &wanted);
  /// The result is a scalar of `element`, or the truth value of such a mask's lane.
  bool isTruthOr(ScalarType element);
  bool hasInts(size_t count);
  bool isVector(const VectorType &t);
  bool isOneDim(const VectorType &t);
  /// `mask` selects lanes of a value of type `value`.
  bool isMaskFor(ValueId mask, const VectorType &value);
  bool resultsAndBlocks();

  // -- arithmetic and control (OpRules.cpp)
  bool elementwise();
  bool shiftByConstant();
  bool rotationByConstant();
  bool within();
  bool recoverProduct();
  bool compare();
  bool compareWhere();
  bool mathCall();
  bool forLoop();
  bool ifElse();
  bool launch();
  bool blockReduce();

  // -- MemoryRules.cpp
  bool memory();
  bool isNative();
  /// Operands from `first` on: one index vector per indirect sub, then nothing
  /// or `masked` operands.
  bool transfer(const VectorType &value, size_t first, size_t masked);
  bool isIndexVector(size_t i, const VectorType &value);
  bool indexed(const VectorType &value, size_t first);

  // -- ShapeRules.cpp
  bool shape();
  bool broadcast();
  /// `small` lies inside `big` at the offsets ints; a smaller rank lacks
  /// leading unit dims.
  bool slice(const VectorType &small, const VectorType &big);
  bool concat();
  bool fromLanes();
  bool transpose();
  bool shuffle();
  bool permute();
  bool narrowPair();
  bool createMask();
  bool dotAccumulate();

  // -- ReductionRules.cpp
  bool combines(ReductionKind kind, ScalarType t);
  bool multiplies(ScalarType from, ScalarType to);
  bool reduce();
  bool multiReduce();
  bool outerProduct();
  bool contract();

  // -- AccumulatorRules.cpp
  /// Operands `first` and the next are factors of the result; the second may be a scalar.
  bool areFactors(unsigned first, int64_t lanesA, int64_t lanesB);
  bool accumulates();

  const Function &F;
  const Op &O;
};

} // namespace vecify
