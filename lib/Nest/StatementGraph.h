// What must come before what among the statements of a loop's body.
#pragma once
#include "vecify/Nest/Facts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace vecify {

/// Accesses and locals below a statement.
struct StatementUse {
  llvm::DenseSet<AccessId> accesses;
  llvm::BitVector reads, sets; ///< per local
};
StatementUse useOf(const Nest &nest, NodeId statement);
void noteUse(const Nest &nest, ExprId expr, StatementUse &use);

/// Statements are known by their place in the body.
class StatementGraph {
public:
  /// Within one iteration of all loops around `loop`.
  StatementGraph(const Nest &nest, const Facts &facts, LoopId loop = 0);

  size_t size() const { return Uses.size(); }
  const StatementUse &use(size_t statement) const { return Uses[statement]; }
  /// `later` must come after `earlier`, in some iteration or the same, perhaps by way of others.
  bool mustFollow(size_t later, size_t earlier) const { return Reach[earlier].test(later); }
  bool isOnCycle(size_t statement) const { return Reach[statement].test(statement); }
  bool shareCycle(size_t a, size_t b) const { return a == b || (mustFollow(a, b) && mustFollow(b, a)); }

private:
  void memory(const Nest &nest, const Facts &facts);
  void equalBases(const Nest &nest, const Facts &facts);
  void scalars(const Nest &nest, const Facts &facts);

  const LoopId Loop;
  std::vector<StatementUse> Uses;
  std::vector<llvm::BitVector> Reach;
};

} // namespace vecify
