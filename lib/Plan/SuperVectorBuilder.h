// The state of one super-vector build: the function so far and what the nest's symbols, locals and masks are in it.
//
// A value is *uniform* (rank 0) until it meets something that differs between root iterations; only then is it
// broadcast. So `alpha * beta * x[i]` multiplies alpha and beta once, as C would.
#pragma once
#include "vecify/IR/Builder.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/DenseMap.h"

namespace vecify {

class SuperVectorBuilder {
public:
  SuperVectorBuilder(const Nest &nest, const Facts &facts, const PlanOptions &options);

  /// Parameters, arrays, patterns, trip count, guards: all that does not depend on the plan's lanes.
  llvm::Error declareInterface(const Legality &legality);
  /// One block of `lanes` consecutive root iterations from counter `iv`; `mask` (or NoId) says which are live.
  /// Reads and updates `locals`.
  llvm::Error buildBlock(unsigned lanes, ValueId iv, ValueId mask);

  Function F;
  Builder B;
  /// Current value of each nest local (NoId: not assigned yet).
  std::vector<ValueId> locals;
  /// Current accumulator of each cell reduction.
  std::vector<ValueId> cells;
  /// Truth values that lanes carry: a latch was set, a NaN was taken, a cell was updated. Per local and per cell: its
  /// flag, or NoId.
  std::vector<ValueId> flags;
  std::vector<unsigned> flagOf, flagOfCell;
  /// Symbol of the nest -> its value.
  std::vector<ValueId> symbols;

  const Nest &N;
  const Facts &Fa;
  const PlanOptions &Options;

  // -- types and masks
  /// One value per lane; a plain scalar when there is one lane.
  VectorType vectorOf(ScalarType element) const {
    return Lanes == 1 ? VectorType::scalar(element) : VectorType::vector(Lanes, element);
  }
  bool isUniform(ValueId v) const { return F.typeOf(v).isScalar(); }
  ValueId widen(ValueId v);
  ValueId both(ValueId maskA, ValueId maskB);

  // -- index arithmetic
  IndexExpr map(const IndexExpr &expr) const;
  /// A polynomial as a value of `type`: a scalar, or lane by lane where it uses the root's counter.
  llvm::Expected<ValueId> indexValue(const IndexExpr &expr, ScalarType type, Loc loc);

  // -- expressions (BuildExpr.cpp); `mask` guards what may trap
  llvm::Expected<ValueId> expr(ExprId id, ValueId mask);
  llvm::Expected<ValueId> castTo(ValueId v, ScalarType to);

  // -- memory (BuildMemory.cpp)
  llvm::Expected<ValueId> load(AccessId id, ValueId mask);
  llvm::Error store(AccessId id, ValueId value, ValueId mask);
  /// The accumulator of which `id` is an access, or nullopt.
  std::optional<unsigned> cellOf(AccessId id) const;

  // -- statements (BuildStatements.cpp)
  llvm::Error statements(llvm::ArrayRef<NodeId> body, ValueId mask);

private:
  struct Address {
    MemRef mem;
    llvm::SmallVector<ValueId, 1> indexVectors;
    bool isUniform = true;
  };
  llvm::Expected<Address> address(AccessId id, ValueId mask);
  llvm::Expected<ValueId> binary(const Expr &e, ValueId mask);
  llvm::Expected<ValueId> select(const Expr &e, ValueId mask);
  llvm::Expected<ValueId> logical(const Expr &e, ValueId mask);
  llvm::Expected<std::pair<ValueId, ValueId>> matched(ValueId a, ValueId b);
  llvm::Error assign(const Node &node, ValueId mask);
  llvm::Error assignTo(const Node &node, ValueId value, ValueId mask);
  llvm::Error latch(const Node &node, ValueId mask);
  void raise(unsigned flag, ValueId when);
  std::vector<unsigned> raisedFlags(llvm::ArrayRef<NodeId> body) const;
  llvm::Error pairwise(const Node &node, ValueId condition, ValueId no, ValueId mask);
  llvm::Error branch(const Node &node, ValueId mask);
  llvm::Error uniformBranch(const Node &node, ValueId condition, ValueId mask);
  llvm::Error innerLoop(const Node &node, ValueId mask);
  bool isExecutedAnyway(AccessId id) const;

  unsigned Lanes = 1;
  ValueId Iv = NoId;
  ValueId LiveLanes = NoId; ///< the mask of the whole block: at least one lane of it is set
  /// Byte address and type of what every iteration touches unconditionally: safe to read without a mask.
  std::vector<std::pair<uint32_t, IndexExpr>> Unconditional;
};

/// Locals assigned anywhere below `body`.
std::vector<bool> assignedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body);
/// Cells (indices into Facts::cells) updated anywhere below `body`.
std::vector<bool> updatedCells(const Nest &nest, const Facts &facts, llvm::ArrayRef<NodeId> body);

} // namespace vecify
