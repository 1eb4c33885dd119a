// What an inner loop hands from one iteration to the next and is the same in all lanes stays one scalar.
//
//     for (k = 0; k < 8; k++) {             for %k = 0 to 8 carry(%b : u8 = %c, %r : 64xu8 = ..) {
//       if (b & 1) r ^= a;             ->     %odd = and %b, 1 ..
//       b >>= 1;                              %next = shr %b, 1 : u8
//     }
//
// An element at such a place is one for all lanes, and where the loop is written out nothing of it stays inside.
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Exposed.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace vecify {

using llvm::ArrayRef;

/// Its value is one for all lanes, if those of the locals in `same` are.
bool SuperVectorBuilder::isCommon(ExprId id, const llvm::BitVector &same) const {
  const Expr &e = N.exprs[id];
  switch (e.kind) {
  case Expr::Index:
    return !usesLanes(e.index);
  case Expr::Local:
    return same[e.local];
  case Expr::Load: {
    const Access &access = N.accesses[e.access];
    if (const auto held = Held.find(e.access); held != Held.end())
      return isUniform(held->second);
    return !cellOf(e.access) && llvm::none_of(access.subs, [&](const IndexExpr &sub) { return usesLanes(sub); }) &&
           llvm::all_of(access.indirect, [&](ExprId sub) { return sub == NoId || isCommon(sub, same); });
  }
  default:
    return llvm::all_of(e.operands, [&](ExprId operand) { return isCommon(operand, same); });
  }
}

/// Takes from `same` what the body may set to a value for each lane; whether there was any.
bool SuperVectorBuilder::dropLocalsOfLanes(ArrayRef<NodeId> body, llvm::BitVector &same) const {
  bool dropped = false;
  const auto drop = [&](const llvm::BitVector &locals) {
    dropped |= same.anyCommon(locals);
    same.reset(locals);
  };
  for (NodeId id : body) {
    const Node &node = N.nodes[id];
    bool isPerLane = !scannedBy(id).empty();
    if (node.kind == Node::Loop)
      isPerLane |= tileWith(&Tile::lanes, node.loop) || tileWith(&Tile::rows, node.loop) ||
                   N.mayLeaveEarly(node.loop) || variesByRow(N.loops[node.loop]) || Group > 1;
    else
      isPerLane |= !isCommon(node.kind == Node::If ? node.condition : node.value, same);
    if (isPerLane) {
      drop(assignedLocals(N, id));
      continue;
    }
    dropped |= dropLocalsOfLanes(node.body, same);
    dropped |= dropLocalsOfLanes(node.elseBody, same);
  }
  return dropped;
}

llvm::BitVector SuperVectorBuilder::commonLocals(ArrayRef<NodeId> body, ValueId mask) const {
  const ArrayRef<std::vector<ValueId>> rows = localsOfRows();
  llvm::BitVector same(N.locals.size());
  const bool isMasked = mask != NoId && mask != LiveLanes && !InArm;
  if (Lanes == 1 || !Dims.empty() || Divergent != NoId || !Panels.empty() || isMasked)
    return same;
  const llvm::BitVector assigned = assignedLocals(N, body);
  for (LocalId l = 0; l < N.locals.size(); ++l) {
    const bool isBlended = !InArm && LiveLanes != NoId && N.locals[l].scope == NoId;
    const auto isOne = [&](const std::vector<ValueId> &locals) {
      return locals[l] == NoId ? assigned[l] : isUniform(locals[l]);
    };
    same[l] = llvm::all_of(rows, isOne) &&
              (!assigned[l] || (Fa.locals[l].kind == ScalarFacts::Private && flagOf[l] == NoId && !isBlended));
  }
  while (dropLocalsOfLanes(body, same)) {
  }
  return same;
}

/// The sides only compute a few values of locals, and which of them counts changes from one iteration of some loop to
/// the next: as two choices they cost less than a branch.
bool SuperVectorBuilder::isCheapChoice(const Node &branch) const {
  static constexpr unsigned MostOps = 4;
  unsigned ops = 0;
  bool isCheap = true, changes = false;
  const std::function<void(ExprId)> count = [&](ExprId id) {
    const Expr &e = N.exprs[id];
    ops += !e.operands.empty() && e.kind != Expr::Cast;
    isCheap &= e.kind != Expr::Load && e.kind != Expr::Call &&
               (e.kind != Expr::Binary || (e.binary != BinaryOp::Div && e.binary != BinaryOp::Rem));
    llvm::for_each(e.operands, count);
  };
  for (const std::vector<NodeId> *side : {&branch.body, &branch.elseBody})
    for (NodeId id : *side) {
      const Node &node = N.nodes[id];
      isCheap &= node.kind == Node::Assign && node.access == NoId && Fa.locals[node.local].kind == ScalarFacts::Private;
      if (isCheap)
        count(node.value);
    }
  const std::function<void(ExprId)> look = [&](ExprId id) {
    changes |= N.exprs[id].kind == Expr::Local;
    llvm::for_each(N.exprs[id].operands, look);
  };
  look(branch.condition);
  return isCheap && changes && ops <= MostOps && Divergent == NoId;
}

} // namespace vecify
