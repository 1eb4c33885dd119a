// See LibraryCalls.h.
//
//     for (i) y[i] = 0;          memset, upwards or downwards; of bytes with any value
//     for (i) y[i] = x[i];       memcpy
//     while (*p) p++;            strlen
//
// All of it only where no two arrays may overlap.
#include "LibraryCalls.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

namespace vecify {
namespace {

/// Shorter loops are unrolled in place.
constexpr int64_t LeastBytes = 64;

/// By how many bytes the address grows from one iteration to the next.
IndexExpr bytesBetween(const Nest &nest, const Access &access, LoopId loop) {
  return nest.byteAddress(access).coefficientOf(nest.loops[loop].iterator);
}

/// Neighbours one after the other: from the lowest up (1), from the highest down (-1).
bool isContiguous(const Nest &nest, const Access &access, LoopId loop, int64_t direction = 1) {
  return access.isAffine() && bytesBetween(nest, access, loop) == IndexExpr(direction * int64_t(bytesOf(access.type)));
}

/// The same in all iterations, which compilers see, too, while they store to `written`.
bool isInvariant(const Nest &nest, ExprId value, LoopId loop, ArrayId written) {
  llvm::SmallSetVector<ExprId, 16> all; // several ops may share an operand
  all.insert(value);
  for (size_t i = 0; i < all.size(); ++i) {
    const Expr &e = nest.exprs[all[i]];
    switch (e.kind) {
    case Expr::IntConst:
    case Expr::FpConst:
    case Expr::Param:
      break;
    case Expr::Index:
      if (e.index.uses(nest.loops[loop].iterator))
        return false;
      break;
    case Expr::Load: {
      const Access &read = nest.accesses[e.access];
      if (read.array == written || !read.isAffine() || !bytesBetween(nest, read, loop).isZero())
        return false;
      break;
    }
    case Expr::Unary:
    case Expr::Binary:
    case Expr::Cast:
      all.insert(e.operands.begin(), e.operands.end());
      break;
    default:
      return false;
    }
  }
  return true;
}

/// What is stored by `write` is the same byte throughout.
bool isOfEqualBytes(const Nest &nest, ExprId value, const Access &write, LoopId loop) {
  if (bytesOf(write.type) == 1)
    return isInvariant(nest, value, loop, write.array);
  const Expr &e = nest.exprs[value];
  if (e.kind == Expr::FpConst)
    return e.fpValue == 0 && !std::signbit(e.fpValue);
  return e.kind == Expr::IntConst && (e.intValue == 0 || e.intValue == -1);
}

/// Nothing is done but to look for the first byte that is 0.
bool isLengthOfString(const Nest &nest) {
  const std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  if (!isUncounted(nest) || !onlySearches(nest) || body.size() != 1)
    return false;
  const Expr *test = &nest.exprs[nest.nodes[body[0]].condition];
  bool endsAtZero = true;
  for (; test->kind == Expr::Not; endsAtZero = !endsAtZero)
    test = &nest.exprs[test->operands[0]];
  if (test->kind != Expr::Compare || test->predicate != (endsAtZero ? Predicate::Eq : Predicate::Ne))
    return false;
  const Expr *byte = &nest.exprs[test->operands[0]], &zero = nest.exprs[test->operands[1]];
  while (byte->kind == Expr::Cast)
    byte = &nest.exprs[byte->operands[0]];
  return zero.kind == Expr::IntConst && zero.intValue == 0 && byte->kind == Expr::Load && bytesOf(byte->type) == 1 &&
         isContiguous(nest, nest.accesses[byte->access], 0);
}

} // namespace

llvm::StringRef libraryCallFor(const Nest &nest, const Facts &facts) {
  if (!facts.mayAlias.empty())
    return "";
  if (isLengthOfString(nest))
    return "strlen";
  const Node *only = nullptr;
  for (const Node &node : nest.nodes) {
    if (node.kind == Node::Loop)
      continue;
    if (only || node.kind != Node::Assign || node.access == NoId)
      return "";
    only = &node;
  }
  const LoopId loop = LoopId(nest.loops.size() - 1);
  if (!only || !llvm::any_of(nest.nodes[nest.loops[loop].node].body, [&](NodeId n) { return &nest.nodes[n] == only; }))
    return "";
  const Access &write = nest.accesses[only->access];
  const bool isUpwards = isContiguous(nest, write, loop);
  if ((!isUpwards && !isContiguous(nest, write, loop, -1)) ||
      likelyIterations(nest, loop) <= LeastBytes / int64_t(bytesOf(write.type)))
    return "";
  if (isOfEqualBytes(nest, only->value, write, loop))
    return "memset";
  const Expr &value = nest.exprs[only->value];
  const bool isCopy = isUpwards && value.kind == Expr::Load && isContiguous(nest, nest.accesses[value.access], loop) &&
                      nest.accesses[value.access].array != write.array;
  return isCopy ? "memcpy" : "";
}

} // namespace vecify
