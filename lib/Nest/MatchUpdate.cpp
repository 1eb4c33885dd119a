// The forms of a reduction's update in C, and what each needs to be reordered.
//
// Lanes run the update on private copies of the target, and an operator combines the copies at the end. Copies of an
// idempotent operator (min, max, and, or) all start from the value on entry. What that changes:
//
//   integers             nothing: + * & | ^ are associative modulo 2^bits, min and max are so on ordered values
//   float + and *        the rounding: needs `reassoc` on every operation of the chain
//   x > m ? x : m        a NaN x is skipped in every lane; if m is a NaN on entry every lane keeps it; among equal
//                        values only +0 and -0 can be told apart, and then the order decides: needs `nsz`
//   m > x ? m : x        takes x when x is a NaN, so it depends on where the NaN stands: needs `nnan` as well
//   fmax(m, x)           skips NaNs; which of two zeros it returns C leaves open
//
// Without `nsz` and `nnan` the result is still exact where the lanes' zeros have one sign and no NaN was taken, which
// the vector part can check at its end.
#include "MatchUpdate.h"
#include "SameValue.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Every value of `from` is a value of `to`.
static bool keepsValues(ScalarType from, ScalarType to) {
  if (from == to)
    return true;
  if (isFloat(from) && isFloat(to))
    return bitsOf(from) < bitsOf(to);
  if (!isInteger(from) || !isInteger(to))
    return false;
  if (isSignedInteger(from) == isSignedInteger(to))
    return bitsOf(from) <= bitsOf(to);
  return isSignedInteger(to) && bitsOf(from) < bitsOf(to);
}

/// Associative modulo 2^bits: conversions to types that are at least as wide change nothing.
static bool isModular(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
  case ReductionKind::Mul:
  case ReductionKind::And:
  case ReductionKind::Or:
  case ReductionKind::Xor:
    return true;
  default:
    return false;
  }
}

static std::optional<ReductionKind> kindOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ReductionKind::Add;
  case BinaryOp::Mul:
    return ReductionKind::Mul;
  case BinaryOp::And:
    return ReductionKind::And;
  case BinaryOp::Or:
    return ReductionKind::Or;
  case BinaryOp::Xor:
    return ReductionKind::Xor;
  case BinaryOp::Min:
    return ReductionKind::Min;
  case BinaryOp::Max:
    return ReductionKind::Max;
  case BinaryOp::CMin:
    return ReductionKind::CMin;
  case BinaryOp::CMax:
    return ReductionKind::CMax;
  case BinaryOp::FMin:
    return ReductionKind::FMin;
  case BinaryOp::FMax:
    return ReductionKind::FMax;
  default:
    return std::nullopt;
  }
}

/// A float min or max written as a ternary; `skipsNaN`: whatever the order, a NaN operand leaves the target as it is.
static ReductionUpdate floatExtreme(ReductionKind kind, bool skipsNaN, FpFlags fp) {
  const bool takesNaN = !skipsNaN && !fp.nnan;
  return {kind, !takesNaN && (fp.nsz || fp.reassoc), true, takesNaN};
}

bool ReductionTarget::isAccess(const Nest &nest, AccessId id) const {
  if (local != NoId)
    return false;
  const Access &access = nest.accesses[id];
  return access.array == array && access.type == type && access.isAffine() && nest.byteAddress(access) == address;
}

bool UpdateMatcher::isTarget(ExprId id) const {
  const Expr &e = nest.exprs[id];
  if (target.local != NoId)
    return e.kind == Expr::Local && e.local == target.local;
  return e.kind == Expr::Load && target.isAccess(nest, e.access);
}

bool UpdateMatcher::uses(ExprId id) {
  if (known[id] != Unknown)
    return known[id] == Yes;
  known[id] = No;
  const Expr &e = nest.exprs[id];
  bool result = isTarget(id);
  for (ExprId operand : e.operands)
    result |= uses(operand);
  if (e.kind == Expr::Load)
    for (ExprId sub : nest.accesses[e.access].indirect)
      result |= sub != NoId && uses(sub);
  known[id] = result ? Yes : No;
  return result;
}

ExprId UpdateMatcher::stripWidening(ExprId id) const {
  while (nest.exprs[id].kind == Expr::Cast) {
    const ExprId inner = nest.exprs[id].operands[0];
    if (!keepsValues(nest.exprs[inner].type, nest.exprs[id].type))
      break;
    id = inner;
  }
  return id;
}

std::optional<ReductionUpdate> UpdateMatcher::match(ExprId value) {
  const std::optional<Form> found = form(value);
  if (!found || !found->update)
    return std::nullopt;
  return found->update;
}

std::optional<ReductionUpdate> UpdateMatcher::matchGuarded(ExprId condition, ExprId value) {
  return minMax(condition, value, NoId);
}

/// An update around the form of its operand; both must have one operator.
std::optional<UpdateMatcher::Form> UpdateMatcher::combine(std::optional<Form> inner, ReductionUpdate outer) const {
  if (!inner || (!isModular(outer.kind) && !inner->isExact))
    return std::nullopt;
  if (inner->update) {
    if (inner->update->kind != outer.kind)
      return std::nullopt;
    // A NaN that the inner one takes, the outer one may drop again unseen.
    const bool losesNaN = outer.takesNaN || inner->update->takesNaN;
    outer.onlyZeroSignMayDiffer &= inner->update->onlyZeroSignMayDiffer && !losesNaN;
    outer.mayReassociate &= inner->update->mayReassociate;
    outer.takesNaN |= inner->update->takesNaN;
  }
  return Form{outer, inner->isExact};
}

std::optional<UpdateMatcher::Form> UpdateMatcher::form(ExprId id) {
  if (isTarget(id))
    return Form{};
  const Expr &e = nest.exprs[id];
  switch (e.kind) {
  case Expr::Cast:
    return castForm(e);
  case Expr::Binary:
    return binaryForm(e);
  case Expr::Select:
    return selectForm(e);
  case Expr::MulAdd:
  case Expr::Fma:
    if (e.negateAddend || uses(e.operands[0]) || uses(e.operands[1]))
      return std::nullopt;
    return combine(form(e.operands[2]), {ReductionKind::Add, e.fp.reassoc, false});
  default:
    return std::nullopt;
  }
}

std::optional<UpdateMatcher::Form> UpdateMatcher::castForm(const Expr &cast) {
  const ExprId operand = cast.operands[0];
  std::optional<Form> inner = form(operand);
  const ScalarType from = nest.exprs[operand].type, to = cast.type;
  if (!inner || isFloat(from) != isFloat(to) || isInteger(from) != isInteger(to))
    return std::nullopt;
  // What is kept must be able to hold the target.
  if (bitsOf(to) < bitsOf(target.type))
    return std::nullopt;
  inner->isExact &= keepsValues(target.type, to);
  if (inner->update && !isModular(inner->update->kind) && !inner->isExact)
    return std::nullopt;
  return inner;
}

std::optional<UpdateMatcher::Form> UpdateMatcher::binaryForm(const Expr &e) {
  const std::optional<ReductionKind> kind = kindOf(e.binary);
  if (!kind)
    return std::nullopt;
  const bool isLeft = uses(e.operands[0]);
  if (isLeft == uses(e.operands[1]) || (e.binary == BinaryOp::Sub && !isLeft))
    return std::nullopt;
  const ExprId inner = e.operands[isLeft ? 0 : 1], other = e.operands[isLeft ? 1 : 0];
  ReductionUpdate update{*kind, true, false};
  switch (*kind) {
  case ReductionKind::CMin:
  case ReductionKind::CMax:
    // a > b ? a : b returns its second operand for a NaN on either side.
    update = floatExtreme(*kind, !isLeft, e.fp);
    break;
  case ReductionKind::FMin:
  case ReductionKind::FMax:
    break;
  default:
    if (isFloat(e.type))
      update.mayReassociate = e.fp.reassoc;
  }
  // A minimum that was taken of a wider value may not fit the target.
  if (!isModular(*kind) && !keepsValues(nest.exprs[stripWidening(other)].type, target.type))
    return std::nullopt;
  return combine(form(inner), update);
}

/// c ? target + e : target, and the ternaries of min and max.
std::optional<UpdateMatcher::Form> UpdateMatcher::selectForm(const Expr &e) {
  if (uses(e.operands[0])) {
    std::optional<ReductionUpdate> update = minMax(e.operands[0], e.operands[1], e.operands[2]);
    if (!update)
      return std::nullopt;
    return Form{*update, keepsValues(target.type, e.type)};
  }
  std::optional<Form> yes = form(e.operands[1]), no = form(e.operands[2]);
  if (!yes || !no)
    return std::nullopt;
  if (!yes->update)
    std::swap(yes, no);
  const bool isExact = yes->isExact && no->isExact;
  if (yes->update && no->update) {
    yes = combine(yes, *no->update);
    if (!yes)
      return std::nullopt;
  }
  yes->isExact = isExact;
  return yes;
}

/// condition ? yes : no, one side the target, the other what the condition compares it with. `no` may be NoId: the
/// target stays.
std::optional<ReductionUpdate> UpdateMatcher::minMax(ExprId condition, ExprId yes, ExprId no) const {
  bool takesWhenTrue = true;
  while (nest.exprs[condition].kind == Expr::Not) {
    condition = nest.exprs[condition].operands[0];
    takesWhenTrue = !takesWhenTrue;
  }
  const Expr &compare = nest.exprs[condition];
  if (compare.kind != Expr::Compare)
    return std::nullopt;
  ExprId taken = stripWidening(yes);
  if (no != NoId) {
    ExprId kept = stripWidening(no);
    if (isTarget(taken)) {
      std::swap(taken, kept);
      takesWhenTrue = !takesWhenTrue;
    }
    if (!isTarget(kept))
      return std::nullopt;
  }
  // Normalised: `taken pred target`.
  const ExprId left = stripWidening(compare.operands[0]), right = stripWidening(compare.operands[1]);
  const Predicate predicate = isTarget(left) ? mirrored(compare.predicate) : compare.predicate;
  const ExprId other = isTarget(left) ? right : left;
  if (isTarget(left) == isTarget(right) || !sameValue(nest, other, taken) ||
      !keepsValues(nest.exprs[taken].type, target.type))
    return std::nullopt;
  if (predicate == Predicate::Eq || predicate == Predicate::Ne)
    return std::nullopt;
  // A comparison with a NaN is false: the value is not taken where it is taken on true.
  const bool isGreater = predicate == Predicate::Gt || predicate == Predicate::Ge;
  const bool isMax = isGreater == takesWhenTrue;
  if (!isFloat(target.type))
    return ReductionUpdate{isMax ? ReductionKind::Max : ReductionKind::Min, true, false};
  return floatExtreme(isMax ? ReductionKind::CMax : ReductionKind::CMin, takesWhenTrue, compare.fp);
}

} // namespace vecify
