// Writes a function anew with every vector as a list of native pieces.
//
//     %s = add %a, %b : 32xi16          ->   %s  = add %a0, %b0 : 16xi16
//                                            %s' = add %a1, %b1 : 16xi16
//     %w = cast %s : 32xi16 -> 32xi32   ->   %s_lo = extract_slice %s [0] : 8xi16
//                                            %w  = cast %s_lo : 8xi16 -> 8xi32 ...
//
// A value may be held in pieces of several sizes: those it was made in, and those that a user of another element
// width asked for. Pieces of an n-D value are the pieces of its rows, one row after the other.
#pragma once
#include "Match.h"

namespace vecify {

class Splitter {
public:
  Splitter(const Function &source, const Target &target, const LowerOptions &options);
  llvm::Expected<Function> run();

private:
  using Pieces = llvm::SmallVector<ValueId, 4>;
  struct Split {
    int64_t lanes = 1;
    Pieces pieces;
  };

  // -- the frame (Splitter.cpp)
  void copyInterface();
  void copyBlock(BlockId from, BlockId to);
  void splitOp(const Op &op);
  void splitFor(const Op &op);
  void splitIf(const Op &op);
  void splitArguments(const Op &op, bool isReturn);
  IndexExpr mapped(const IndexExpr &expr);

  // -- which pieces a value has
  /// The pieces of `v` in groups of `lanes`; makes them by slicing or joining those that exist.
  const Pieces &at(ValueId v, int64_t lanes);
  void define(ValueId v, int64_t lanes, Pieces pieces);
  Split *find(ValueId v, int64_t lanes);
  ValueId scalar(ValueId v);
  /// Of a piece of `lanes` lanes: a piece of one lane is a scalar.
  static VectorType pieceType(int64_t lanes, ScalarType element) {
    return lanes == 1 ? VectorType::scalar(element) : VectorType::vector(lanes, element);
  }
  /// Lanes in which the value was first made.
  int64_t madeIn(ValueId v) const { return Map[v].front().lanes; }
  int64_t natural(ScalarType element, int64_t n) const { return nativeLanes(T, O, element, n); }
  int64_t naturalOf(ValueId v) const;
  /// Lanes in which `op` works on its rows.
  int64_t workLanes(const Op &op);
  /// Appends a copy of `op` with these operands and a result of `lanes` lanes.
  ValueId emit(const Op &op, llvm::ArrayRef<ValueId> operands, int64_t lanes);
  ValueId emit(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints,
               ValueId named);
  ValueId joined(ValueId low, ValueId high, VectorType type, ValueId named);
  void fail(const Op &op);
  bool needsLanes(const Op &op) const;

  // -- ops (SplitOps.cpp)
  void splitElementwise(const Op &op);
  void splitUniform(const Op &op);
  void splitIota(const Op &op);
  void splitCreateMask(const Op &op);
  void splitReduce(const Op &op);
  void splitExtract(const Op &op);
  void splitFirstTrue(const Op &op);
  void splitCountTrue(const Op &op);
  void splitCompressStore(const Op &op);
  void splitExtractSlice(const Op &op);
  void splitInsertSlice(const Op &op);
  void splitShapeCast(const Op &op);
  void splitBroadcastOfRows(const Op &op);
  void splitTranspose(const Op &op);
  void transposePlanes(const Op &op);
  Pieces transposedBlock(llvm::ArrayRef<ValueId> rows, ScalarType element, ValueId named);
  void splitConcat(const Op &op);
  llvm::SmallVector<int64_t, 4> rowsOfSlice(const VectorType &slice, const VectorType &whole,
                                            llvm::ArrayRef<int64_t> offsets) const;
  void splitReverse(const Op &op);
  void splitDeinterleave(const Op &op);
  void splitInterleave(const Op &op);
  void splitPairs(const Op &op);
  void splitShuffle(const Op &op);
  void splitFromLanes(const Op &op);
  void splitPermute(const Op &op);
  void splitWhole(const Op &op);

  // -- casts (SplitCasts.cpp)
  void splitCast(const Op &op);
  void splitNarrowingCast(const Op &op);
  void splitBitcast(const Op &op);

  // -- memory (SplitTransfers.cpp)
  void splitRead(const Op &op);
  void splitWrite(const Op &op);
  void splitGather(const Op &op);
  void splitScatter(const Op &op);
  MemRef mappedMem(const Op &op, llvm::ArrayRef<int64_t> row, int64_t offset);
  llvm::SmallVector<int64_t, 2> lanesWantedByUsers(const Op &op);

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  Function R;
  Builder B;
  std::vector<llvm::SmallVector<Split, 1>> Map;
  /// Splits made so far: those made inside a block are forgotten at its end.
  std::vector<std::pair<ValueId, int64_t>> Journal;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  /// Bits of the lanes that each vector of truth values masks: how many of them go into one predicate register.
  std::vector<unsigned> MaskWidth;
  llvm::SmallVector<int64_t, 2> YieldLanes;
  const Op *Failed = nullptr;
};

} // namespace vecify
