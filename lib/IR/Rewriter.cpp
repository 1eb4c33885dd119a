// Copying a function op by op; every id of the copy is new, so nothing of the
// source can leak into it.
#include "Walk.h"
#include "vecify/IR/Pattern.h"
#include <cassert>

namespace vecify {
namespace {

constexpr ValueId unmapped = ~0u;

llvm::SmallVector<IndexExpr, 2> mappedAll(const Rewriter &r, llvm::ArrayRef<IndexExpr> exprs) {
  llvm::SmallVector<IndexExpr, 2> result;
  for (const IndexExpr &expr : exprs)
    result.push_back(r.mapped(expr));
  return result;
}

} // namespace

Rewriter::Rewriter(const Function &source) : Source(source), B(Result, 0), Map(source.values.size(), unmapped) {
  Result.name = source.name;
  Result.counter = source.counter;
  Result.arrays = source.arrays;
  Result.results = source.results;
  Result.coversAll = source.coversAll;
  for (Parameter parameter : source.parameters) {
    const Value &old = source.values[parameter.value];
    const ValueId value = Result.addValue(old.type, old.name);
    map(parameter.value, value);
    parameter.value = value;
    Result.parameters.push_back(std::move(parameter));
  }
  for (MemPattern pattern : source.patterns) {
    pattern.strideBytes = mappedAll(*this, pattern.strideBytes);
    Result.patterns.push_back(std::move(pattern));
  }
  for (RuntimeGuard guard : source.guards) {
    guard.mapExprs([&](const IndexExpr &e) { return mapped(e); });
    Result.guards.push_back(std::move(guard));
  }
  for (CopyRange copy : source.copies) {
    copy.lower = mappedAll(*this, copy.lower);
    copy.upper = mappedAll(*this, copy.upper);
    Result.copies.push_back(std::move(copy));
  }
  Result.work = mapped(source.work);
  Result.trip = mapped(source.trip);
  Result.body = Result.addBlock();
  B.setBlock(Result.body);
}

ValueId Rewriter::mapped(ValueId old) const {
  assert(old < Map.size() && Map[old] != unmapped && "used before it was mapped");
  return Map[old];
}

void Rewriter::map(ValueId old, ValueId replacement) {
  assert(old < Map.size() && replacement < Result.values.size());
  Map[old] = replacement;
}

IndexExpr Rewriter::mapped(const IndexExpr &expr) const {
  return expr.renamed([&](SymbolId s) { return mapped(ValueId(s)); });
}

MemRef Rewriter::mapped(const MemRef &mem) const {
  MemRef result = mem;
  for (IndexExpr &sub : result.subs)
    sub = mapped(sub);
  for (auto &steps : result.laneSteps)
    for (IndexExpr &step : steps)
      step = mapped(step);
  return result;
}

Op Rewriter::mapped(const Op &op) const {
  Op result = op;
  for (ValueId &operand : result.operands)
    operand = mapped(operand);
  result.index = mapped(op.index);
  result.mem = mapped(op.mem);
  return result;
}

void Rewriter::copy(const Op &op) {
  Op fresh = mapped(op);
  llvm::SmallVector<VectorType, 2> types;
  for (ValueId old : op.results)
    types.push_back(Source.typeOf(old));
  for (BlockId &block : fresh.blocks)
    block = Result.addBlock();
  const llvm::SmallVector<BlockId, 2> blocks = fresh.blocks;
  const OpId id = B.append(std::move(fresh), types);
  Result.ops[id].loc = op.loc;
  Result.ops[id].fp = op.fp;
  for (size_t r = 0; r < op.results.size(); ++r) {
    const ValueId value = Result.ops[id].results[r];
    Result.values[value].name = Source.values[op.results[r]].name;
    map(op.results[r], value);
  }
  for (size_t b = 0; b < blocks.size(); ++b)
    copyBlock(op.blocks[b], blocks[b]);
}

void Rewriter::copyBlock(BlockId from, BlockId to) {
  const BlockId outer = B.block();
  for (ValueId old : Source.blocks[from].arguments) {
    const ValueId value = Result.addValue(Source.typeOf(old), Source.values[old].name);
    Result.blocks[to].arguments.push_back(value);
    map(old, value);
  }
  B.setBlock(to);
  for (OpId id : Source.blocks[from].ops) {
    const Op &op = Source.ops[id];
    B.loc = op.loc;
    B.fp = op.fp;
    if (!RewriteOp(op, *this))
      copy(op);
  }
  B.setBlock(outer);
}

Function Rewriter::run(llvm::function_ref<bool(const Op &, Rewriter &)> rewriteOp) {
  assert(Result.blocks.size() == 1 && Result.ops.empty() && "a rewriter runs once");
  RewriteOp = rewriteOp;
  copyBlock(Source.body, Result.body);
  return std::move(Result);
}

Function applyPatterns(const Function &function, llvm::ArrayRef<const Pattern *> patterns, const Target &target) {
  // A pass offers every op once; what it emitted is offered by the next.
  // Patterns that undo each other must not hang.
  constexpr unsigned maxPasses = 64;
  if (llvm::none_of(function.ops, [&](const Op &op) {
        return llvm::any_of(patterns, [&](const Pattern *pattern) { return pattern->root == op.kind; });
      }))
    return function;
  std::optional<Function> current;
  for (unsigned pass = 0; pass < maxPasses; ++pass) {
    bool anyMatched = false;
    Rewriter rewriter(current ? *current : function);
    Function next = rewriter.run([&](const Op &op, Rewriter &r) {
      std::optional<Op> offered;
      for (const Pattern *pattern : patterns) {
        if (pattern->root != op.kind)
          continue;
        if (!offered)
          offered = r.mapped(op);
        const auto results = pattern->rewrite(*offered, r, target);
        if (!results)
          continue;
        assert(results->size() == op.results.size() && "a pattern replaces every result");
        for (size_t i = 0; i < results->size(); ++i) {
          assert(r.result().typeOf((*results)[i]) == r.source().typeOf(op.results[i]) && "a pattern keeps types");
          r.map(op.results[i], (*results)[i]);
        }
        return anyMatched = true;
      }
      return false;
    });
    current = std::move(next);
    if (!anyMatched)
      break;
    // What matched ops leave unused must not be offered again and again.
    current = sweep(std::move(*current));
  }
  return std::move(*current);
}

std::vector<unsigned> useCounts(const Function &function) {
  std::vector<unsigned> counts(function.values.size());
  visitOps(function, function.body, [&](OpId id) { visitUses(function.ops[id], [&](ValueId v) { ++counts[v]; }); });
  return counts;
}

} // namespace vecify
