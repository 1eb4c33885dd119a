// Step: where a comparison can be made under a predicate, conditions that hold together are a chain of those.
//
//     %a = cmp_lt %x, %lo                %p = cmp_ge %x, %lo
//     %b = cmp_gt %x, %hi         ->     %r = compare_where %x, %hi, %p [3]     // <=
//     %o = or %a, %b
//     %r = not %o
//
// Joining and inverting predicates keeps the same ports busy as comparing does. One of several conditions holds where
// not all of the opposite ones do; what is only inverted, or selects, is turned into its opposite.
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

/// What a predicate has become, or its opposite.
struct Term {
  ValueId value; ///< of the source
  bool isInverted;
};

class CompareChains {
public:
  CompareChains(const Function &function, const Target &target)
      : F(function), T(target), Uses(useCounts(function)), OnlyInverted(function.values.size(), true),
        BlockOf(function.ops.size(), ~0u), IsTurned(function.values.size(), false) {
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (const OpId id : F.blocks[block].ops)
        BlockOf[id] = block;
    for (const Op &op : F.ops)
      for (unsigned o = 0; o < op.operands.size(); ++o)
        if (o != 0 || !llvm::is_contained({OpKind::Select, OpKind::Not, OpKind::AndNot}, op.kind))
          OnlyInverted[op.operands[o]] = false;
  }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.kind == OpKind::Select && IsTurned[op.operands[0]]) {
      const Op mapped = rewriter.mapped(op);
      const ValueId chosen = rewriter.builder().create(OpKind::Select, F.typeOf(op.results[0]),
                                                       {mapped.operands[0], mapped.operands[2], mapped.operands[1]},
                                                       F.values[op.results[0]].name);
      rewriter.map(op.results[0], chosen);
      return true;
    }
    return joins(op) && chain(op, rewriter);
  }

private:
  bool joins(const Op &op) const {
    return llvm::is_contained({OpKind::And, OpKind::Or, OpKind::AndNot, OpKind::Not}, op.kind) &&
           F.typeOf(op.results[0]).element == ScalarType::I1 && !F.typeOf(op.results[0]).isScalar();
  }

  /// What the conditions are that hold where `value` does, or where it does not; adds the number of ops that join and
  /// invert them to Joins.
  void collect(ValueId value, bool isInverted, bool isRoot = false) {
    const Op *op = F.definitionOf(value);
    if (!op || !joins(*op) || (!isRoot && Uses[value] != 1) || BlockOf[F.values[value].definition] != Block ||
        op->kind == (isInverted ? OpKind::And : OpKind::Or) || (isInverted && op->kind == OpKind::AndNot)) {
      Terms.push_back({value, isInverted != IsTurned[value]});
      return;
    }
    ++Joins;
    const bool invertsFirst = op->kind == OpKind::Not || op->kind == OpKind::AndNot;
    collect(op->operands[0], isInverted != invertsFirst);
    if (op->operands.size() > 1)
      collect(op->operands[1], isInverted);
  }

  std::optional<Relation> relationOf(const Term &term) const {
    const Op *op = F.definitionOf(term.value);
    if (!op || classOf(op->kind) != OpClass::Compare || Uses[term.value] != 1 ||
        BlockOf[F.values[term.value].definition] != Block)
      return std::nullopt;
    const VectorType &type = F.typeOf(op->operands[0]);
    const Relation relation = relationBy(op->kind, isFloat(type.element), term.isInverted);
    if (!T.find(RowKey{OpKind::CompareWhere, type.element, type.element, unsigned(type.lanes()), uint8_t(relation)}))
      return std::nullopt;
    return relation;
  }

  bool chain(const Op &root, Rewriter &rewriter) {
    const ValueId result = root.results[0];
    Block = BlockOf[F.values[result].definition], Joins = 0;
    Terms.clear();
    const bool isEither = root.kind == OpKind::Or, isTurned = isEither && OnlyInverted[result];
    collect(result, isEither, true);
    // Those that begin the chain stand first: others as they are, comparisons, others that are inverted.
    const auto rank = [&](const Term &t) {
      const std::optional<Relation> relation = relationOf(t);
      return !relation ? (t.isInverted ? 3 : 0) : *relation <= Relation::Ge ? 1 : 2;
    };
    llvm::stable_sort(Terms, [&](const Term &a, const Term &b) { return rank(a) < rank(b); });
    unsigned joins = isEither && !isTurned;
    for (const Term &term : Terms)
      joins += &term == Terms.begin() ? rank(term) > 1 : !relationOf(term);
    if (joins >= Joins && llvm::none_of(root.operands, [&](ValueId v) { return IsTurned[v]; }))
      return false;

    const VectorType &type = F.typeOf(result);
    const auto emit = [&](OpKind kind, llvm::ArrayRef<ValueId> operands, std::optional<Relation> relation = {}) {
      Op op;
      op.kind = kind;
      op.operands.assign(operands.begin(), operands.end());
      if (relation)
        op.ints = {int64_t(*relation)};
      const OpId id = rewriter.builder().append(std::move(op), {type}, F.values[result].name);
      return rewriter.result().ops[id].results[0];
    };
    ValueId all = NoValue;
    for (const Term &term : Terms) {
      const std::optional<Relation> relation = relationOf(term);
      if (all == NoValue && relation && *relation <= Relation::Ge) {
        const Op compare = rewriter.mapped(*F.definitionOf(term.value));
        all = emit(compareOf(*relation), compare.operands);
      } else if (all == NoValue) {
        const ValueId first = rewriter.mapped(term.value);
        all = term.isInverted ? emit(OpKind::Not, {first}) : first;
      } else if (relation) {
        const Op compare = rewriter.mapped(*F.definitionOf(term.value));
        all = emit(OpKind::CompareWhere, {compare.operands[0], compare.operands[1], all}, relation);
      } else if (term.isInverted) {
        all = emit(OpKind::AndNot, {rewriter.mapped(term.value), all});
      } else {
        all = emit(OpKind::And, {all, rewriter.mapped(term.value)});
      }
    }
    IsTurned[result] = isTurned;
    rewriter.map(result, isEither && !isTurned ? emit(OpKind::Not, {all}) : all);
    return true;
  }

  const Function &F;
  const Target &T;
  const std::vector<unsigned> Uses;
  std::vector<bool> OnlyInverted; ///< by value: used where its opposite does as well
  std::vector<BlockId> BlockOf;   ///< by op
  std::vector<bool> IsTurned;     ///< by value: what it is mapped to is its opposite

  // Of the predicate at hand:
  llvm::SmallVector<Term, 8> Terms;
  BlockId Block = 0;
  unsigned Joins = 0;
};

} // namespace

llvm::Expected<Function> chainCompares(const Function &f, const Target &target, const LowerOptions &) {
  if (!llvm::any_of(target.rows, [](const Row &row) { return row.kind == OpKind::CompareWhere; }))
    return f;
  CompareChains chains(f, target);
  Rewriter rewriter(f);
  return rewriter.run([&](const Op &op, Rewriter &r) { return chains.rewrite(op, r); });
}

} // namespace vecify
