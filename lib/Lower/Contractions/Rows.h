// Rows, columns and elements of n-D values.
#pragma once
#include "Match.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

/// Coordinates name all dims of the value; that of the minor dim is ignored where a whole row is meant.
class RowBuilder {
public:
  explicit RowBuilder(Builder &builder) : B(builder), F(builder.function()) {}

  /// The 1-D row through `at`.
  ValueId row(ValueId v, llvm::ArrayRef<int64_t> at);
  /// `v` with that row replaced.
  ValueId withRow(ValueId v, llvm::ArrayRef<int64_t> at, ValueId row);
  ValueId element(ValueId v, llvm::ArrayRef<int64_t> at);
  /// A vector of type `type` with these elements, in row-major order.
  ValueId fromElements(const VectorType &type, llvm::ArrayRef<ValueId> elements, llvm::StringRef name);
  /// `v` with dim `dim` moved behind all others.
  ValueId withMinor(ValueId v, unsigned dim);
  /// acc combined with x, in the order of the interpreter.
  ValueId combined(ReductionKind kind, ValueId acc, ValueId x, llvm::StringRef name);

private:
  ValueId emit(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints,
               llvm::StringRef name);
  Builder &B;
  Function &F;
};

/// n-D transfers of which the minor dim is not contiguous: with another dim as the minor one and a transpose, or row by
/// row. True if `op` was one.
bool splitRows(const Op &op, Rewriter &rewriter);

/// Reads of which only single elements are used become scalar reads of those: the factors that a contraction
/// broadcasts then come straight from memory.
Function readElements(const Function &f);

} // namespace vecify
