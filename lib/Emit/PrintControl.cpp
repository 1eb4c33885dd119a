// Loops, branches and what they carry; see Printer.h.
//
//     %s = for %k = 0 to %p step 1 (%acc = %init) {       __m256 acc = init;
//       %n = fma %a, %b, %acc                             for (ptrdiff_t k = 0; k < p; k++)
//       yield %n                                            acc = _mm256_fmadd_ps(a, b, acc);
//     }
#include "Printer.h"
#include "ShiftedVectors.h"
#include "vecify/Support/StayScalar.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace vecify {

using llvm::StringRef;

std::optional<VariableId> Printer::reusable(ValueId v, OpId control, bool insideCounts) {
  // A value from further outside may be read again when an enclosing loop comes around.
  if (S.blockOf[v] != S.placeOf[control].block || !State[v].isKnown || State[v].isKeptBack)
    return std::nullopt;
  for (VariableId variable = 0; variable < Variables.size(); ++variable) {
    if (!llvm::is_contained(Holders[variable], v))
      continue;
    if (State[v].snippet.c.text != Variables[variable])
      return std::nullopt;
    for (ValueId holder : Holders[variable])
      if (!S.isLastUse(holder, S.placeOf[control].block, control, insideCounts))
        return std::nullopt;
    return variable;
  }
  return std::nullopt;
}

OpId firstLoop(const Function &f) {
  OpId first = ~0u;
  for (OpId id : f.blocks[f.body].ops) {
    const Op &op = f.ops[id];
    if (op.kind != OpKind::For)
      continue;
    // What runs one by one in front of the blocks does not count.
    const Op *to = f.definitionOf(op.operands[1]), *step = f.definitionOf(op.operands[2]);
    const bool isInFront = to && to->kind == OpKind::IndexValue && to->index.asConstant() && step &&
                           step->kind == OpKind::IndexValue && step->index == IndexExpr(1);
    if (!isInFront)
      return id;
    first = std::min(first, id);
  }
  return first;
}

bool hasThreadableLoop(const Function &f) {
  const OpId loop = firstLoop(f);
  return loop != ~0u && f.ops[loop].operands.size() == 3;
}

/// Steps that a loop from 0 on by ones makes at most, where its end says so and they are few: min(%left, 16).
static std::optional<int64_t> mostSteps(const Function &f, const Op &loop) {
  const auto isIndex = [&](ValueId v, int64_t value) {
    const Op *op = f.definitionOf(v);
    return op && op->kind == OpKind::IndexValue && op->index == IndexExpr(value);
  };
  const Op *to = f.definitionOf(loop.operands[1]);
  if (!isIndex(loop.operands[0], 0) || !isIndex(loop.operands[2], 1) || !to || to->kind != OpKind::Min)
    return std::nullopt;
  constexpr int64_t few = 32;
  for (ValueId bound : to->operands)
    if (const Op *most = f.definitionOf(bound);
        most && most->kind == OpKind::Constant && most->intValue > 0 && most->intValue <= few)
      return most->intValue;
  return std::nullopt;
}

/// How often a loop runs, where that is a constant.
static std::optional<int64_t> constantSteps(const Function &f, const Op &loop) {
  std::optional<int64_t> ends[3];
  for (unsigned k = 0; k < 3; ++k)
    if (const Op *op = f.definitionOf(loop.operands[k]); op && op->kind == OpKind::IndexValue)
      ends[k] = op->index.asConstant();
  if (!ends[0] || !ends[1] || !ends[2] || *ends[2] < 1)
    return std::nullopt;
  return (*ends[1] - *ends[0] + *ends[2] - 1) / *ends[2];
}

/// Some array is read and written: written out, a loop may keep what it wrote in registers for the loop around it.
static bool readsWhatItWrites(const Function &f, const Block &body) {
  std::set<uint32_t> read, written;
  for (OpId id : body.ops)
    if (const Op &op = f.ops[id]; op.mem.pattern != ~0u)
      (isMemoryWrite(op.kind) ? written : read).insert(f.patterns[op.mem.pattern].array);
  return llvm::any_of(written, [&](uint32_t array) { return read.count(array) != 0; });
}

/// Compilers write out a loop of few constant steps. Where the order of float sums is free, clang then makes one chain
/// of several accumulators; and what becomes long costs more than the loop did.
static bool mustStayLoop(const Function &f, const Op &loop) {
  constexpr int64_t longest = 128;         // ops
  constexpr int64_t mostWrittenOut = 1200; // ops; clang's 300 times the four it allows where much becomes constant
  const std::optional<int64_t> steps = constantSteps(f, loop);
  const Block &body = f.blocks[loop.blocks[0]];
  if (!steps || *steps < 2 || llvm::any_of(body.ops, [&](OpId id) { return !f.ops[id].blocks.empty(); }))
    return false;
  const auto isFreeSum = [&](ValueId v) {
    const Op *op = f.definitionOf(v);
    return op && op->fp.reassoc && isFloat(f.typeOf(v).element);
  };
  if (llvm::count_if(f.ops[body.ops.back()].operands, isFreeSum) > 1)
    return true;
  const int64_t ops = *steps * llvm::count_if(body.ops, [&](OpId id) { return f.ops[id].kind != OpKind::IndexValue; });
  return ops > longest && ops <= mostWrittenOut && !readsWhatItWrites(f, body);
}

/// A count of elements in whole vectors, or what is made of one.
static bool isRounded(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  return op &&
         (op->kind == OpKind::And || (op->kind == OpKind::IndexValue &&
                                      llvm::any_of(op->index.symbols(), [&](ValueId s) { return isRounded(f, s); })));
}

static bool isOfScalars(const Function &f, const Op &op) {
  const auto isScalar = [&](ValueId v) { return f.typeOf(v).isScalar(); };
  return llvm::all_of(op.operands, isScalar) && llvm::all_of(op.results, isScalar);
}

/// What is left over of vectors, element by element: the next compiler would make vectors of its own for it.
static bool isRestOfScalars(const Function &f, const Op &loop) {
  const std::vector<OpId> &ops = f.blocks[loop.blocks[0]].ops;
  const auto isPlain = [&](OpId id) { return f.ops[id].blocks.empty() && isOfScalars(f, f.ops[id]); };
  return isRounded(f, loop.operands[0]) && llvm::all_of(ops, isPlain) &&
         llvm::any_of(ops, [&](OpId id) { return f.ops[id].mem.pattern != ~0u; });
}

/// Scalars are stored to one array in several places, in a loop that holds no other. gcc 12 takes such a loop apart,
/// one loop for each of the stores, where the rows of a wave must not be.
static bool mayBeDistributed(const Function &f, const Op &loop) {
  std::set<uint32_t> written;
  bool isStoredTwice = false;
  const std::function<bool(BlockId)> holdsScalars = [&](BlockId block) {
    return llvm::all_of(f.blocks[block].ops, [&](OpId id) {
      const Op &op = f.ops[id];
      if (op.mem.pattern != ~0u && isMemoryWrite(op.kind))
        isStoredTwice |= !written.insert(f.patterns[op.mem.pattern].array).second;
      return op.kind != OpKind::For && isOfScalars(f, op) && llvm::all_of(op.blocks, holdsScalars);
    });
  };
  return holdsScalars(loop.blocks[0]) && isStoredTwice;
}

void Printer::forLoop(OpId id) {
  const Op &op = F.ops[id];
  const BlockId body = op.blocks[0];
  const Op &end = F.ops[F.blocks[body].ops.back()];
  const unsigned carried = op.operands.size() - 3;
  llvm::SmallVector<std::optional<VariableId>, 4> slots;

  // The header's expressions are evaluated before the carried variables change.
  Snippet upper = use(op.operands[1]);
  const bool isSimple = upper.c.text.size() <= 24 && upper.c.type != ScalarType::U64 && upper.loads.empty() &&
                        upper.c.binding > Binding::Relation;
  if (State[op.operands[1]].isKeptBack && !(isSimple && upper.reads.empty() && upper.c.binding >= Binding::Sum)) {
    writeOut(op.operands[1]);
    upper = use(op.operands[1]);
  } else if (!isSimple) {
    upper.c = castTo(ScalarType::Index, upper.c);
  }
  commit(upper);
  Snippet header = use(op.operands[0]);
  Snippet step = use(op.operands[2]);
  header.absorb(step);

  const bool byBreak = leavesByBreak(id);
  // Reuse the variable of an init where this loop is the last to see it; declare the others.
  llvm::SmallVector<ValueId, 4> inits(op.operands.begin() + 3, op.operands.end());
  for (unsigned k = 0; k < carried; ++k) {
    const ValueId argument = F.blocks[body].arguments[k + 1], result = op.results[k];
    const bool isStopAlone = k == 0 && op.mayStop && byBreak && S.users[op.results[0]].empty();
    if (!S.isLiveSlot(id, k) || isStopAlone) {
      slots.push_back(std::nullopt);
      continue;
    }
    if (llvm::count(inits, inits[k]) == 1)
      if (std::optional<VariableId> variable = reusable(inits[k], id, true)) {
        slots.push_back(variable);
        continue;
      }
    const Snippet init = use(inits[k]);
    commit(init);
    std::string hint = F.values[argument].name.empty() ? F.values[result].name : F.values[argument].name;
    const VariableId variable = newVariable(Names.unique(hint.empty() ? "acc" : hint));
    Out.line(typeText(F.typeOf(argument)) + " " + Variables[variable] + " = " + init.c.text + ";");
    slots.push_back(variable);
  }
  flushBefore(id, header);
  commit(header);

  const std::vector<Walk> walks = T.aie ? walkPointers(id) : std::vector<Walk>();
  if (!Options.isGnu89)
    Names.openScope();
  const std::string hint = F.values[F.blocks[body].arguments[0]].name;
  const std::string source = nameFrom(hint.empty() ? (F.counter.empty() ? "i" : F.counter) : hint);
  // The source's own name for the counter, unless the vector part's texts mean something else by it.
  const bool isFree = !Options.isGnu89 && !sourceIdentifiers(F).count(source);
  CText counter;
  counter.text = isFree && Names.claim(source) ? source : Names.unique(source);
  if (Options.isGnu89) {
    Out.line("ptrdiff_t " + counter.text + ";");
    Names.openScope();
  }
  counter.type = ScalarType::Index;
  Snippet iv;
  iv.c = counter;
  define(F.blocks[body].arguments[0], iv);
  for (unsigned k = 0; k < carried; ++k) {
    const ValueId argument = F.blocks[body].arguments[k + 1];
    if (slots[k]) {
      Holders[*slots[k]].clear();
      hold(*slots[k], argument);
    }
  }
  if (id == ThreadedLoop)
    Out.append(Options.threadsPragma);
  BlockExit exit{body, {}};
  for (unsigned k = 0; k < carried; ++k)
    exit.targets.push_back(end.operands[k] == F.blocks[body].arguments[k + 1] ? std::nullopt : slots[k]);
  const std::string advance = step.c.text == "1" ? counter.text + "++" : counter.text + " += " + step.c.text;
  // No object is so large that a counter of its elements comes there.
  constexpr int64_t nowhere = int64_t(1) << 48;
  const Op *bound = F.definitionOf(op.operands[1]);
  const bool isEndless =
      op.mayStop && bound && bound->kind == OpKind::IndexValue && bound->index.asConstant().value_or(0) >= nowhere;
  std::string head = (Options.isGnu89 ? "for (" : "for (ptrdiff_t ") + counter.text + " = " + header.c.text + ";" +
                     (isEndless ? "" : " " + counter.text + " < " + upper.c.at(Binding::Shift)) +
                     (byBreak || !op.mayStop ? "" : (isEndless ? " !" : " && !") + Variables[*slots[0]]) + "; " +
                     advance + ") {";
  if (isEndless && S.users[F.blocks[body].arguments[0]].empty())
    head = byBreak ? "for (;;) {" : "while (!" + Variables[*slots[0]] + ") {";
  if (T.aie)
    head = tileLoopHead(id, counter.text, head, header, upper);
  const std::optional<int64_t> most = T.isSimt ? mostSteps(F, op) : std::nullopt;
  if (most) {
    Preamble.insert("vecify_steps");
    head = "vecify_steps<" + std::to_string(*most) + ">(" + upper.c.text + ", [&](ptrdiff_t " + counter.text + ") {";
  }
  const bool mayHavePragma = Options.mayHavePragmas && id != ThreadedLoop && !op.mayStop;
  if (mayHavePragma && mustStayLoop(F, op))
    Out.append("#pragma GCC unroll 1\n");
  Out.line(head);
  Out.in();
  if (mayHavePragma && (isRestOfScalars(F, op) || mayBeDistributed(F, op)))
    Out.line(stayScalar(counter.text));
  if (!T.isSimt && !T.aie && updatesShiftedVectors(F, op))
    Out.line(MemoryMayChange);
  // Each thread has buffers of its own.
  if (id == ThreadedLoop)
    for (const std::string &buffer : I.buffers)
      Out.line(buffer);
  if (byBreak)
    bodyWithBreaks(id, slots);
  else
    block(body, std::move(exit));
  for (const Walk &walk : walks)
    Out.line(walk.name + " += " + walk.advance + ";");
  Out.out();
  Out.line(most ? "});" : "}");
  Names.closeScope();
  for (unsigned k = 0; k < carried; ++k) {
    if (!slots[k])
      continue;
    Holders[*slots[k]].clear();
    hold(*slots[k], op.results[k]);
  }
}

/// The block does nothing but yield, apart from constants.
static bool isEmptyBlock(const Function &f, BlockId block) {
  return llvm::all_of(f.blocks[block].ops, [&](OpId id) {
    const OpKind kind = f.ops[id].kind;
    return kind == OpKind::Yield || kind == OpKind::Constant || kind == OpKind::IndexValue;
  });
}

llvm::StringRef bareText(llvm::StringRef text) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    depth += (text[at] == '(') - (text[at] == ')');
    if (depth == 0)
      return at > 0 && at + 1 == text.size() && text.front() == '(' ? text.drop_front().drop_back() : text;
  }
  return text;
}

void Printer::ifElse(OpId id) {
  const Op &op = F.ops[id];
  const Op &thenEnd = F.ops[F.blocks[op.blocks[0]].ops.back()], &elseEnd = F.ops[F.blocks[op.blocks[1]].ops.back()];
  BlockExit exits[2] = {{op.blocks[0], {}}, {op.blocks[1], {}}};
  llvm::SmallVector<VariableId, 4> variables;

  Snippet condition = composeWithin(Out.room() - 8, [&] { return use(op.operands[0]); });
  // A result lives on in the variable of the value that one side leaves as it is.
  const auto sharedVariable = [&](unsigned k) -> std::optional<VariableId> {
    for (const Op *end : {&elseEnd, &thenEnd}) {
      const ValueId kept = end->operands[k];
      // Inside, the value may still be used: it is changed only where nobody reads it any more.
      const std::optional<VariableId> variable = reusable(kept, id, false);
      if (!variable || llvm::is_contained(variables, *variable) || llvm::is_contained(condition.reads, *variable))
        continue;
      bool isYieldedElsewhere = false;
      for (unsigned other = 0; other < op.results.size(); ++other)
        isYieldedElsewhere |= other != k && S.isLiveSlot(id, other) &&
                              (thenEnd.operands[other] == kept || elseEnd.operands[other] == kept);
      // Assigned early inside, the old value must not be needed by what follows there; `carriedTarget` and `yield`
      // see to it.
      if (!isYieldedElsewhere)
        return variable;
    }
    return std::nullopt;
  };
  constexpr VariableId dead = ~0u;
  for (unsigned k = 0; k < op.results.size(); ++k) {
    const ValueId result = op.results[k];
    if (!S.isLiveSlot(id, k)) {
      variables.push_back(dead);
      for (BlockExit &exit : exits)
        exit.targets.push_back(std::nullopt);
      continue;
    }
    if (std::optional<VariableId> variable = sharedVariable(k)) {
      variables.push_back(*variable);
      for (BlockExit &exit : exits) {
        const ValueId yielded = F.ops[F.blocks[exit.block].ops.back()].operands[k];
        exit.targets.push_back(llvm::is_contained(Holders[*variable], yielded) ? std::nullopt
                                                                               : std::optional(*variable));
      }
      continue;
    }
    const VariableId variable = newVariable(Names.unique(nameFor(result) == "t" ? "merged" : nameFor(result)));
    variables.push_back(variable);
    // What the empty side yields initializes the variable.
    const ValueId other = elseEnd.operands[k];
    std::string initial;
    const Op *constant = F.definitionOf(other);
    if (isEmptyBlock(F, op.blocks[1])) {
      if (State[other].isKnown) {
        const Snippet value = use(other);
        if (!State[other].isKeptBack)
          initial = value.c.text;
      } else if (constant && constant->kind == OpKind::Constant && F.typeOf(other).isScalar()) {
        initial = scalar(F.values[other].definition).c.text;
      }
    }
    Out.line(typeText(F.typeOf(result)) + " " + Variables[variable] + (initial.empty() ? "" : " = " + initial) + ";");
    exits[0].targets.push_back(variable);
    exits[1].targets.push_back(initial.empty() ? std::optional(variable) : std::nullopt);
  }
  flushBefore(id, condition);
  commit(condition);

  // The holders of shared variables are the same at the start of both sides.
  const std::vector<llvm::SmallVector<ValueId, 2>> before = Holders;
  const auto restore = [&] {
    for (VariableId v = 0; v < before.size(); ++v) {
      Holders[v].clear();
      for (ValueId value : before[v])
        hold(v, value);
    }
  };
  std::string sides[2];
  const std::string outside = Out.take();
  for (unsigned side = 0; side < 2; ++side) {
    Out.in();
    block(exits[side].block, std::move(exits[side]));
    Out.out();
    sides[side] = Out.take();
    restore();
  }
  Out.append(outside);
  if (sides[0].empty() && !sides[1].empty()) {
    Out.line("if (!" + condition.c.at(Binding::Unary) + ") {");
    Out.append(sides[1]);
    Out.line("}");
  } else if (!sides[0].empty()) {
    Out.line("if (" + bareText(condition.c.text).str() + ") {");
    Out.append(sides[0]);
    if (!sides[1].empty()) {
      Out.line("} else {");
      Out.append(sides[1]);
    }
    Out.line("}");
  }
  for (unsigned k = 0; k < op.results.size(); ++k) {
    if (variables[k] == dead)
      continue;
    Holders[variables[k]].clear();
    hold(variables[k], op.results[k]);
  }
}

void Printer::yield(OpId id) {
  const Op &op = F.ops[id];
  if (op.kind == OpKind::Return) {
    std::vector<std::string> texts;
    for (unsigned r = 0; r < op.operands.size(); ++r) {
      const ValueId v = op.operands[r];
      // An assignment converts.
      Snippet value = composeWithin(Out.room() - 24, [&] { return use(v); });
      // A live-out that a later one still reads.
      bool isReadByOther = r != 0 && value.reads.size() > 1;
      for (VariableId variable : value.reads)
        isReadByOther |= llvm::any_of(F.results, [&](const Result &result) {
          return result.name == Variables[variable] && (r == 0 || &result != &F.results[r - 1]);
        });
      if (isReadByOther && op.operands.size() > 2) {
        if (State[v].isKeptBack)
          writeOut(v);
        else
          nameIt(v, use(v));
        value = use(v);
      }
      commit(value);
      texts.push_back(value.c.text);
    }
    (*Leave)(Out, texts);
    return;
  }
  struct Assignment {
    VariableId variable;
    ValueId value;
  };
  llvm::SmallVector<Assignment, 4> left;
  const BlockExit exit = Exits.back();
  for (unsigned k = 0; k < op.operands.size(); ++k)
    if (exit.targets[k] && State[op.operands[k]].snippet.c.text != Variables[*exit.targets[k]])
      left.push_back({*exit.targets[k], op.operands[k]});
  // First what overwrites nothing that another one still reads; a cycle goes through constants.
  while (!left.empty()) {
    auto next = llvm::find_if(left, [&](const Assignment &a) {
      return llvm::all_of(left, [&](const Assignment &other) {
        return &other == &a || !llvm::is_contained(State[other.value].snippet.reads, a.variable);
      });
    });
    if (next == left.end()) {
      const ValueId v = left.front().value;
      bool isKept = State[v].isKeptBack;
      if (isKept)
        writeOut(v);
      else
        nameIt(v, use(v));
      continue;
    }
    const VectorType &type = F.typeOf(next->value);
    assign(next->variable, type.isScalar() ? typed(next->value, type.element) : use(next->value));
    left.erase(next);
  }
}

void Printer::fence(OpId id) {
  const Op &op = F.ops[id];
  const ValueId v = op.results[0];
  const VectorType &type = F.typeOf(v);
  const std::string constraint = type.isScalar() && isInteger(type.element) ? "+r" : T.fence;
  const auto keep = [&](const std::string &name) { Out.line("__asm__(\"\" : \"" + constraint + "\"(" + name + "));"); };
  if (std::optional<VariableId> target = carriedTarget(id)) {
    assignResult(*target, v,
                 composeWithin(Out.room() - Variables[*target].size() - 4, [&] { return use(op.operands[0]); }));
    return keep(Variables[*target]);
  }
  const std::string hint = F.values[v].name.empty() ? nameFor(op.operands[0]) : F.values[v].name;
  // A load is a line of its own, however long.
  const Op *loaded = F.definitionOf(op.operands[0]);
  const Snippet value = loaded && loaded->kind == OpKind::Load
                            ? use(op.operands[0])
                            : composeWithin(Out.room() - typeText(F.typeOf(v)).size() - hint.size() - 8,
                                            [&] { return use(op.operands[0]); });
  commit(value);
  CText name;
  name.text = Names.unique(hint);
  name.type = promoted(F.typeOf(v).element);
  Out.line(typeText(F.typeOf(v)) + " " + name.text + " = " + value.c.text + ";");
  keep(name.text);
  Snippet named;
  named.c = std::move(name);
  define(v, std::move(named));
}

} // namespace vecify
