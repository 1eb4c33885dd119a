// See Grouping.h.
#include "Grouping.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Bits of the widest value that the expression is converted from; 16 unsigned ones need a signed 32.
static unsigned sourceBits(const Nest &nest, ExprId id) {
  const Expr &e = nest.exprs[id];
  switch (e.kind) {
  case Expr::Cast:
    return std::min(bitsOf(e.type), sourceBits(nest, e.operands[0]));
  case Expr::IntConst:
    return e.intValue >= -128 && e.intValue < 256 ? 8 : e.intValue >= -32768 && e.intValue < 32768 ? 16 : 32;
  default:
    return !isInteger(e.type) ? 64 : e.type == ScalarType::U16 ? 32 : bitsOf(e.type);
  }
}

/// Bits of the factors of the narrowest product in the expression; 64: there is none.
static unsigned factorBits(const Nest &nest, ExprId id) {
  const Expr &e = nest.exprs[id];
  unsigned bits = 64;
  if (e.kind == Expr::Binary && e.binary == BinaryOp::Mul && isInteger(e.type))
    bits = std::max(sourceBits(nest, e.operands[0]), sourceBits(nest, e.operands[1]));
  for (ExprId operand : e.operands)
    bits = std::min(bits, factorBits(nest, operand));
  return bits;
}

/// The same of all assignments of a loop without loops inside.
static unsigned factorBitsOf(const Nest &nest, LoopId loop) {
  unsigned bits = 64;
  for (NodeId id : nest.nodes[nest.loops[loop].node].body) {
    const Node &node = nest.nodes[id];
    if (node.kind != Node::Assign)
      return 64;
    bits = std::min(bits, factorBits(nest, node.value));
  }
  return bits;
}

bool sumsNarrowProducts(const Nest &nest, LoopId loop) { return factorBitsOf(nest, loop) <= 16; }

/// Whether a loop with narrow products adds some up in 64 bits.
static bool sumsWide(const Nest &nest, LoopId loop) {
  return llvm::any_of(nest.nodes[nest.loops[loop].node].body, [&](NodeId id) {
    const Node &node = nest.nodes[id];
    return node.value != NoId && bitsOf(nest.exprs[node.value].type) == 64 && factorBits(nest, node.value) <= 16;
  });
}

unsigned productsAtOnce(const Nest &nest, const Target &target) {
  unsigned bits = 64;
  bool areWide = false;
  for (LoopId loop = 1; loop < nest.loops.size(); ++loop) {
    bits = std::min(bits, factorBitsOf(nest, loop));
    areWide |= sumsWide(nest, loop);
  }
  const auto has = [&](OpKind kind, unsigned width) {
    return llvm::any_of(target.rows, [&](const Row &row) { return row.kind == kind && bitsOf(row.source) == width; });
  };
  if (target.isSimt || target.aie || bits > 16)
    return 1;
  if (areWide)
    return has(OpKind::MulAddQuads, 16) ? 4 : 1;
  if (bits == 8 && has(OpKind::DotAccumulate, 8))
    return 4;
  return has(OpKind::DotAccumulate, 16) || has(OpKind::MulAddPairs, 16) ? 2 : 1;
}

} // namespace vecify
