// Recognising variables that some iteration sets for good.
//
//     if (x[i] == c) found = 1;       any iteration:  found is 1, else as it was
//     found |= x[i] == c;             any:            found | 1
//     ok &= x[i] < c;                 any that fails: 0, else ok & 1
//     ok = ok && t;                   any that fails: 0, else ok != 0
//     found = found || x[i] == c;     any:            1, else found != 0     if x[i] may be read in any case
//
// All that lanes must keep is whether it happened: a truth value as narrow as what is compared, not the variable.
#include "MatchUpdate.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

using Form = LatchUpdate::Form;

class LatchMatcher {
public:
  LatchMatcher(const Nest &nest, LocalId local) : nest(nest), local(local), matcher(nest, targetOf(nest, local)) {}

  bool uses(ExprId id) { return matcher.uses(id); }

  std::optional<LatchUpdate> match(ExprId value) {
    const Expr &e = nest.exprs[value];
    if (!uses(value))
      return isInvariant(value) ? std::optional(LatchUpdate{Form::Set, NoId, false, value}) : std::nullopt;
    if (e.kind == Expr::Select && !uses(e.operands[0]))
      return choice(e);
    if (const std::optional<ExprId> truth = truthOf(value))
      return logical(nest.exprs[*truth]);
    return bitwise(value);
  }

  /// target = target || c, where evaluating c might trap.
  bool isShortCircuit(ExprId value) const {
    const std::optional<ExprId> truth = truthOf(value);
    if (!truth)
      return false;
    const Expr &e = nest.exprs[*truth];
    return (e.kind == Expr::LogicalOr || e.kind == Expr::LogicalAnd) && isTargetNonZero(e.operands[0]) &&
           !isTotal(e.operands[1]);
  }

private:
  static ReductionTarget targetOf(const Nest &nest, LocalId local) {
    ReductionTarget target;
    target.type = nest.locals[local].type;
    target.local = local;
    return target;
  }

  /// The same in every iteration, and it cannot trap.
  bool isInvariant(ExprId id) const {
    const Expr &e = nest.exprs[id];
    switch (e.kind) {
    case Expr::IntConst:
    case Expr::FpConst:
    case Expr::Param:
      return true;
    case Expr::Cast:
    case Expr::Unary:
      return isInvariant(e.operands[0]);
    default:
      return false;
    }
  }

  /// Evaluating it where C would not can do no harm.
  bool isTotal(ExprId id) const {
    const Expr &e = nest.exprs[id];
    const bool mayTrap =
        (e.kind == Expr::Load && !mayBeRead(nest.accesses[e.access])) ||
        (e.kind == Expr::Binary && !isFloat(e.type) && (e.binary == BinaryOp::Div || e.binary == BinaryOp::Rem));
    return !mayTrap && llvm::all_of(e.operands, [&](ExprId operand) { return isTotal(operand); });
  }

  /// In every iteration: each touches it anyway, or it lies within an object that is declared here.
  bool mayBeRead(const Access &access) const {
    if (!access.isAffine())
      return false;
    if (!Touched)
      Touched = touchedPlaces(nest);
    return Touched->count(placeOf(nest, access)) || liesInObject(nest, access);
  }

  /// Down from conversions of integers that keep all bits of the variable.
  ExprId withoutCasts(ExprId id) const {
    while (nest.exprs[id].kind == Expr::Cast && isInteger(nest.exprs[id].type) && isInteger(nest.locals[local].type) &&
           bitsOf(nest.exprs[id].type) >= bitsOf(nest.locals[local].type))
      id = nest.exprs[id].operands[0];
    return id;
  }

  bool isTarget(ExprId id) const {
    id = withoutCasts(id);
    return nest.exprs[id].kind == Expr::Local && nest.exprs[id].local == local;
  }

  bool isNumber(ExprId id, int64_t number) const {
    return nest.exprs[id].kind == Expr::IntConst && nest.exprs[id].intValue == number;
  }

  /// Of 0 or 1 as an integer: the truth value it is made of.
  std::optional<ExprId> truthOf(ExprId id) const {
    for (;;) {
      const Expr &e = nest.exprs[id];
      if (e.kind == Expr::Select && isNumber(e.operands[1], 1) && isNumber(e.operands[2], 0))
        return e.operands[0];
      if (e.kind != Expr::Cast || !isInteger(e.type))
        return std::nullopt;
      id = e.operands[0];
      if (nest.exprs[id].type == ScalarType::I1)
        return id;
    }
  }

  /// condition ? K : target
  std::optional<LatchUpdate> choice(const Expr &e) const {
    const bool keepsThen = isTarget(e.operands[1]);
    const ExprId kept = e.operands[keepsThen ? 1 : 2], set = e.operands[keepsThen ? 2 : 1];
    if (!isTarget(kept) || !isInvariant(set) || e.type != nest.locals[local].type)
      return std::nullopt;
    return LatchUpdate{Form::Set, e.operands[0], keepsThen, set};
  }

  /// target != 0 || c, and with the operands exchanged. C evaluates what comes second only while it matters.
  std::optional<LatchUpdate> logical(const Expr &e) {
    if (e.kind != Expr::LogicalOr && e.kind != Expr::LogicalAnd)
      return std::nullopt;
    const bool isFirst = isTargetNonZero(e.operands[0]);
    const ExprId condition = e.operands[isFirst ? 1 : 0];
    if (!isTargetNonZero(e.operands[isFirst ? 0 : 1]) || uses(condition) || (isFirst && !isTotal(condition)))
      return std::nullopt;
    const bool isOr = e.kind == Expr::LogicalOr;
    return LatchUpdate{isOr ? Form::LogicalOr : Form::LogicalAnd, condition, !isOr, NoId};
  }

  bool isTargetNonZero(ExprId id) const {
    const Expr &e = nest.exprs[id];
    return e.kind == Expr::Compare && e.predicate == Predicate::Ne && isTarget(e.operands[0]) &&
           isNumber(e.operands[1], 0);
  }

  /// target | c, target & c, where c is 0 or 1.
  std::optional<LatchUpdate> bitwise(ExprId value) {
    const Expr &e = nest.exprs[withoutCasts(value)];
    if (e.kind != Expr::Binary || (e.binary != BinaryOp::Or && e.binary != BinaryOp::And))
      return std::nullopt;
    const bool isLeft = isTarget(e.operands[0]);
    const std::optional<ExprId> condition = truthOf(e.operands[isLeft ? 1 : 0]);
    if (!isTarget(e.operands[isLeft ? 0 : 1]) || !condition || uses(*condition))
      return std::nullopt;
    const bool isOr = e.binary == BinaryOp::Or;
    return LatchUpdate{isOr ? Form::Or : Form::And, *condition, !isOr, NoId};
  }

  const Nest &nest;
  const LocalId local;
  UpdateMatcher matcher;
  mutable std::optional<TouchedPlaces> Touched; ///< once it is asked for
};

/// Walks the body once; false as soon as the variable is anything but set.
class LatchCollector {
public:
  LatchCollector(const Nest &nest, LocalId local) : nest(nest), local(local), matcher(nest, local) {}

  bool visit(llvm::ArrayRef<NodeId> body, bool underCondition) {
    return llvm::all_of(body, [&](NodeId id) {
      const Node &node = nest.nodes[id];
      switch (node.kind) {
      case Node::Assign:
        return assign(node, underCondition);
      case Node::If:
        return !matcher.uses(node.condition) && visit(node.body, true) && visit(node.elseBody, true);
      case Node::Loop:
        return visit(node.body, true);
      }
      llvm_unreachable("node kind");
    });
  }

  std::optional<LatchUpdate> found;
  bool isConditional = false; ///< some iteration may leave the variable as it is, neither 0 nor 1
  Loc loc;

private:
  bool assign(const Node &node, bool underCondition) {
    if (node.access != NoId)
      for (ExprId sub : nest.accesses[node.access].indirect)
        if (sub != NoId && matcher.uses(sub))
          return false;
    if (node.local != local)
      return !matcher.uses(node.value);
    const std::optional<LatchUpdate> update = matcher.match(node.value);
    if (!update)
      return false;
    // What is left of the others where nothing happens holds only if every iteration runs them, or of 0 and 1.
    const bool isLogical = update->form == Form::LogicalOr || update->form == Form::LogicalAnd;
    if (underCondition && update->form == Form::And)
      return false;
    if (underCondition && isLogical && !nest.locals[local].isBool) {
      if (!isInteger(nest.locals[local].type) || nest.locals[local].type == ScalarType::U64)
        return false;
      isConditional = true;
    }
    if (found && (found->form != update->form || !sameConstant(found->set, update->set)))
      return false;
    found = update;
    loc = node.loc;
    return true;
  }

  bool sameConstant(ExprId idA, ExprId idB) const {
    if (idA == idB)
      return true;
    const Expr &a = nest.exprs[idA], &b = nest.exprs[idB];
    return a.kind == b.kind && a.type == b.type &&
           ((a.kind == Expr::IntConst && a.intValue == b.intValue) || (a.kind == Expr::Param && a.symbol == b.symbol));
  }

  const Nest &nest;
  const LocalId local;
  LatchMatcher matcher;
};

} // namespace

std::optional<LatchUpdate> latchUpdate(const Nest &nest, LocalId local, ExprId value) {
  return LatchMatcher(nest, local).match(value);
}

bool isShortCircuit(const Nest &nest, LocalId local) {
  const LatchMatcher matcher(nest, local);
  return llvm::any_of(nest.nodes, [&](const Node &node) {
    return node.kind == Node::Assign && node.local == local && matcher.isShortCircuit(node.value);
  });
}

std::optional<ScalarFacts> latchOf(const Nest &nest, LoopId loop, LocalId local) {
  if (!isInteger(nest.locals[local].type) && !isFloat(nest.locals[local].type))
    return std::nullopt;
  LatchCollector collector(nest, local);
  // A loop that is left in its first iteration changes nothing.
  const bool mayDoNothing = nest.mayLeaveEarly();
  if (!collector.visit(nest.nodes[nest.loops[loop].node].body, mayDoNothing) || !collector.found)
    return std::nullopt;
  ScalarFacts facts;
  facts.kind = ScalarFacts::Latch;
  facts.latch = *collector.found;
  facts.isConditional = collector.isConditional;
  facts.update = collector.loc;
  return facts;
}

} // namespace vecify
