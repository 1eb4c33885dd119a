// Appends ops to a block of a function; the only way that Plan and Lower make code.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

class Builder {
public:
  Builder(Function &function, BlockId block) : F(&function), B(block) {}
  Function &function() { return *F; }
  BlockId block() const { return B; }
  void setBlock(BlockId block) { B = block; }
  Loc loc;    ///< given to every op
  FpFlags fp; ///< given to every op that computes with floats (the others never carry flags)

  /// Appends `op` with results of these types; returns its id.
  OpId append(Op op, llvm::ArrayRef<VectorType> results = {}, llvm::StringRef name = "");
  /// Appends an op with one result.
  ValueId create(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name = "");
  ValueId constant(VectorType type, int64_t value);
  ValueId constantFp(VectorType type, double value);
  /// What leaves every other operand as it is; -0.0 in sums of floats. Float minima and maxima have none.
  ValueId neutral(ReductionKind kind, const VectorType &type);
  ValueId index(IndexExpr expr, llvm::StringRef name = "");
  ValueId broadcast(ValueId value, VectorType type); ///< no-op when the type is the same
  ValueId cast(ValueId value, ScalarType element);   ///< no-op when the type is the same
  ValueId iota(VectorType type, int64_t start, int64_t step);
  ValueId reduce(ReductionKind combine, ValueId vector);
  ValueId extractSlice(ValueId value, llvm::ArrayRef<int64_t> offsets, VectorType type);
  ValueId transferRead(VectorType type, MemRef mem, llvm::ArrayRef<ValueId> indexVectors = {}, ValueId mask = ~0u,
                       ValueId padding = ~0u, llvm::StringRef name = "");
  void transferWrite(ValueId value, MemRef mem, llvm::ArrayRef<ValueId> indexVectors = {}, ValueId mask = ~0u);
  /// A loop; its body block gets the arguments iv and one per init. The caller fills it and ends it with `yield`.
  OpId forLoop(ValueId lower, ValueId upper, ValueId step, llvm::ArrayRef<ValueId> inits, llvm::StringRef ivName);
  OpId ifOp(ValueId condition, llvm::ArrayRef<VectorType> results);
  void yield(llvm::ArrayRef<ValueId> values);
  void ret(llvm::ArrayRef<ValueId> values);

private:
  Function *F;
  BlockId B;
};

/// True if the mask operand is present on this memory op.
bool hasMask(const Op &op, const Function &f);
/// The mask operand; ~0u if there is none.
ValueId maskOf(const Op &op, const Function &f);

} // namespace vecify
