// Step: where everything that a computation reads and writes lies backwards, its lanes may as well stand the other way
// round.
//
//     %u = transfer_read x[n - 1 - i ..]             %u = transfer_read x[n - 1 - i ..]
//     %v = reverse %u                                %m = mul %u, %c
//     %m = mul %v, %c                      ->        transfer_write %m, y[n - 1 - i ..]
//     %w = reverse %m
//     transfer_write %w, y[n - 1 - i ..]
//
// So may those of a sum that a loop carries from one iteration to the next, where all its lanes are summed up behind
// it.
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <set>

namespace vecify {
namespace {

class CancelingReversals {
public:
  explicit CancelingReversals(const Function &source)
      : S(source), Kinds(source.values.size(), Kind::Unknown), Mirror(source.values.size(), NoValue) {
    findSums();
    do {
      Wanted.assign(S.values.size(), false);
      for (const Op &op : S.ops)
        if (isCanceled(op) || isSummedUp(op))
          want(op.operands[0]);
      for (const Sum &sum : Sums)
        if (isReversed(sum.next))
          want(sum.next);
    } while (dropUsedOtherwise());
    for (const Sum &sum : Sums)
      Reversed |= sum.isReversed;
  }
  bool hasWork() {
    return Reversed || llvm::any_of(S.ops, [&](const Op &op) { return isCanceled(op); });
  }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.results.size() != 1)
      return false;
    const ValueId result = op.results[0];
    if (op.kind == OpKind::Reverse) {
      if (Wanted[result])
        Mirror[result] = rewriter.mapped(op.operands[0]);
      if (isCanceled(op))
        rewriter.map(result, mirrored(op.operands[0], rewriter));
      return isCanceled(op);
    }
    if (!Wanted[result])
      return false;
    if (op.kind == OpKind::CreateMask) {
      // Lanes below n, seen backwards, are those that are not below N - n.
      Builder &b = rewriter.builder();
      const VectorType &type = S.typeOf(result);
      const ValueId rest = b.index(IndexExpr(type.lanes()) - IndexExpr::symbol(rewriter.mapped(op.operands[0])));
      Mirror[result] = b.create(OpKind::Not, type, {b.create(OpKind::CreateMask, type, {rest})}, S.values[result].name);
      return false;
    }
    Op other = rewriter.mapped(op);
    for (unsigned i = 0; i < op.operands.size(); ++i)
      other.operands[i] = mirrored(op.operands[i], rewriter);
    const OpId id = rewriter.builder().append(std::move(other), {S.typeOf(result)}, S.values[result].name);
    Mirror[result] = rewriter.result().ops[id].results[0];
    rewriter.map(result, Mirror[result]); // nobody else uses it
    return true;
  }

private:
  enum class Kind : uint8_t {
    Unknown,
    Fixed,      ///< its lanes stay where they are
    Same,       ///< in all lanes
    Source,     ///< seen backwards without effort
    Elementwise ///< of such values, at least one of which is not the same in all lanes
  };

  Kind kindOf(ValueId v) {
    if (Kinds[v] == Kind::Unknown)
      Kinds[v] = findKind(v);
    return Kinds[v];
  }

  Kind findKind(ValueId v) {
    if (S.typeOf(v).isScalar() || splatOf(S, v))
      return Kind::Same;
    if (sumOf(v))
      return Kind::Source;
    const Op *op = S.definitionOf(v);
    if (!op || S.typeOf(v).rank() != 1)
      return Kind::Fixed;
    if (op->kind == OpKind::Constant)
      return Kind::Same;
    if (op->kind == OpKind::Reverse) // what it reverses is there, unless that is computed the other way round itself
      return kindOf(op->operands[0]) == Kind::Elementwise ? Kind::Fixed : Kind::Source;
    if (op->kind == OpKind::CreateMask)
      return Kind::Source;
    if (!isLaneByLane(*op))
      return Kind::Fixed;
    Kind kind = Kind::Same;
    for (ValueId operand : op->operands) {
      const Kind one = kindOf(operand);
      if (one == Kind::Fixed)
        return Kind::Fixed;
      if (one != Kind::Same)
        kind = Kind::Elementwise;
    }
    return kind;
  }

  bool isLaneByLane(const Op &op) const {
    switch (classOf(op.kind)) {
    case OpClass::Elementwise:
    case OpClass::ElementwiseInts:
    case OpClass::Compare:
    case OpClass::Cast:
    case OpClass::Callee:
      return op.results.size() == 1 && llvm::all_of(op.operands, [&](ValueId v) {
               return S.typeOf(v).isScalar() || S.typeOf(v).shape == S.typeOf(op.results[0]).shape;
             });
    default:
      return false;
    }
  }

  /// A vector that a loop carries, from one iteration to the next and out of it.
  struct Sum {
    ValueId before, next, after;
    OpId yield;
    unsigned index;  ///< of `next`, there
    bool isReversed; ///< some of what is added is
  };

  void findSums() {
    for (const Op &loop : S.ops) {
      if (loop.kind != OpKind::For || loop.mayStop)
        continue;
      const Block &body = S.blocks[loop.blocks[0]];
      const Op &yield = S.ops[body.ops.back()];
      for (unsigned c = 0; c < loop.results.size(); ++c)
        if (S.typeOf(loop.results[c]).rank() == 1 && kindOf(loop.operands[3 + c]) == Kind::Same)
          Sums.push_back({body.arguments[1 + c], yield.operands[c], loop.results[c], yield.id, c, false});
    }
    std::fill(Kinds.begin(), Kinds.end(), Kind::Unknown);
  }

  const Sum *sumOf(ValueId v) const {
    const auto sum = llvm::find_if(Sums, [&](const Sum &sum) { return v == sum.before || v == sum.after; });
    return sum == Sums.end() ? nullptr : &*sum;
  }

  /// Where it is yielded, sums go on.
  bool isOfSums(const Op &yield, ValueId next) const {
    for (unsigned i = 0; i < yield.operands.size(); ++i)
      if (yield.operands[i] == next &&
          llvm::none_of(Sums, [&](const Sum &sum) { return sum.yield == yield.id && sum.index == i; }))
        return false;
    return yield.kind == OpKind::Yield;
  }

  /// All lanes become one, alike in either order: pairs are those of the first and the second half.
  bool takesAnyOrder(const Op &op) const {
    if (op.kind != OpKind::Reduce)
      return false;
    const bool isExact = isInteger(S.typeOf(op.operands[0]).element);
    return isExact || op.combine == ReductionKind::Add || op.combine == ReductionKind::Mul;
  }

  bool isReversal(ValueId v) const {
    const Op *op = S.definitionOf(v);
    return op && op->kind == OpKind::Reverse;
  }

  /// Something that it is computed from is reversed, or summed up the other way round.
  bool isReversed(ValueId v) {
    std::vector<ValueId> all = {v};
    std::set<ValueId> seen;
    for (size_t i = 0; i < all.size(); ++i) {
      const ValueId one = all[i];
      if (!seen.insert(one).second)
        continue;
      if (const Sum *sum = sumOf(one); sum ? sum->isReversed : kindOf(one) == Kind::Source && isReversal(one))
        return true;
      if (kindOf(one) == Kind::Elementwise)
        llvm::append_range(all, S.definitionOf(one)->operands);
    }
    return false;
  }

  bool isSummedUp(const Op &op) {
    return takesAnyOrder(op) && kindOf(op.operands[0]) == Kind::Elementwise && isReversed(op.operands[0]);
  }

  /// A reversal that goes, for what it reverses is computed the other way round or the same in all lanes.
  bool isCanceled(const Op &op) {
    if (op.kind != OpKind::Reverse)
      return false;
    const Kind kind = kindOf(op.operands[0]);
    return kind == Kind::Elementwise || kind == Kind::Same || (kind == Kind::Source && isReversal(op.operands[0]));
  }

  void want(ValueId v) {
    const Kind kind = kindOf(v);
    if (Wanted[v] || sumOf(v) || (kind != Kind::Elementwise && kind != Kind::Source))
      return;
    Wanted[v] = true;
    if (kind == Kind::Elementwise)
      for (ValueId operand : S.definitionOf(v)->operands)
        want(operand);
  }

  /// What somebody needs in its own order would be computed twice: it stays as it is.
  bool dropUsedOtherwise() {
    bool dropped = false;
    std::vector<Sum> kept;
    for (const Op &op : S.ops) {
      if (isCanceled(op) || isSummedUp(op) || (op.results.size() == 1 && Wanted[op.results[0]]))
        continue;
      forEachUse(op, [&](ValueId v) {
        const bool isOtherwise =
            (Wanted[v] && Kinds[v] == Kind::Elementwise && !isOfSums(op, v)) || (sumOf(v) && !takesAnyOrder(op));
        dropped |= isOtherwise;
        if (isOtherwise)
          Kinds[v] = Kind::Fixed;
      });
    }
    for (Sum &sum : Sums) {
      const bool isAdded = kindOf(sum.next) == Kind::Elementwise && kindOf(sum.before) != Kind::Fixed &&
                           kindOf(sum.after) != Kind::Fixed;
      if (isAdded && isReversed(sum.next)) {
        dropped |= !sum.isReversed;
        sum.isReversed = true;
        kept.push_back(sum);
      }
    }
    dropped |= kept.size() < Sums.size();
    Sums = std::move(kept);
    if (dropped)
      for (Kind &kind : Kinds)
        kind = kind == Kind::Fixed ? kind : Kind::Unknown;
    return dropped;
  }

  ValueId mirrored(ValueId v, Rewriter &rewriter) {
    return kindOf(v) == Kind::Same || sumOf(v) ? rewriter.mapped(v) : Mirror[v];
  }

  const Function &S;
  std::vector<Kind> Kinds;
  std::vector<ValueId> Mirror; ///< in the result, by value of the source
  std::vector<bool> Wanted;    ///< seen backwards
  std::vector<Sum> Sums;
  bool Reversed = false; ///< some sum is
};

} // namespace

llvm::Expected<Function> cancelReversals(const Function &f, const Target &, const LowerOptions &) {
  if (llvm::none_of(f.ops, [](const Op &op) { return op.kind == OpKind::Reverse; }))
    return f;
  CancelingReversals step(f);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
