// Statements of a nest once more, or in another loop.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace vecify {

/// Copies statements of `before` into `result`, which has been a copy of it; what they share among one another stays
/// shared.
class NodeCopier {
public:
  /// `taken`: accesses of statements that stay, or were copied before; others go with the copy.
  NodeCopier(Nest &result, const Nest &before, llvm::DenseSet<AccessId> &taken) : R(result), N(before), Taken(taken) {}

  /// From here on the statements stand in another loop: its counter, and its locals.
  void moveTo(LoopId from, LoopId to);
  void rename(LocalId from, LocalId to) { Locals[from] = to; }
  /// Loops inside the statements go with the copy, too.
  void takeLoops() { TakesLoops = true; }
  NodeId copy(NodeId id);
  /// Another one of the same bounds and body.
  LoopId copyLoop(LoopId id);

private:
  IndexExpr moved(const IndexExpr &expr) const;
  LoopId loopFor(LoopId id) const;
  LocalId copyLocal(LocalId id);
  AccessId copyAccess(AccessId id);
  ExprId copyExpr(ExprId id);
  void copyBody(Node &node);

  Nest &R;
  const Nest &N;
  llvm::DenseSet<AccessId> &Taken;
  bool TakesLoops = false;
  llvm::DenseMap<SymbolId, SymbolId> Counters;
  llvm::DenseMap<LoopId, LoopId> Loops;
  llvm::DenseMap<LocalId, LocalId> Locals;
  llvm::DenseMap<AccessId, AccessId> Accesses;
  llvm::DenseMap<ExprId, ExprId> Exprs;
};

/// A new loop with the bounds, the name and no statements of another one; `parent` as that one's.
LoopId addLoopLike(Nest &nest, LoopId loop);

/// Numbers the loops again, parents before children.
void renumberLoops(Nest &nest);

} // namespace vecify
