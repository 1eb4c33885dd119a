// Two steps: what is computed for one side of a choice, or to be written where a predicate is on, knows the condition,
// and forgets it again.
//
//     %c = cmp_lt %x, %c128                       %c = cmp_lt %x, %c128
//     %p = mul %x, %y                       ->    %b = within %x [0, 127]
//     %r = select %c, %p, %z                      %p = mul %b, %y
//                                                 %r = select %c, %p, %z
//
// Lanes of the other side are computed as well, and nobody looks at them. What is narrowed or divided in between may
// count on the bounds.
#include "Edit.h"
#include "NarrowIntegers/Ranges.h"
#include "Simplify/Patterns.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <map>

namespace vecify {
namespace {

/// Ranges of values where a condition holds.
using Bounds = std::map<ValueId, ValueRange>;

class BoundsOfConditions {
public:
  explicit BoundsOfConditions(Function &function)
      : F(function), Ranges(function), Uses(useCounts(function)), Count(function.ops.size()) {}

  /// Whether something was bounded.
  bool run() {
    for (OpId id = 0; id < Count; ++id)
      if (F.ops[id].kind == OpKind::Select)
        follow(id, {});
      else if (F.ops[id].kind == OpKind::TransferWrite)
        enterWritten(F.ops[id]);
    if (Bounded.empty())
      return false;
    apply();
    return true;
  }

private:
  /// Both sides of a choice where `outer` holds.
  void follow(OpId id, const Bounds &outer) {
    if (!isIntegerVector(F.ops[id].results[0]))
      return;
    for (unsigned side : {1u, 2u}) {
      Bounds bounds = outer;
      learn(F.ops[id].operands[0], side == 1, bounds);
      enter(F.ops[id].operands[side], bounds);
    }
  }

  void enterWritten(const Op &write) {
    const VectorType &last = F.typeOf(write.operands.back());
    if (!isMask(last.element) || write.operands.size() == 1)
      return;
    Bounds bounds;
    learn(write.operands.back(), true, bounds);
    enter(write.operands[0], bounds);
  }

  bool isIntegerVector(ValueId v) const {
    const VectorType &type = F.typeOf(v);
    return !type.isScalar() && isInteger(type.element) && type.element != ScalarType::I1;
  }

  /// What is made for this one use alone, by an op that gives something for every lane.
  void enter(ValueId v, const Bounds &bounds) {
    const Op *op = F.definitionOf(v);
    if (bounds.empty() || !op || op->id >= Count || Uses[v] != 1 || !isLanes(*op))
      return;
    if (op->kind == OpKind::Select)
      return follow(op->id, bounds);
    for (unsigned i = 0; i < op->operands.size(); ++i) {
      const ValueId operand = op->operands[i];
      if (const auto known = bounds.find(operand); known == bounds.end())
        enter(operand, bounds);
      else if (isArithmetic(op->kind) && !(known->second == Ranges[operand]))
        Bounded[{op->id, i}] = known->second;
    }
  }

  bool isLanes(const Op &op) const {
    return op.results.size() == 1 && isIntegerVector(op.results[0]) &&
           (isLaneByLane(op.kind) || op.kind == OpKind::Cast) && llvm::all_of(op.operands, [&](ValueId v) {
             return F.typeOf(v).shape == F.typeOf(op.results[0]).shape || F.typeOf(v).isScalar();
           });
  }

  /// Others are told by what they look like from ops that choose.
  static bool isArithmetic(OpKind kind) {
    switch (kind) {
    case OpKind::Add:
    case OpKind::Sub:
    case OpKind::Mul:
    case OpKind::Div:
    case OpKind::Rem:
    case OpKind::ShlImm:
    case OpKind::ShrImm:
      return true;
    default:
      return false;
    }
  }

  /// What is known where `condition` is `holds`.
  void learn(ValueId condition, bool holds, Bounds &bounds) {
    const Op *op = F.definitionOf(condition);
    if (!op)
      return;
    if (op->kind == OpKind::Not)
      return learn(op->operands[0], !holds, bounds);
    if ((op->kind == OpKind::And && holds) || (op->kind == OpKind::Or && !holds)) {
      for (ValueId part : op->operands)
        learn(part, holds, bounds);
    } else if (op->kind == OpKind::AndNot && holds) {
      learn(op->operands[0], false, bounds);
      learn(op->operands[1], true, bounds);
    } else if (classOf(op->kind) == OpClass::Compare && isIntegerVector(op->operands[0])) {
      const OpKind kind = holds ? op->kind : *opposite(op->kind, false);
      if (const std::optional<int64_t> limit = splatInt(F, op->operands[1]))
        learn(op->operands[0], kind, *limit, bounds);
      else if (const std::optional<int64_t> other = splatInt(F, op->operands[0]))
        learn(op->operands[1], mirrored(kind), *other, bounds);
    }
  }

  void learn(ValueId v, OpKind kind, int64_t limit, Bounds &bounds) {
    const auto known = bounds.find(v);
    ValueRange range = known == bounds.end() ? Ranges[v] : known->second;
    const __int128 end = limit;
    if (F.typeOf(v).element == ScalarType::U64 && limit < 0)
      return;
    if (kind == OpKind::CmpLt || kind == OpKind::CmpLe || kind == OpKind::CmpEq)
      range.hi = std::min(range.hi, kind == OpKind::CmpLt ? end - 1 : end);
    if (kind == OpKind::CmpGt || kind == OpKind::CmpGe || kind == OpKind::CmpEq)
      range.lo = std::max(range.lo, kind == OpKind::CmpGt ? end + 1 : end);
    if (range.lo <= range.hi && range.fits(ScalarType::I64))
      bounds[v] = range;
  }

  void apply() {
    BlockEditor editor(F);
    editor.run([&](OpId id) {
      for (unsigned i = 0; id < Count && i < F.ops[id].operands.size(); ++i)
        if (const auto bounded = Bounded.find({id, i}); bounded != Bounded.end()) {
          const ValueId v = F.ops[id].operands[i];
          Op within;
          within.kind = OpKind::Within;
          within.operands = {v};
          within.ints = {int64_t(bounded->second.lo), int64_t(bounded->second.hi)};
          const ValueId known = editor.insert(std::move(within), F.typeOf(v), F.values[v].name);
          F.ops[id].operands[i] = known;
        }
    });
  }

  Function &F;
  RangeTable Ranges;
  const std::vector<unsigned> Uses;
  const size_t Count; ///< of the ops there were
  /// By op and operand: what is known there.
  std::map<std::pair<OpId, unsigned>, ValueRange> Bounded;
};

} // namespace

llvm::Expected<Function> boundByConditions(const Function &f, const Target &target, const LowerOptions &options) {
  Function result = f;
  // Remainders of what is bounded need no division.
  return BoundsOfConditions(result).run() ? simplify(result, target, options) : std::move(result);
}

llvm::Expected<Function> forgetBounds(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  std::map<ValueId, ValueId> operands;
  BlockEditor editor(result);
  editor.run([&](OpId id) {
    const Op &op = result.ops[id];
    if (op.kind != OpKind::Within)
      return;
    const auto known = operands.find(op.operands[0]);
    operands[op.results[0]] = known == operands.end() ? op.operands[0] : known->second;
    editor.drop();
  });
  replaceUses(result, operands);
  return std::move(result);
}

} // namespace vecify
