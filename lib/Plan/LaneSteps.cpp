// What is the same in all lanes of a block, or counts up, because the block begins at a multiple of its lanes: with 16
// lanes, i / 32 is one value and a[i % 32] is contiguous.
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Range.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::Expected;

std::optional<Steps> SuperVectorBuilder::stepsInBlock(const Expr &e) const {
  const unsigned lanes = std::max(Lanes, LanesOfFirst);
  if (!FirstLane || lanes <= 1 || !Dims.empty())
    return std::nullopt;
  return stepsInPeriod(N, e, {laneSymbol(), lanes, *FirstLane}, !Options.notesOverflow);
}

bool SuperVectorBuilder::isPeriod(ExprId id) const {
  while (N.exprs[id].kind == Expr::Cast)
    id = N.exprs[id].operands[0];
  return stepsInBlock(N.exprs[id]).has_value();
}

bool SuperVectorBuilder::mayWrap(const Expr &sum) const {
  if (bitsOf(sum.type) == 64 || (isSignedInteger(sum.type) && Options.notesOverflow))
    return false;
  const std::optional<Range> range =
      resultRange(sum.binary, valueRange(N, sum.operands[0]), valueRange(N, sum.operands[1]));
  return !range || range->lo < minValue(sum.type) || range->hi > maxValue(sum.type);
}

std::optional<int64_t> SuperVectorBuilder::stepInBlock(ExprId id) const {
  const Expr &e = N.exprs[id];
  switch (e.kind) {
  case Expr::IntConst:
  case Expr::Param:
    return 0;
  case Expr::Index:
    return usesLanes(e.index) ? std::nullopt : std::optional<int64_t>(0);
  case Expr::Cast: {
    const Expr &from = N.exprs[e.operands[0]];
    const std::optional<int64_t> step = isInteger(e.type) ? stepInBlock(e.operands[0]) : std::nullopt;
    if (step.value_or(0) == 0 || bitsOf(e.type) > bitsOf(from.type))
      return step;
    const bool fits = stepsInBlock(from) && *constantDivisor(N, from) - 1 <= maxValue(e.type);
    return fits ? step : std::nullopt;
  }
  case Expr::Binary: {
    if (const std::optional<Steps> steps = stepsInBlock(e))
      return steps->step;
    const bool isSum = e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub;
    if (!isSum && e.binary != BinaryOp::Mul)
      return std::nullopt;
    const std::optional<int64_t> a = stepInBlock(e.operands[0]), b = stepInBlock(e.operands[1]);
    if (!a || !b)
      return std::nullopt;
    if (*a == 0 && *b == 0)
      return 0;
    if (!isSum || mayWrap(e))
      return std::nullopt;
    return e.binary == BinaryOp::Add ? *a + *b : *a - *b;
  }
  default:
    return std::nullopt;
  }
}

Expected<ValueId> SuperVectorBuilder::inFirstLane(ExprId id) {
  llvm::SaveAndRestore all(LanesOfFirst, Lanes);
  llvm::SaveAndRestore one(Lanes, 1u);
  llvm::SaveAndRestore live(LiveLanes, NoId);
  auto known = std::move(Computed);
  Computed.clear();
  Expected<ValueId> value = computed(id, NoId);
  Computed = std::move(known);
  return value;
}

Expected<ValueId> SuperVectorBuilder::stepped(ExprId id, const Steps &steps) {
  const ScalarType element = N.exprs[id].type;
  if (Lanes == 1)
    return steps.first ? B.constant(VectorType::scalar(element), *steps.first) : binary(N.exprs[id], NoId);
  if (steps.step != 0 && steps.first)
    return B.iota(vectorOf(element), *steps.first, steps.step);
  Expected<ValueId> first = inFirstLane(id);
  if (!first || steps.step == 0)
    return first;
  const ValueId offsets = B.iota(vectorOf(element), 0, steps.step);
  return counting({IndexExpr::symbol(*first), steps.step},
                  B.create(OpKind::Add, vectorOf(element), {widen(*first), offsets}));
}

ValueId SuperVectorBuilder::counting(Count count, ValueId vector) {
  Counting[vector] = std::move(count);
  return vector;
}

std::optional<SuperVectorBuilder::Count> SuperVectorBuilder::countIn(ValueId vector) {
  if (const auto known = Counting.find(vector); known != Counting.end())
    return known->second;
  const Op *op = F.definitionOf(vector);
  if (!op || !isInteger(F.typeOf(vector).element))
    return std::nullopt;
  const llvm::SmallVector<ValueId, 3> operands(op->operands.begin(), op->operands.end());
  if (op->kind == OpKind::Select) {
    const std::optional<Count> yes = countIn(operands[1]), no = countIn(operands[2]);
    const Op *condition = F.definitionOf(operands[0]);
    if (!yes || !no || yes->step != no->step || !condition || condition->kind != OpKind::Broadcast)
      return std::nullopt;
    const ValueId scalar = condition->operands[0], first = B.index(yes->first), other = B.index(no->first);
    return Count{
        IndexExpr::symbol(B.create(OpKind::Select, VectorType::scalar(ScalarType::Index), {scalar, first, other})),
        yes->step};
  }
  const bool widens = op->kind == OpKind::Cast && isInteger(F.typeOf(operands[0]).element) &&
                      bitsOf(F.typeOf(operands[0]).element) < bitsOf(F.typeOf(vector).element);
  return widens ? countIn(operands[0]) : std::nullopt;
}

} // namespace vecify
