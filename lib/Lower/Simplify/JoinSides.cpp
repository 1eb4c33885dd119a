// Step: what both sides of a choice do alike is done once, on what they do it with.
//
//     c ? -((h - x) / q) : (x + h) / q     ->   t = ((c ? -x : x) + h) / q;  c ? -t : t
//
// Where one side takes the negation of what the other takes, the sign comes last. It is done where what is saved is
// clearly more than the choices that come instead.
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <set>

namespace vecify {

namespace {

/// In ops of one cycle; the part of a register does not matter here.
double effortOf(const Op &op) {
  switch (op.kind) {
  case OpKind::Constant:
  case OpKind::Broadcast:
  case OpKind::Iota:
  case OpKind::Cast:
  case OpKind::Bitcast:
    return 0;
  case OpKind::MathCall:
  case OpKind::Div:
  case OpKind::Rem:
    return 10;
  case OpKind::Sqrt:
    return 5;
  case OpKind::Mul:
    return 2;
  default:
    return 1;
  }
}

/// What a select between two values becomes.
struct Joined {
  enum { First, Choice, Alike, Negated } kind = Choice;
  ValueId a, b;
  llvm::SmallVector<unsigned, 3> parts; ///< Alike: the joined operands; Negated: what one side negates
  bool isFirstNegated = false;
  double cost = 0; ///< less what is saved if nothing else uses the ops of the sides
};

class Joining {
public:
  Joining(Function &function)
      : F(function), Uses(useCounts(function)), BlockOf(function.ops.size(), ~0u), E(function) {}

  void run() {
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      for (OpId id : F.blocks[b].ops)
        BlockOf[id] = b;
    E.run([&](OpId id) { visit(id); });
    if (!Replaced.empty())
      replaceUses(F, [&](ValueId v) { return renamed(v); });
  }

private:
  /// Sides that go on for longer do not look alike.
  static constexpr unsigned MaxDepth = 12, MaxParts = 200;
  /// Ops saved by a choice that is worth it: with masks, the second of two alike may come for free.
  static constexpr double LeastSaving = 2;

  void visit(OpId id) {
    const Op op = F.ops[id];
    if (op.kind != OpKind::Select || F.typeOf(op.operands[0]).isScalar())
      return;
    Plan.clear();
    Known.clear();
    Condition = op.operands[0];
    Here = BlockOf[id];
    const unsigned root = join(op.operands[1], op.operands[2], MaxDepth);
    if (Plan[root].kind == Joined::Choice || Plan[root].kind == Joined::First || saving(op, root) < LeastSaving)
      return;
    Made.assign(Plan.size(), NoValue);
    Replaced[op.results[0]] = make(root, F.values[op.results[0]].name);
  }

  ValueId renamed(ValueId v) const {
    while (Replaced.count(v))
      v = Replaced.lookup(v);
    return v;
  }

  /// The op behind `v`, if it stands in the block of the choice and may be done for both sides at once.
  const Op *sideOp(ValueId v) const {
    const Op *op = F.definitionOf(v);
    return op && op->id < BlockOf.size() && BlockOf[op->id] == Here && op->results.size() == 1 ? op : nullptr;
  }

  /// What `v` is in the lanes where the condition is `isTrue`.
  ValueId where(bool isTrue, ValueId v) const {
    const Op *both = definedBy(F, v, OpKind::And);
    if (!both)
      return v;
    for (unsigned i : {0u, 1u}) {
      const Op *no = definedBy(F, both->operands[i], OpKind::Not);
      if (isTrue ? both->operands[i] == Condition : no && no->operands[0] == Condition)
        return where(isTrue, both->operands[1 - i]);
    }
    return v;
  }

  bool isCommutative(const Op &op) const {
    static constexpr OpKind kinds[] = {OpKind::Add, OpKind::Mul, OpKind::And, OpKind::Or,
                                       OpKind::Xor, OpKind::Min, OpKind::Max};
    return isInteger(F.typeOf(op.operands[0]).element) && llvm::is_contained(kinds, op.kind);
  }

  std::optional<ValueId> negated(ValueId v) const {
    const Op *op = sideOp(v);
    if (op && op->kind == OpKind::Neg)
      return op->operands[0];
    if (op && op->kind == OpKind::Sub && splatInt(F, op->operands[0]) == 0)
      return op->operands[1];
    return std::nullopt;
  }

  /// The cheapest form of `a` where the condition is true, else `b`: its place in Plan.
  unsigned join(ValueId a, ValueId b, unsigned depth) {
    if (F.typeOf(a).element == ScalarType::I1) {
      a = where(true, a);
      b = where(false, b);
    }
    if (const auto known = Known.find({a, b}); known != Known.end())
      return known->second;
    Joined best;
    best.a = a;
    best.b = b;
    const std::optional<int64_t> intA = splatInt(F, a);
    if (a == b || (intA && intA == splatInt(F, b))) {
      best.kind = Joined::First;
    } else {
      best.cost = F.typeOf(a).element == ScalarType::I1 ? 3 : 1;
      if (depth > 0 && Plan.size() < MaxParts) {
        alike(best, depth - 1);
        oneNegated(best, depth - 1);
      }
    }
    Plan.push_back(best);
    return Known[{a, b}] = Plan.size() - 1;
  }

  /// Parts count once, however many ops they serve.
  double costOf(unsigned part, size_t planned) const { return part < planned ? 0 : Plan[part].cost; }

  void alike(Joined &best, unsigned depth) {
    const Op *a = sideOp(best.a), *b = sideOp(best.b);
    if (!a || !b || !isPure(*a) || !(isLaneByLane(a->kind) || a->kind == OpKind::Cast || a->kind == OpKind::MathCall) ||
        F.typeOf(best.a).isScalar() || !areMadeAlike(F, {best.a, best.b}) || a->function != b->function)
      return;
    const llvm::SmallVector<ValueId, 3> ofA = a->operands;
    llvm::SmallVector<ValueId, 3> ofB = b->operands;
    if (isCommutative(*a) && (ofA[0] == ofB[1] || ofA[1] == ofB[0]))
      std::swap(ofB[0], ofB[1]);
    Joined result = best;
    result.kind = Joined::Alike;
    result.cost = -effortOf(*a);
    for (unsigned i = 0; i < ofA.size(); ++i) {
      const size_t planned = Plan.size();
      result.parts.push_back(join(ofA[i], ofB[i], depth));
      result.cost += costOf(result.parts.back(), planned);
    }
    if (result.cost < best.cost)
      best = result;
  }

  void oneNegated(Joined &best, unsigned depth) {
    const std::optional<ValueId> a = negated(best.a), b = negated(best.b);
    if (a.has_value() == b.has_value())
      return;
    Joined result = best;
    result.kind = Joined::Negated;
    result.isFirstNegated = a.has_value();
    const size_t planned = Plan.size();
    result.parts.push_back(a ? join(*a, best.b, depth) : join(best.a, *b, depth));
    result.cost = 1 + costOf(result.parts[0], planned);
    if (result.cost < best.cost)
      best = result;
  }

  /// Effort of what dies with the select less that of what comes instead.
  double saving(const Op &select, unsigned root) {
    double made = 0;
    llvm::DenseMap<ValueId, int> uses; // changes
    std::set<unsigned> seen;
    const auto count = [&](auto &self, unsigned part) -> void {
      if (!seen.insert(part).second)
        return;
      const Joined &joined = Plan[part];
      const bool isTruth = F.typeOf(joined.a).element == ScalarType::I1;
      for (unsigned inner : joined.parts) {
        self(self, inner);
        if (Plan[inner].kind == Joined::First)
          ++uses[Plan[inner].a];
      }
      switch (joined.kind) {
      case Joined::First:
        return;
      case Joined::Choice:
        ++uses[joined.a];
        ++uses[joined.b];
        ++uses[Condition];
        made += isTruth ? 3 : 1;
        return;
      case Joined::Alike:
        made += effortOf(*F.definitionOf(joined.a));
        return;
      case Joined::Negated:
        ++uses[Condition];
        made += 2;
        return;
      }
    };
    count(count, root);
    double saved = 0;
    const auto die = [&](auto &self, const Op &op) -> void {
      saved += effortOf(op);
      for (ValueId operand : op.operands)
        if (int(Uses[operand]) + --uses[operand] == 0)
          if (const Op *inner = sideOp(operand); inner && isPure(*inner))
            self(self, *inner);
    };
    die(die, select);
    return saved - made;
  }

  ValueId make(unsigned part, llvm::StringRef name) {
    if (Made[part] != NoValue)
      return Made[part];
    const Joined joined = Plan[part];
    const VectorType type = F.typeOf(joined.a);
    switch (joined.kind) {
    case Joined::First:
      return Made[part] = renamed(joined.a);
    case Joined::Choice:
      return Made[part] = E.insert(OpKind::Select, type, {Condition, renamed(joined.a), renamed(joined.b)}, name);
    case Joined::Alike: {
      const Op *b = F.definitionOf(joined.b);
      Op op = *F.definitionOf(joined.a);
      op.noWrap &= b->noWrap;
      for (unsigned i = 0; i < joined.parts.size(); ++i)
        op.operands[i] = make(joined.parts[i], "");
      return Made[part] = E.insert(std::move(op), type, F.values[joined.a].name);
    }
    case Joined::Negated: {
      const ValueId rest = make(joined.parts[0], "");
      const ValueId opposite = E.insert(OpKind::Neg, type, {rest});
      return Made[part] = E.insert(
                 OpKind::Select, type,
                 {Condition, joined.isFirstNegated ? opposite : rest, joined.isFirstNegated ? rest : opposite}, name);
    }
    }
    llvm_unreachable("all kinds are handled");
  }

  Function &F;
  const std::vector<unsigned> Uses;
  std::vector<BlockId> BlockOf; ///< of the ops that were there at first
  BlockEditor E;
  /// Of the select at hand.
  std::vector<Joined> Plan;
  std::map<std::pair<ValueId, ValueId>, unsigned> Known;
  ValueId Condition = NoValue;
  BlockId Here = 0;
  std::vector<ValueId> Made;
  llvm::DenseMap<ValueId, ValueId> Replaced;
};

} // namespace

llvm::Expected<Function> joinSides(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  Joining(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
