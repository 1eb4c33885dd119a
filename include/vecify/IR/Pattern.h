// A rewrite of one op, with an executable example, so that docs and tests cannot rot.
#pragma once
#include "vecify/IR/Builder.h"

namespace vecify {

struct Target;

/// Copies a function op by op while patterns replace some of them; the frame of every lowering step.
class Rewriter;

struct Pattern {
  const char *summary;
  const char *before; ///< IR text of an example
  const char *after;  ///< what it becomes
  OpKind root;
  /// Emits the replacement through the builder and returns the new results, or nullopt to leave the op alone.
  std::optional<llvm::SmallVector<ValueId, 1>> (*rewrite)(const Op &op, Rewriter &rewriter, const Target &target);
  const char *target = "avx2"; ///< for which `before` becomes `after`
};

/// A step's frame: walks `source` in order, block by block, and writes a new function. Operand ids are those of the
/// new function (already mapped).
class Rewriter {
public:
  explicit Rewriter(const Function &source);
  const Function &source() const { return Source; }
  Function &result() { return Result; }
  Builder &builder() { return B; }
  /// New id of an old value; asserts that it has been mapped.
  ValueId mapped(ValueId old) const;
  void map(ValueId old, ValueId replacement);
  /// IndexExpr over old values -> over new ones.
  IndexExpr mapped(const IndexExpr &expr) const;
  MemRef mapped(const MemRef &mem) const;
  /// `op` as it would be in the result: operands and polynomials mapped; results and blocks are still the source's.
  Op mapped(const Op &op) const;
  /// Copies `op` (operands, attributes, blocks recursively through `rewriteOp`) and maps its results.
  void copy(const Op &op);
  /// Runs over the whole function; `rewriteOp` gets each op of the source, and returns true when it has dealt with
  /// it (mapped its results); otherwise the op is copied. The builder stands where the op's copy would go and has
  /// its loc and flags. At most once per Rewriter.
  Function run(llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp);

private:
  void copyBlock(BlockId from, BlockId to);
  const Function &Source;
  Function Result;
  Builder B;
  std::vector<ValueId> Map;
  llvm::function_ref<bool(const Op &, Rewriter &)> RewriteOp;
};

/// Applies `patterns` to every op until none matches (each new op is offered again, with a bound). The op that a
/// pattern gets has mapped operands; its results and blocks are ids of Rewriter::source().
Function applyPatterns(const Function &function, llvm::ArrayRef<const Pattern *> patterns, const Target &target);

/// Ops without effect whose results are unused are dropped; the numbering becomes dense.
Function sweep(Function function);

/// How often each value is used.
std::vector<unsigned> useCounts(const Function &function);

} // namespace vecify
