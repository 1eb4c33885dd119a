// Step: what a common compiler would get wrong is fenced from it.
//
//     %x = masked_load a[0], %m              %x = masked_load a[0], %m
//     masked_store %y, a[0], %m        ->    %f = fp_fence %x
//     %r = select %m, %x, %z                 masked_store %y, a[0], %m
//                                            %r = select %m, %f, %z
//
// Nine faults, all of code that is right:
//
//   * clang 22 makes one load of a masked load and a select by its mask, where the select stands: behind stores that
//     change what it reads (llvm-project issue 215453).
//   * clang 22 takes a masked load into an op that is masked alike and moves lanes, and the load's own mask is gone:
//     other lanes are read, faults are reported of lanes that are off (llvm-project pull request 178888).
//   * gcc 12 makes one instruction of a masked store and of taking the stored part out of a wider register,
//     `vextractf32x4 $0, %ymm0, (%rdi){%k1}`: of all masked stores only that one reports faults of lanes that are off.
//     A gather of few lanes by wide indices ends in such a part as well.
//   * clang 22 never ends on some shuffles of one register of 64 bytes beside arithmetic with a constant, where VBMI is
//     at hand (llvm-project issue 224266).
//   * clang 22 stores the whole lane before its narrowing, `vmovss %xmm0, (%rdi)` for 16 bits, where a predicate is
//     known to be on for one lane only: after a tail of constant length, or one that it has peeled off.
//   * clang 22 makes one fminnm of a comparison and a choice where one side is a converted integer, which is no NaN; of
//     zeros of both signs, and of a signaling NaN, that takes the other one.
//   * clang 22 takes the signs of a short register's lanes to a scalar in one instruction and forgets that their
//     predicate is used once more where it is also written, `korb %k1, %k0, %k0` (its pass x86-compress-evex).
//   * clang 22 makes one vpdpbusd of the sum of eight products of bytes, and takes half of what it gives.
//   * gcc 12 makes several loops of one whose iterations store lane by lane where others of them do, in another order
//     (-ftree-loop-distribution).
#include "../Alias.h"
#include "../Edit.h"
#include "../Steps.h"
#include "llvm/ADT/SetVector.h"

namespace vecify {

namespace {

class MaskedAccesses {
public:
  explicit MaskedAccesses(const Function &function)
      : F(function), Users(function.values.size()), Place(function.ops.size()) {
    number(F.body);
  }

  bool mayBeTakenForAnother(OpId load) const { return isMoved(load) || mayMoveBehindWrite(load); }

private:
  struct Position {
    BlockId block = 0;
    unsigned index = 0; ///< among all ops, as they are printed
  };

  void number(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      Place[id] = {block, Count++};
      forEachUse(F.ops[id], [&](ValueId v) { Users[v].push_back(id); });
      if (isMemoryWrite(F.ops[id].kind))
        Writes.push_back(id);
      for (BlockId nested : F.ops[id].blocks)
        number(nested);
    }
  }

  /// Some lane goes elsewhere, or is used by an instruction that reports faults of lanes that are off.
  bool isMoved(OpId load) const {
    return llvm::any_of(Users[F.ops[load].results[0]], [&](OpId user) { return !staysInLane(F.ops[user].kind); });
  }

  /// Where an op is printed: what has one use stands inside of that one's statement.
  Position printedAt(OpId id) const {
    while (classOf(F.ops[id].kind) != OpClass::Memory && F.ops[id].results.size() == 1 &&
           Users[F.ops[id].results[0]].size() == 1)
      id = Users[F.ops[id].results[0]][0];
    return Place[id];
  }

  /// What the load reads may be written before the value is used. A use in another block comes after all writes.
  bool mayMoveBehindWrite(OpId load) const {
    unsigned last = 0;
    for (OpId user : Users[F.ops[load].results[0]]) {
      const Position use = printedAt(user);
      last = std::max(last, use.block == Place[load].block ? use.index : Count);
    }
    return llvm::any_of(Writes, [&](OpId write) {
      return Place[write].index > Place[load].index && Place[write].index < last &&
             mayOverlap(F, F.ops[load], F.ops[write]);
    });
  }

  static bool staysInLane(OpKind kind) {
    switch (classOf(kind)) {
    case OpClass::Elementwise:
    case OpClass::ElementwiseInts:
    case OpClass::Compare:
    case OpClass::Callee:
    case OpClass::Memory:
    case OpClass::Control:
      return true;
    case OpClass::Cast:
      return !narrowsTwo(kind);
    default:
      return kind == OpKind::Yield || kind == OpKind::Return || kind == OpKind::CompareWhere;
    }
  }

  const Function &F;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  std::vector<Position> Place;
  std::vector<OpId> Writes;
  unsigned Count = 0;
};

/// As it is loaded.
bool isLoaded(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  return op && (op->kind == OpKind::Load || (op->kind == OpKind::Bitcast && isLoaded(f, op->operands[0])));
}

/// Values that are stored as they are, or parts of them, and are used for nothing else.
std::vector<bool> onlyStored(const Function &f) {
  std::vector<bool> result(f.values.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Op &op : f.ops) {
      const bool passesOn = op.kind == OpKind::Bitcast || op.kind == OpKind::ExtractSlice;
      if (op.kind == OpKind::Store || (passesOn && result[op.results[0]]))
        continue;
      forEachUse(op, [&](ValueId v) {
        changed |= result[v];
        result[v] = false;
      });
    }
  }
  return result;
}

/// A shuffle of the bytes of one register of 64.
bool shufflesOne(const Function &f, const Op &op) {
  return op.kind == OpKind::Shuffle && op.operands[0] == op.operands[1] && f.typeOf(op.results[0]).bits() == 512 &&
         isInteger(f.typeOf(op.results[0]).element) && f.typeOf(op.results[0]).lanes() == 64;
}

/// Nothing in memory decides what the mask is: a compiler may come to know it.
bool mayBeKnown(const Function &f, ValueId mask) {
  const Op *op = f.definitionOf(mask);
  if (!op || op->operands.empty())
    return true;
  return !isMemory(op->kind) && llvm::all_of(op->operands, [&](ValueId v) { return mayBeKnown(f, v); });
}

/// The lanes of what is computed of counts and small constants alone, as masks of members are.
std::optional<std::vector<int64_t>> knownLanes(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  if (!op || f.typeOf(v).isScalar())
    return std::nullopt;
  const size_t count = size_t(f.typeOf(v).lanes());
  if (op->kind == OpKind::Constant)
    return std::vector<int64_t>(count, op->intValue);
  std::vector<int64_t> lanes(count);
  if (op->kind == OpKind::Iota) {
    for (size_t l = 0; l < count; ++l)
      lanes[l] = wrapTo(f.typeOf(v).element, op->ints[0] + int64_t(l) * op->ints[1]);
    return lanes;
  }
  if (!llvm::is_contained({OpKind::And, OpKind::Or, OpKind::CmpEq, OpKind::CmpLe}, op->kind))
    return std::nullopt;
  const std::optional<std::vector<int64_t>> a = knownLanes(f, op->operands[0]), b = knownLanes(f, op->operands[1]);
  if (!a || !b)
    return std::nullopt;
  for (size_t l = 0; l < count; ++l) {
    const int64_t x = (*a)[l], y = (*b)[l];
    lanes[l] = op->kind == OpKind::And     ? x & y
               : op->kind == OpKind::Or    ? x | y
               : op->kind == OpKind::CmpEq ? x == y
                                           : x <= y;
  }
  return lanes;
}

/// One lane alone may be on, and a compiler may come to know it.
bool mayBeOneLane(const Function &f, ValueId mask) {
  const std::optional<std::vector<int64_t>> lanes = knownLanes(f, mask);
  return lanes ? lanes->size() - size_t(llvm::count(*lanes, 0)) == 1 : mayBeKnown(f, mask);
}

/// What blocks yield to the op's result `v`, or to what a loop carries into its block.
llvm::SmallVector<ValueId, 2> yieldedTo(const Function &f, const Op &op, ValueId v) {
  llvm::SmallVector<ValueId, 2> values;
  const auto position = [&](llvm::ArrayRef<ValueId> among) { return llvm::find(among, v) - among.begin(); };
  const auto yielded = [&](BlockId block) -> llvm::ArrayRef<ValueId> {
    return f.ops[f.blocks[block].ops.back()].operands;
  };
  if (op.kind == OpKind::If) {
    for (BlockId block : op.blocks)
      values.push_back(yielded(block)[position(op.results)]);
  } else if (op.kind == OpKind::For) {
    const llvm::ArrayRef<ValueId> arguments = llvm::ArrayRef(f.blocks[op.blocks[0]].arguments).drop_front();
    const size_t r = llvm::is_contained(op.results, v) ? position(op.results) : position(arguments);
    if (r < op.results.size())
      values = {op.operands[r + 3], yielded(op.blocks[0])[r]};
  }
  return values;
}

/// The loop in `block`, or in a block of its ops, that carries `argument`.
const Op *loopThatCarries(const Function &f, BlockId block, ValueId argument) {
  for (OpId id : f.blocks[block].ops)
    for (BlockId inner : f.ops[id].blocks) {
      if (f.ops[id].kind == OpKind::For && llvm::is_contained(f.blocks[inner].arguments, argument))
        return &f.ops[id];
      if (const Op *loop = loopThatCarries(f, inner, argument))
        return loop;
    }
  return nullptr;
}

/// It was made narrower, is a part of something wider, or comes of such by moving lanes and by logic, in loops and
/// branches, too: all that a compiler does to one lane as well.
bool comesOfNarrowed(const Function &f, ValueId v) {
  llvm::SmallSetVector<ValueId, 16> all; // several ops may share an operand
  all.insert(v);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto follow = [&](llvm::ArrayRef<ValueId> values) { all.insert(values.begin(), values.end()); };
    const Op *op = f.definitionOf(all[i]);
    if (!op) {
      if (const Op *loop = loopThatCarries(f, f.body, all[i]))
        follow(yieldedTo(f, *loop, all[i]));
      continue;
    }
    switch (op->kind) {
    case OpKind::For:
    case OpKind::If:
      follow(yieldedTo(f, *op, all[i]));
      break;
    case OpKind::Cast:
    case OpKind::Bitcast: {
      const ScalarType from = f.typeOf(op->operands[0]).element, to = f.typeOf(all[i]).element;
      if (bitsOf(from) > bitsOf(to) && (op->kind == OpKind::Bitcast || isInteger(from)))
        return true;
      if (op->kind == OpKind::Cast)
        break;
      [[fallthrough]];
    }
    case OpKind::Shuffle:
    case OpKind::Reverse:
    case OpKind::ExtractSlice:
    case OpKind::And:
    case OpKind::Or:
    case OpKind::Xor:
    case OpKind::Select:
      for (ValueId operand : op->operands)
        if (isInteger(f.typeOf(operand).element))
          all.insert(operand);
      break;
    default:
      break;
    }
  }
  return false;
}

/// A store by a predicate of what was made narrower.
bool storesNarrowed(const Function &f, const Op &op) {
  return op.kind == OpKind::MaskedStore && f.typeOf(maskOf(op, f)).element == ScalarType::I1 &&
         comesOfNarrowed(f, op.operands[0]) && mayBeOneLane(f, maskOf(op, f));
}

/// A store by a predicate of what is a part of another register, however its lanes are seen.
bool storesPart(const Function &f, const Op &op) {
  if (op.kind != OpKind::MaskedStore || f.typeOf(maskOf(op, f)).element != ScalarType::I1)
    return false;
  const Op *stored = f.definitionOf(op.operands[0]);
  while (stored && stored->kind == OpKind::Bitcast)
    stored = f.definitionOf(stored->operands[0]);
  return stored && (stored->kind == OpKind::ExtractSlice || stored->kind == OpKind::Gather);
}

/// Eight products of 32 bits of which one factor was a byte.
bool multipliesBytes(const Function &f, const Op &op) {
  if (op.kind != OpKind::Mul)
    return false;
  const VectorType &type = f.typeOf(op.results[0]);
  if (type.lanes() != 8 || bitsOf(type.element) != 32 || !isInteger(type.element))
    return false;
  return llvm::any_of(op.operands, [&](ValueId v) {
    const Op *cast = definedBy(f, v, OpKind::Cast);
    return cast && bitsOf(f.typeOf(cast->operands[0]).element) == 8;
  });
}

/// The values that are computed once and summed up, not in a loop that may run more often.
std::set<ValueId> onceSummedUp(const Function &f, BlockId block) {
  std::set<ValueId> products;
  for (OpId id : f.blocks[block].ops) {
    const Op &op = f.ops[id];
    if (multipliesBytes(f, op))
      products.insert(op.results[0]);
    const auto constant = [&](unsigned i) {
      const Op *bound = f.definitionOf(op.operands[i]);
      return bound && bound->kind == OpKind::IndexValue ? bound->index.asConstant() : std::nullopt;
    };
    if (op.kind == OpKind::For) {
      const std::optional<int64_t> from = constant(0), to = constant(1), step = constant(2);
      if (!from || !to || !step || *to - *from > *step)
        continue;
    }
    for (BlockId inner : op.blocks)
      products.merge(onceSummedUp(f, inner));
  }
  return products;
}

/// Predicates that scalars may come to hold, beside a register of their own: those that are used more than once, or
/// together with a condition for all lanes.
std::vector<bool> heldTwice(const Function &f) {
  std::vector<bool> isUsed(f.values.size()), isHeld(f.values.size());
  for (const Op &op : f.ops) {
    const bool isWithScalar = !op.results.empty() && f.typeOf(op.results[0]).element == ScalarType::I1 &&
                              llvm::any_of(op.operands, [&](ValueId v) { return definedBy(f, v, OpKind::Broadcast); });
    forEachUse(op, [&](ValueId v) {
      isHeld[v] = isHeld[v] || isUsed[v] || isWithScalar;
      isUsed[v] = true;
    });
  }
  return isHeld;
}

/// Which operand makes it a question for the signs of the other one's lanes.
std::optional<unsigned> boundOfSigns(const Function &f, const Op &op) {
  if (!isComparison(op.kind) || f.typeOf(op.results[0]).element != ScalarType::I1)
    return std::nullopt;
  const OpKind kind = op.kind == OpKind::CompareWhere ? compareOf(Relation(op.ints[0])) : op.kind;
  const VectorType &type = f.typeOf(op.operands[0]);
  if (type.isScalar() || !isInteger(type.element) || !isSignedInteger(type.element) || type.bits() > 256)
    return std::nullopt;
  // x < 0 and x >= 0, x > -1 and x <= -1, and the same turned around.
  const bool splitsBelow = kind == OpKind::CmpLt || kind == OpKind::CmpGe;
  const bool splitsAbove = kind == OpKind::CmpGt || kind == OpKind::CmpLe;
  for (unsigned o : {1, 0}) {
    const std::optional<int64_t> bound = splatInt(f, op.operands[o]);
    if (bound == (o == 1 ? 0 : -1) ? splitsBelow : bound == (o == 1 ? -1 : 0) && splitsAbove)
      return o;
  }
  return std::nullopt;
}

bool isConvertedInteger(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  return op && op->kind == OpKind::Cast && isFloat(f.typeOf(v).element) && isInteger(f.typeOf(op->operands[0]).element);
}

bool storesScalar(const Function &f, const Op &op) {
  return op.kind == OpKind::TransferWrite && f.typeOf(op.operands[0]).isScalar() && op.mem.indirectSubs.empty();
}

/// A loop as far as constants tell.
struct KnownLoop {
  SymbolId counter;
  int64_t step;
  std::optional<int64_t> length; ///< from its first to behind its last counter
};

std::optional<KnownLoop> knownLoop(const Function &f, const Op &loop) {
  const auto index = [&](unsigned operand) {
    const Op *op = definedBy(f, loop.operands[operand], OpKind::IndexValue);
    return op ? std::optional(op->index) : std::nullopt;
  };
  const std::optional<IndexExpr> lower = index(0), upper = index(1), step = index(2);
  const std::optional<int64_t> by = step ? step->asConstant() : std::nullopt;
  if (!by)
    return std::nullopt;
  return KnownLoop{f.blocks[loop.blocks[0]].arguments[0], *by,
                   lower && upper ? (*upper - *lower).asConstant() : std::nullopt};
}

/// In another iteration of the loop one store is where the other one is in this.
bool meetsLater(const Function &f, const Op &a, const Op &b, const KnownLoop &loop) {
  if (a.mem.pattern != b.mem.pattern || a.mem.subs.size() != b.mem.subs.size())
    return false;
  for (size_t s = 0; s < a.mem.subs.size(); ++s)
    if (!a.mem.subs[s].uses(loop.counter) && a.mem.subs[s] != b.mem.subs[s])
      return false; // another row
  const IndexExpr place = f.byteAddress(a.mem);
  const std::optional<int64_t> apart = (place - f.byteAddress(b.mem)).asConstant();
  const std::optional<int64_t> slope =
      place.degreeIn(loop.counter) == 1 ? place.coefficientOf(loop.counter).asConstant() : std::nullopt;
  if (!apart || !slope || *apart == 0 || *apart % (*slope * loop.step) != 0)
    return false;
  return !loop.length || std::abs(*apart / *slope) < *loop.length;
}

/// Two of the loop's own stores of scalars meet in different iterations.
bool storesAgainLater(const Function &f, const Op &loop) {
  llvm::SmallVector<const Op *, 16> stores;
  for (OpId id : f.blocks[loop.blocks[0]].ops)
    if (storesScalar(f, f.ops[id]))
      stores.push_back(&f.ops[id]);
  const std::optional<KnownLoop> known = stores.size() > 1 ? knownLoop(f, loop) : std::nullopt;
  return known && llvm::any_of(stores, [&](const Op *a) {
           return llvm::any_of(stores, [&](const Op *b) { return a != b && meetsLater(f, *a, *b, *known); });
         });
}

} // namespace

llvm::Expected<Function> fenceFaults(const Function &f, const Target &target, const LowerOptions &) {
  const MaskedAccesses accesses(f);
  const std::vector<bool> isOnlyStored = onlyStored(f);
  Function result = f;
  std::set<ValueId> fenced;
  if (llvm::any_of(f.ops, [](const Op &op) { return op.kind == OpKind::Reduce; }) && target.fence != "+w")
    fenced = onceSummedUp(f, f.body);
  const std::vector<bool> isHeldTwice = heldTwice(f);
  std::map<BlockId, std::pair<SymbolId, ValueId>> counters; ///< and what they are to the next compiler
  for (const Op &op : f.ops)
    if (op.kind == OpKind::For && !target.aie && storesAgainLater(f, op))
      counters[op.blocks[0]] = {f.blocks[op.blocks[0]].arguments[0], NoValue};
  std::vector<BlockId> blockOf(f.ops.size(), 0);
  for (const auto &[block, counter] : counters)
    for (OpId id : f.blocks[block].ops)
      blockOf[id] = block;
  BlockEditor editor(result);
  auto fenceOperand = [&](OpId id, unsigned which = 0) {
    const ValueId operand = result.ops[id].operands[which];
    return editor.insert(OpKind::FpFence, result.typeOf(operand), {operand}, result.values[operand].name);
  };
  editor.run([&](OpId id) {
    const Op &op = f.ops[id]; // `result` is not whole yet
    if (const auto counter = counters.find(blockOf[id]); counter != counters.end() && storesScalar(f, op)) {
      auto &[symbol, opaque] = counter->second;
      if (opaque == NoValue)
        opaque = editor.insert(OpKind::FpFence, f.typeOf(symbol), {symbol}, f.values[symbol].name);
      for (IndexExpr &sub : result.ops[id].mem.subs)
        sub = sub.substitute(symbol, IndexExpr::symbol(opaque));
    }
    if (storesPart(f, op) || storesNarrowed(f, op)) {
      const ValueId stored = fenceOperand(id);
      result.ops[id].operands[0] = stored;
    } else if (const std::optional<unsigned> bound = boundOfSigns(f, op); bound && isHeldTwice[op.results[0]]) {
      const ValueId kept = fenceOperand(id, *bound);
      result.ops[id].operands[*bound] = kept;
    } else if (op.kind == OpKind::MaskedLoad && accesses.mayBeTakenForAnother(id)) {
      fenced.insert(op.results[0]);
    } else if ((op.kind == OpKind::CMin || op.kind == OpKind::CMax) && target.fence == "+w") {
      for (ValueId operand : op.operands)
        if (isConvertedInteger(f, operand))
          fenced.insert(operand);
    } else if (shufflesOne(f, op)) {
      if (!isLoaded(f, op.operands[0])) {
        const ValueId shuffled = fenceOperand(id);
        result.ops[id].operands = {shuffled, shuffled};
      }
      if (!isOnlyStored[op.results[0]])
        fenced.insert(op.results[0]);
    }
  });
  fence(result, fenced);
  return result;
}

} // namespace vecify
