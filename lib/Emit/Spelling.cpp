// See Spelling.h.
#include "Spelling.h"
#include "LocalNames.h"
#include "WithinRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace vecify {

static llvm::StringRef lengthsIn(llvm::StringRef type) {
  return type.drop_front(std::min(type.find('['), type.size()));
}

llvm::SmallVector<unsigned, 2> parametersInType(const Function &f, const ArrayInfo &array) {
  llvm::SmallVector<unsigned, 2> found;
  for (const std::string &name : identifiersIn(lengthsIn(array.paramType)))
    for (unsigned p = 0; p < f.parameters.size(); ++p)
      if (f.parameters[p].name == name && isInteger(f.parameters[p].type))
        found.push_back(p);
  return found;
}

bool hasSpelledType(const Function &f, const ArrayInfo &array) {
  return !llvm::StringRef(array.paramType).starts_with("__typeof__(") &&
         parametersInType(f, array).size() >= identifiersIn(lengthsIn(array.paramType)).size();
}

void visitSpelledUses(const Op &op, const Function &f, llvm::function_ref<void(ValueId, bool)> visit) {
  for (ValueId v : op.operands)
    visit(v, false);
  const auto visitExpr = [&](const IndexExpr &expr) {
    for (SymbolId s : expr.symbols())
      visit(s, true);
  };
  visitExpr(op.index);
  for (const IndexExpr &sub : op.mem.subs)
    visitExpr(sub);
  // Where its subscripts or its array cannot be spelled, an access is spelled in bytes.
  if (op.mem.pattern == ~0u || op.mem.subs.empty())
    return;
  const MemPattern &pattern = f.patterns[op.mem.pattern];
  if (!llvm::StringRef(pattern.text).contains("{0}") || mayBeginOutside(f, op) ||
      !hasSpelledType(f, f.arrays[pattern.array]))
    for (const IndexExpr &stride : llvm::drop_begin(pattern.strideBytes, hasRowsApart(f, pattern)))
      visitExpr(stride);
}

/// Polynomials of an index that are no longer than a name: k, k + 8, 16; and those that are used once.
static bool isSpelledOut(const IndexExpr &expr, unsigned uses) {
  unsigned terms = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    if (term.symbols.empty())
      continue;
    ++terms;
    if (term.symbols.size() > 1 || term.coefficient != 1)
      terms += 2;
  }
  return terms <= 1 || (uses <= 1 && terms <= 4);
}

static void spellOut(Function &f) {
  std::vector<unsigned> symbolUses(f.values.size());
  for (const Op &op : f.ops)
    visitSpelledUses(op, f, [&](ValueId v, bool) { ++symbolUses[v]; });
  const auto rewrite = [&](IndexExpr &expr) {
    expr = expr.substituteAll([&](SymbolId s) {
      const Op *op = f.definitionOf(s);
      if (op && op->kind == OpKind::IndexValue && bitsOf(f.typeOf(s).element) == 64 &&
          isSpelledOut(op->index, symbolUses[s]))
        return op->index;
      return IndexExpr::symbol(s);
    });
  };
  // A constant in all lanes is a vector constant.
  for (Op &op : f.ops) {
    if (op.kind != OpKind::Broadcast)
      continue;
    const Op *scalar = f.definitionOf(op.operands[0]);
    if (!scalar || scalar->kind != OpKind::Constant)
      continue;
    op.kind = OpKind::Constant;
    op.intValue = scalar->intValue;
    op.fpValue = scalar->fpValue;
    op.operands.clear();
  }
  // Definitions come before uses, so what is put in has been rewritten itself.
  for (Op &op : f.ops) {
    rewrite(op.index);
    for (IndexExpr &sub : op.mem.subs)
      rewrite(sub);
  }
}

/// What the guards say of single parameters holds in the body: n >= 16.
static void learnRanges(Function &f) {
  for (const RuntimeGuard &guard : f.guards) {
    const IndexExpr rest = guard.expr - IndexExpr(guard.expr.constantTerm());
    const bool isAtLeast = rest.asSymbol().has_value(), isAtMost = (-rest).asSymbol().has_value();
    if (guard.kind != RuntimeGuard::NonNegative || (!isAtLeast && !isAtMost))
      continue;
    for (Parameter &parameter : f.parameters) {
      if (parameter.value != rest.symbols()[0])
        continue;
      const int64_t bound = guard.expr.constantTerm();
      if (isAtLeast && bound != INT64_MIN)
        parameter.lo = std::max(parameter.lo.value_or(INT64_MIN), -bound);
      if (isAtMost)
        parameter.hi = std::min(parameter.hi.value_or(INT64_MAX), bound);
    }
  }
}

Spelling::Spelling(Function function) : f(std::move(function)) {
  spellOut(f);
  keepWithinRows(f);
  learnRanges(f);
  placeOf.resize(f.ops.size());
  ownerOf.assign(f.blocks.size(), ~0u);
  users.resize(f.values.size());
  blockOf.assign(f.values.size(), f.body);
  for (BlockId b = 0; b < f.blocks.size(); ++b) {
    for (ValueId argument : f.blocks[b].arguments)
      blockOf[argument] = b;
    for (unsigned p = 0; p < f.blocks[b].ops.size(); ++p) {
      const OpId id = f.blocks[b].ops[p];
      placeOf[id] = {b, p};
      for (BlockId inner : f.ops[id].blocks)
        ownerOf[inner] = id;
      for (ValueId result : f.ops[id].results)
        blockOf[result] = b;
    }
  }
  isIndexSymbol.assign(f.values.size(), false);
  findLive();
  for (BlockId b = 0; b < f.blocks.size(); ++b) {
    const OpId owner = ownerOf[b];
    for (OpId id : f.blocks[b].ops) {
      const Op &op = f.ops[id];
      if (!Live[id])
        continue;
      // Only live slots count as uses.
      const bool isLoop = op.kind == OpKind::For, isYield = op.kind == OpKind::Yield && owner != ~0u;
      unsigned operand = 0;
      visitSpelledUses(op, f, [&](ValueId v, bool isSymbol) {
        const unsigned k = operand++;
        if (!isSymbol && ((isLoop && k >= 3 && !isLiveSlot(id, k - 3)) || (isYield && !isLiveSlot(owner, k))))
          return;
        users[v].push_back(id);
        // A polynomial of another type than an index is data.
        if (isSymbol && !(op.kind == OpKind::IndexValue && f.typeOf(op.results[0]).element != ScalarType::Index))
          isIndexSymbol[v] = true;
      });
    }
  }
}

bool Spelling::isLiveSlot(OpId control, unsigned k) const {
  const Op &op = f.ops[control];
  return LiveValues[op.results[k]] || (op.kind == OpKind::For && LiveValues[f.blocks[op.blocks[0]].arguments[k + 1]]);
}

/// Backwards from what has an effect.
void Spelling::findLive() {
  Live.assign(f.ops.size(), false);
  LiveValues.assign(f.values.size(), false);
  std::vector<ValueId> work;
  const auto value = [&](ValueId v) {
    if (!LiveValues[v]) {
      LiveValues[v] = true;
      work.push_back(v);
    }
  };
  const auto terminator = [&](BlockId b) -> const Op & { return f.ops[f.blocks[b].ops.back()]; };
  const std::function<void(OpId)> live = [&](OpId id) {
    if (Live[id])
      return;
    Live[id] = true;
    const Op &op = f.ops[id];
    if (const OpId owner = ownerOf[placeOf[id].block]; owner != ~0u)
      live(owner);
    if (op.kind == OpKind::For || op.kind == OpKind::If) {
      for (unsigned i = 0; i < (op.kind == OpKind::For ? 3 : 1); ++i)
        value(op.operands[i]);
      for (BlockId b : op.blocks)
        Live[f.blocks[b].ops.back()] = true;
      if (op.mayStop)
        value(f.blocks[op.blocks[0]].arguments[1]);
    } else if (op.kind != OpKind::Yield) {
      visitSpelledUses(op, f, [&](ValueId v, bool) { value(v); });
    }
  };
  for (OpId id = 0; id < f.ops.size(); ++id)
    if (placeOf[id].block != ~0u && f.ops[id].blocks.empty() && (writesBelow(id) || f.ops[id].kind == OpKind::Return))
      live(id);
  // A loop's slot is live as a whole: argument, result, what it starts from and what it gets.
  const auto slot = [&](OpId id, unsigned k) {
    const Op &op = f.ops[id];
    live(id);
    for (BlockId b : op.blocks)
      value(terminator(b).operands[k]);
    if (op.kind == OpKind::For)
      value(op.operands[3 + k]);
  };
  while (!work.empty()) {
    const ValueId v = work.back();
    work.pop_back();
    if (const OpId id = f.values[v].definition; id != ~0u) {
      const Op &op = f.ops[id];
      if (op.kind == OpKind::For || op.kind == OpKind::If)
        slot(id, llvm::find(op.results, v) - op.results.begin());
      else
        live(id);
      continue;
    }
    const BlockId block = blockOf[v];
    const auto &arguments = f.blocks[block].arguments;
    const auto at = llvm::find(arguments, v);
    if (at == arguments.end() || ownerOf[block] == ~0u)
      continue;
    live(ownerOf[block]);
    if (at != arguments.begin() && f.ops[ownerOf[block]].kind != OpKind::Launch)
      slot(ownerOf[block], at - arguments.begin() - 1);
  }
}

OpId Spelling::ancestorIn(BlockId block, OpId op) const {
  while (placeOf[op].block != block) {
    op = placeOf[op].block == ~0u ? ~0u : ownerOf[placeOf[op].block];
    if (op == ~0u)
      return ~0u;
  }
  return op;
}

bool Spelling::isLastUse(ValueId v, BlockId block, OpId op, bool insideCounts) const {
  for (OpId user : users[v]) {
    if (user == op)
      continue;
    // Go outwards until both are in one block.
    BlockId common = block;
    OpId here = op, there = ~0u;
    while ((there = ancestorIn(common, user)) == ~0u) {
      here = ownerOf[common];
      if (here == ~0u)
        return false;
      common = placeOf[here].block;
    }
    if (there == here) {
      // Inside op's own blocks, or in the other branch of an if around both.
      if (here == op && insideCounts)
        return false;
      continue;
    }
    if (placeOf[there].position > placeOf[here].position)
      return false;
  }
  return true;
}

const LaneNetwork *Spelling::networkOf(OpId op) const {
  for (const LaneNetwork &network : networks)
    if (llvm::is_contained(network.ops, op))
      return &network;
  return nullptr;
}

OpId Spelling::soleUser(ValueId v) const {
  if (users[v].empty())
    return ~0u;
  if (const LaneNetwork *network = networkOf(users[v][0]))
    return llvm::all_of(users[v], [&](OpId user) { return networkOf(user) == network; }) ? network->first() : ~0u;
  return users[v].size() == 1 ? users[v][0] : ~0u;
}

bool Spelling::writesBelow(OpId id) const {
  const Op &op = f.ops[id];
  if (isEffect(op.kind)) // others' stores lie behind a barrier
    return true;
  for (BlockId b : op.blocks)
    for (OpId inner : f.blocks[b].ops)
      if (writesBelow(inner))
        return true;
  return false;
}

} // namespace vecify
