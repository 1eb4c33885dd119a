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
  ValueId withElement(ValueId v, llvm::ArrayRef<int64_t> at, ValueId element);
  /// The elements along `dim` through `at`, as a vector.
  ValueId column(ValueId v, llvm::ArrayRef<int64_t> at, unsigned dim);
  /// acc combined with x, in the order of the interpreter.
  ValueId combined(ReductionKind kind, ValueId acc, ValueId x, llvm::StringRef name);

private:
  ValueId emit(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints,
               llvm::StringRef name);
  Builder &B;
  Function &F;
};

/// n-D transfers of which the minor dim is not contiguous, row by row. True if `op` was one.
bool splitRows(const Op &op, Rewriter &rewriter);

} // namespace vecify
