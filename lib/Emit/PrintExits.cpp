// Loops that may stop early; see Printer.h.
//
//     for %i stops carry(%stop = false, %s = ..) {         for (ptrdiff_t i = 0; i < n; i += 8) {
//       %r:2 = if %c { yield true, %s }                      if (c)
//              else { ..; yield false, %t }          ->        break;
//       yield %r:2                                           s = t;
//     }                                                    }
#include "Printer.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// What becomes of a value that a block yields: it goes on in a slot of the loop.
using SlotOf = llvm::SmallVector<std::optional<unsigned>, 4>;

static bool isTruth(const Function &f, ValueId v, bool value) {
  const Op *op = f.definitionOf(v);
  return op && op->kind == OpKind::Constant && (op->intValue != 0) == value;
}

/// The branch at the end of the block that decides whether the loop stops; ~0u where the block goes on.
static OpId exitOf(const Function &f, BlockId block, const SlotOf &slots) {
  const std::vector<OpId> &ops = f.blocks[block].ops;
  const Op &yield = f.ops[ops.back()];
  const auto *stop = llvm::find(slots, std::optional(0u));
  if (ops.size() < 2 || isTruth(f, yield.operands[stop - slots.begin()], false))
    return ~0u;
  return ops[ops.size() - 2];
}

/// Which slots the branch's results go on in; nothing where the block yields what it has made before an exit.
static std::optional<SlotOf> slotsOf(const Function &f, const Op &branch, BlockId block, const SlotOf &slots,
                                     llvm::ArrayRef<ValueId> arguments) {
  SlotOf result(branch.results.size());
  const Op &yield = f.ops[f.blocks[block].ops.back()];
  for (unsigned k = 0; k < yield.operands.size(); ++k) {
    const auto *at = llvm::find(branch.results, yield.operands[k]);
    if (at != branch.results.end() && !result[at - branch.results.begin()])
      result[at - branch.results.begin()] = slots[k];
    else if (!slots[k] || yield.operands[k] != arguments[1 + *slots[k]])
      return std::nullopt;
  }
  return result;
}

static bool isChain(const Function &f, BlockId block, const SlotOf &slots, llvm::ArrayRef<ValueId> arguments) {
  const OpId exit = exitOf(f, block, slots);
  if (exit == ~0u)
    return true;
  const Op &branch = f.ops[exit];
  const std::optional<SlotOf> inner =
      branch.kind == OpKind::If ? slotsOf(f, branch, block, slots, arguments) : std::nullopt;
  if (!inner)
    return false;
  const auto *stop = llvm::find(*inner, std::optional(0u));
  const Op &left = f.ops[f.blocks[branch.blocks[0]].ops.back()];
  return stop != inner->end() && isTruth(f, left.operands[stop - inner->begin()], true) &&
         isChain(f, branch.blocks[1], *inner, arguments);
}

static SlotOf ownSlots(const Op &loop) {
  SlotOf slots;
  for (unsigned k = 0; k < loop.results.size(); ++k)
    slots.push_back(k);
  return slots;
}

bool Printer::leavesByBreak(OpId id) const {
  const Op &loop = F.ops[id];
  return loop.mayStop && isTruth(F, loop.operands[3], false) &&
         isChain(F, loop.blocks[0], ownSlots(loop), F.blocks[loop.blocks[0]].arguments);
}

void Printer::bodyWithBreaks(OpId id, llvm::ArrayRef<std::optional<VariableId>> variables) {
  const Op &loop = F.ops[id];
  const std::vector<ValueId> &arguments = F.blocks[loop.blocks[0]].arguments;
  SlotOf slots = ownSlots(loop);
  BlockId at = loop.blocks[0];
  /// Where the block's values go; whoever goes on has not stopped.
  const auto exitFrom = [&](BlockId block, const SlotOf &of, bool stops) {
    BlockExit exit{block, {}};
    const Op &yield = F.ops[F.blocks[block].ops.back()];
    for (unsigned k = 0; k < yield.operands.size(); ++k) {
      const bool isKept = !of[k] || yield.operands[k] == arguments[1 + *of[k]] || (*of[k] == 0 && !stops);
      exit.targets.push_back(isKept ? std::nullopt : variables[*of[k]]);
    }
    return exit;
  };
  Names.openScope();
  unsigned open = 0;
  for (;;) {
    const OpId branch = exitOf(F, at, slots);
    if (branch == ~0u)
      break;
    const Op &op = F.ops[branch];
    const SlotOf inner = *slotsOf(F, op, at, slots, arguments);
    Exits.push_back({at, llvm::SmallVector<std::optional<VariableId>, 4>(slots.size())});
    ++open;
    for (OpId before : F.blocks[at].ops)
      if (before != branch && F.ops[before].kind != OpKind::Yield)
        this->op(before);
    const Snippet condition = composeWithin(Out.room() - 8, [&] { return use(op.operands[0]); });
    flushBefore(branch, condition);
    commit(condition);
    const std::vector<llvm::SmallVector<ValueId, 2>> before = Holders;
    const std::string outside = Out.take();
    Out.in();
    block(op.blocks[0], exitFrom(op.blocks[0], inner, true));
    const bool isPlain = Out.isEmpty();
    Out.line("break;");
    Out.out();
    const std::string left = Out.take();
    for (VariableId v = 0; v < before.size(); ++v) {
      Holders[v].clear();
      for (ValueId value : before[v])
        hold(v, value);
    }
    Out.append(outside);
    Out.line("if (" + bareText(condition.c.text).str() + (isPlain ? ")" : ") {"));
    Out.append(left);
    if (!isPlain)
      Out.line("}");
    at = op.blocks[1];
    slots = inner;
  }
  block(at, exitFrom(at, slots, false));
  while (open-- > 0)
    Exits.pop_back();
  Names.closeScope();
}

} // namespace vecify
