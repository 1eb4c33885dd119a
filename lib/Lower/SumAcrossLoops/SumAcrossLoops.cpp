// Step: what every iteration reduces and adds to a scalar is added up lane by lane and reduced once.
//
//     %s = for %y carry(%a : i32 = %s0) {            %s, %v = for %y carry(%l : 16xi32 = 0) {
//       %r = for %x .. : 16xi32                        %r = for %x .. : 16xi32
//       %t = reduce add %r : i32                ->     %m = add %l, %r : 16xi32
//       %b = add %a, %t : i32                          yield %m
//       yield %b                                     }
//     }                                              %t = reduce add %m : i32
//                                                    %s = add %s0, %t : i32
//
// Where order is free: integers, and floats whose sums and reductions say so. Between the carried scalar and what the
// iteration hands on there may be other sums, also such that a loop inside does one by one; nothing else sees them.
#include "../HoistTransfers/DropCarried.h"
#include "../Match.h"
#include "../Steps.h"
#include "vecify/IR/Pattern.h"
#include <utility>

namespace vecify {
namespace {

class SummingAcross {
public:
  explicit SummingAcross(Function &function) : F(function) { countUses(); }

  /// Whether anything has changed.
  bool run() {
    visit(F.body);
    return Changed;
  }

private:
  /// A sum of a chain's scalar and the lanes of a vector.
  struct Term {
    OpId sum;
    unsigned chain; ///< the operand that is the chain's
    OpId reduction;
    ValueId vector;
  };
  /// From what an iteration hands on back to what it was given.
  struct Chain {
    ReductionKind kind = ReductionKind::Add;
    std::vector<Term> terms;
  };

  void countUses() {
    Uses.assign(F.values.size(), 0);
    countUsesIn(F.body);
  }
  void countUsesIn(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      forEachUse(F.ops[id], [&](ValueId v) { ++Uses[v]; });
      for (BlockId inner : F.ops[id].blocks)
        countUsesIn(inner);
    }
  }

  void visit(BlockId block) {
    for (size_t i = 0; i < F.blocks[block].ops.size(); ++i) {
      const OpId id = F.blocks[block].ops[i];
      const llvm::SmallVector<BlockId, 2> inner = F.ops[id].blocks;
      for (BlockId b : inner)
        visit(b);
      if (F.ops[id].kind != OpKind::For || mappingOf(F.ops[id]))
        continue;
      for (size_t c = F.ops[id].mayStop, carried = F.ops[id].results.size(); c < carried; ++c)
        if (const std::optional<Chain> chain = chainOf(id, c); chain && !chain->terms.empty())
          i += carryLanes(block, i, c, *chain);
    }
  }

  std::optional<Chain> chainOf(OpId loop, size_t c) const {
    const Block &body = F.blocks[F.ops[loop].blocks[0]];
    for (ReductionKind kind : {ReductionKind::Add, ReductionKind::Min, ReductionKind::Max, ReductionKind::And,
                               ReductionKind::Or, ReductionKind::Xor}) {
      Chain chain;
      chain.kind = kind;
      if (F.typeOf(body.arguments[c + 1]).isScalar() && leadsBack(loop, c, chain, true))
        return chain;
    }
    return std::nullopt;
  }

  /// Whether what an iteration hands on is what it was given, added to.
  bool leadsBack(OpId loop, size_t c, Chain &chain, bool takesTerms) const {
    const Block &body = F.blocks[F.ops[loop].blocks[0]];
    const ValueId argument = body.arguments[c + 1];
    ValueId at = F.ops[body.ops.back()].operands[c];
    while (at != argument) {
      const Op *op = Uses[at] == 1 ? F.definitionOf(at) : nullptr;
      if (!op)
        return false;
      if (op->kind == OpKind::For) {
        const size_t inner = size_t(llvm::find(op->results, at) - op->results.begin());
        if (op->mayStop || !leadsBack(op->id, inner, chain, false))
          return false;
        at = op->operands[inner + 3];
        continue;
      }
      const std::optional<unsigned> next = chainOperand(*op, chain.kind, argument, loop);
      if (!next)
        return false;
      const Op *term = reductionOf(op->operands[1 - *next], chain.kind);
      if (term && takesTerms && llvm::is_contained(body.ops, op->id) && llvm::is_contained(body.ops, term->id))
        chain.terms.push_back({op->id, *next, term->id, term->operands[0]});
      at = op->operands[*next];
    }
    return Uses[argument] == 1;
  }

  /// Which operand goes on to `argument`: the other one is a term.
  std::optional<unsigned> chainOperand(const Op &op, ReductionKind kind, ValueId argument, OpId loop) const {
    if (op.kind != opOf(kind) || (isFloat(F.typeOf(op.results[0]).element) && !op.fp.reassoc))
      return std::nullopt;
    for (unsigned side : {0u, 1u})
      if (comesFrom(op.operands[side], argument, kind, loop))
        return side;
    return std::nullopt;
  }

  /// By way of sums and of what loops carry, which nothing else uses.
  bool comesFrom(ValueId at, ValueId argument, ReductionKind kind, OpId loop, unsigned steps = 0) const {
    const Op *op = at == argument || steps == MostSteps || Uses[at] != 1 ? nullptr : F.definitionOf(at);
    if (!op)
      return at == argument;
    if (op->kind == OpKind::For) {
      const size_t inner = size_t(llvm::find(op->results, at) - op->results.begin());
      return op->id != loop && comesFrom(op->operands[inner + 3], argument, kind, loop, steps + 1);
    }
    return op->kind == opOf(kind) && llvm::any_of(op->operands, [&](ValueId operand) {
             return comesFrom(operand, argument, kind, loop, steps + 1);
           });
  }

  const Op *reductionOf(ValueId v, ReductionKind kind) const {
    const Op *op = Uses[v] == 1 ? definedBy(F, v, OpKind::Reduce) : nullptr;
    const bool isFree = op && (!isFloat(F.typeOf(v).element) || op->fp.reassoc);
    return isFree && op->combine == kind && F.typeOf(op->operands[0]).rank() == 1 ? op : nullptr;
  }

  /// The ops that `build` makes, which no block holds yet.
  std::vector<OpId> made(Loc loc, llvm::function_ref<void(Builder &)> build) {
    const BlockId scratch = F.addBlock();
    Builder builder(F, scratch);
    builder.loc = loc;
    builder.fp = FpFlags::fast();
    build(builder);
    return std::exchange(F.blocks[scratch].ops, {});
  }

  /// Returns how many ops now stand in front of the loop.
  size_t carryLanes(BlockId block, size_t position, size_t c, const Chain &chain) {
    const OpId loop = F.blocks[block].ops[position];
    const BlockId body = F.ops[loop].blocks[0];
    const Loc loc = F.ops[loop].loc;
    const std::string name = F.values[F.blocks[body].arguments[c + 1]].name;
    const ValueId scalar = F.ops[loop].results[c];
    std::vector<VectorType> types;
    for (const Term &term : chain.terms)
      if (!llvm::is_contained(types, F.typeOf(term.vector)))
        types.push_back(F.typeOf(term.vector));
    std::vector<OpId> before, after;
    ValueId total = scalar;
    for (const VectorType &type : types) {
      llvm::append_range(before,
                         made(loc, [&](Builder &b) { F.ops[loop].operands.push_back(b.neutral(chain.kind, type)); }));
      ValueId lanes = F.addValue(type, name);
      F.blocks[body].arguments.push_back(lanes);
      const std::vector<OpId> sums = made(loc, [&](Builder &b) {
        for (const Term &term : chain.terms)
          if (F.typeOf(term.vector) == type) {
            b.loc = F.ops[term.sum].loc;
            lanes = b.create(opOf(chain.kind), type, {lanes, term.vector}, name);
          }
      });
      std::vector<OpId> &ops = F.blocks[body].ops;
      ops.insert(std::prev(ops.end()), sums.begin(), sums.end());
      F.ops[ops.back()].operands.push_back(lanes);
      const ValueId result = F.addValue(type, name);
      F.values[result].definition = loop;
      F.ops[loop].results.push_back(result);
      llvm::append_range(after, made(loc, [&](Builder &b) {
                           const ValueId reduced = b.reduce(chain.kind, result);
                           total = b.create(opOf(chain.kind), F.typeOf(scalar), {total, reduced}, name);
                         }));
    }
    for (const Term &term : chain.terms) {
      const ValueId sum = F.ops[term.sum].results[0], rest = F.ops[term.sum].operands[term.chain];
      llvm::erase_if(F.blocks[body].ops, [&](OpId id) { return id == term.sum || id == term.reduction; });
      replaceUses(F, [&](ValueId v) { return v == sum ? rest : v; });
    }
    replaceUses(F, [&](ValueId v) { return v == scalar ? total : v; });
    F.ops[after[1]].operands[0] = scalar; // the first of the sums
    std::vector<OpId> &ops = F.blocks[block].ops;
    ops.insert(ops.begin() + position + 1, after.begin(), after.end());
    ops.insert(ops.begin() + position, before.begin(), before.end());
    countUses();
    Changed = true;
    return before.size();
  }

  /// Longer chains are not worth the search.
  static constexpr unsigned MostSteps = 16;

  Function &F;
  std::vector<unsigned> Uses;
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> sumAcrossLoops(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  if (!SummingAcross(result).run())
    return std::move(result);
  dropCarried(result);
  return sweep(std::move(result));
}

} // namespace vecify
