//     while (x >>= 1) n++;                 the place of the highest bit
//     for (; x; x &= x - 1) n++;           how many there are
#include "vecify/Nest/BitLoops.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

bool isLocal(const Nest &nest, ExprId id, LocalId local) {
  return nest.exprs[id].kind == Expr::Local && nest.exprs[id].local == local;
}

bool isConstant(const Nest &nest, ExprId id) { return nest.exprs[id].kind == Expr::IntConst; }

/// x >> 1, x << 1, x & (x - 1)
bool movesBits(const Nest &nest, const Node &assign) {
  const Expr &e = nest.exprs[assign.value];
  if (e.kind != Expr::Binary || !isLocal(nest, e.operands[0], assign.local))
    return false;
  if (e.binary == BinaryOp::Shr || e.binary == BinaryOp::Shl)
    return isConstant(nest, e.operands[1]);
  const Expr &less = nest.exprs[e.operands[1]];
  return e.binary == BinaryOp::And && less.kind == Expr::Binary && isLocal(nest, less.operands[0], assign.local) &&
         isConstant(nest, less.operands[1]);
}

bool counts(const Nest &nest, const Node &assign) {
  const Expr &e = nest.exprs[assign.value];
  return e.kind == Expr::Index || (e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub) &&
                                   isLocal(nest, e.operands[0], assign.local) && isConstant(nest, e.operands[1]));
}

} // namespace

bool countsBits(const Nest &nest, LoopId loop) {
  const std::vector<NodeId> &body = nest.nodes[nest.loops[loop].node].body;
  return nest.mayLeaveEarly(loop) &&
         llvm::any_of(body,
                      [&](NodeId id) { return nest.nodes[id].local != NoId && movesBits(nest, nest.nodes[id]); }) &&
         llvm::all_of(body, [&](NodeId id) {
           const Node &node = nest.nodes[id];
           return node.leaves || (node.local != NoId && (movesBits(nest, node) || counts(nest, node)));
         });
}

} // namespace vecify
