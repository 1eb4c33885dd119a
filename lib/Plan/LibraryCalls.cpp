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
#include <cmath>

namespace vecify {
namespace {

/// Shorter loops are unrolled in place.
constexpr int64_t LeastBytes = 64;

/// By how many bytes the address grows from one iteration to the next.
IndexExpr bytesBetween(const Nest &nest, const Access &access, LoopId loop) {
  return nest.byteAddress(access).coefficientOf(nest.loops[loop].iterator);
}

/// Neighbours one after the other, from the lowest up.
bool isContiguous(const Nest &nest, const Access &access, LoopId loop) {
  return access.isAffine() && bytesBetween(nest, access, loop) == IndexExpr(bytesOf(access.type));
}

/// From the highest down.
bool isContiguousDownwards(const Nest &nest, const Access &access, LoopId loop) {
  return access.isAffine() && bytesBetween(nest, access, loop) == IndexExpr(-int64_t(bytesOf(access.type)));
}

/// The same in all iterations, which compilers see, too.
bool isInvariant(const Nest &nest, const Expr &value, LoopId loop) {
  switch (value.kind) {
  case Expr::IntConst:
  case Expr::FpConst:
  case Expr::Param:
    return true;
  case Expr::Index:
    return !value.index.uses(nest.loops[loop].iterator);
  case Expr::Load:
    return nest.accesses[value.access].isAffine() && bytesBetween(nest, nest.accesses[value.access], loop).isZero();
  case Expr::Unary:
  case Expr::Binary:
  case Expr::Cast:
    return llvm::all_of(value.operands, [&](ExprId id) { return isInvariant(nest, nest.exprs[id], loop); });
  default:
    return false;
  }
}

/// What is stored is the same byte throughout.
bool isOfEqualBytes(const Nest &nest, const Expr &value, ScalarType type, LoopId loop) {
  if (bytesOf(type) == 1)
    return isInvariant(nest, value, loop);
  if (value.kind == Expr::FpConst)
    return value.fpValue == 0 && !std::signbit(value.fpValue);
  return value.kind == Expr::IntConst && (value.intValue == 0 || value.intValue == -1);
}

/// Does `value` read the array?
bool reads(const Nest &nest, const Expr &value, ArrayId array) {
  return (value.kind == Expr::Load && nest.accesses[value.access].array == array) ||
         llvm::any_of(value.operands, [&](ExprId id) { return reads(nest, nest.exprs[id], array); });
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
  if ((!isUpwards && !isContiguousDownwards(nest, write, loop)) ||
      likelyIterations(nest, loop) <= LeastBytes / int64_t(bytesOf(write.type)))
    return "";
  const Expr &value = nest.exprs[only->value];
  if (isOfEqualBytes(nest, value, write.type, loop) && !reads(nest, value, write.array))
    return "memset";
  const bool isCopy = isUpwards && value.kind == Expr::Load && isContiguous(nest, nest.accesses[value.access], loop) &&
                      nest.accesses[value.access].array != write.array;
  return isCopy ? "memcpy" : "";
}

} // namespace vecify
