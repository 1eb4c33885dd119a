// See SumPairs.h.
//
//     %p = mul %a, %b : 32xi32             %m = mul_add_pairs (i16)%a, (i16)%b : 16xi32
//     %s = add %acc, %p : 32xi32     ->    %p = concat %m, 0 : 32xi32
//                                          %s = add %acc, %p : 32xi32
//
// The lanes of %s are not what they were, but their sum is. That is allowed where nothing but the sum of its lanes is
// ever used: in additions of such values, around loops, and in the final reduction. The lanes that get 0 cost nothing
// once registers are made of them.
#include "SumPairs.h"
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"

namespace vecify {

namespace {

/// Which values matter only by the sum of their lanes: the largest set that is closed under use.
class SumOnly {
public:
  explicit SumOnly(const Function &function) : F(function), Users(function.values.size()), Is(function.values.size()) {
    for (OpId id = 0; id < F.ops.size(); ++id) {
      for (ValueId operand : F.ops[id].operands)
        Users[operand].push_back(id);
      for (BlockId block : F.ops[id].blocks)
        if (!F.blocks[block].ops.empty())
          Owner[F.blocks[block].ops.back()] = id;
    }
    for (ValueId v = 0; v < Is.size(); ++v) {
      const VectorType &type = F.typeOf(v);
      Is[v] = type.rank() == 1 && isInteger(type.element) && bitsOf(type.element) == 32;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (ValueId v = 0; v < Is.size(); ++v)
        if (Is[v] && !llvm::all_of(Users[v], [&](OpId user) { return sums(F.ops[user], user, v); })) {
          Is[v] = false;
          changed = true;
        }
    }
  }
  bool operator()(ValueId v) const { return Is[v]; }

private:
  bool sums(const Op &user, OpId id, ValueId v) const {
    switch (user.kind) {
    case OpKind::Add:
      return Is[user.results[0]];
    case OpKind::Reduce:
      return user.combine == ReductionKind::Add;
    case OpKind::ExtractSlice:
      return isHalved(v);
    case OpKind::For:
      for (unsigned c = 0; c < user.results.size(); ++c)
        if (user.operands[3 + c] == v && !(Is[F.blocks[user.blocks[0]].arguments[1 + c]] && Is[user.results[c]]))
          return false;
      return !llvm::is_contained(llvm::ArrayRef(user.operands).take_front(3), v);
    case OpKind::Yield: {
      const Op &control = F.ops[Owner.at(id)];
      for (unsigned i = 0; i < user.operands.size(); ++i)
        if (user.operands[i] == v &&
            !(Is[control.results[i]] &&
              (control.kind != OpKind::For || Is[F.blocks[control.blocks[0]].arguments[1 + i]])))
          return false;
      return true;
    }
    default:
      return false;
    }
  }

  /// Its two halves are taken apart and added up, and nothing else is done with them.
  bool isHalved(ValueId v) const {
    if (Users[v].size() != 2)
      return false;
    const Op &a = F.ops[Users[v][0]], &b = F.ops[Users[v][1]];
    int64_t half = F.typeOf(v).lanes() / 2;
    auto isHalf = [&](const Op &op, int64_t offset) {
      return op.kind == OpKind::ExtractSlice && op.ints[0] == offset && F.typeOf(op.results[0]).lanes() == half &&
             Users[op.results[0]].size() == 1;
    };
    if (!(isHalf(a, 0) && isHalf(b, half)) && !(isHalf(b, 0) && isHalf(a, half)))
      return false;
    OpId sum = Users[a.results[0]][0];
    return Users[b.results[0]][0] == sum && F.ops[sum].kind == OpKind::Add && Is[F.ops[sum].results[0]];
  }

  const Function &F;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  std::map<OpId, OpId> Owner;
  std::vector<bool> Is;
};

class PairSums {
public:
  PairSums(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options), Ranges(source), Sums(source) {
    for (const Op &op : S.ops)
      if (op.kind == OpKind::Add && Sums(op.results[0]))
        for (ValueId addend : op.operands)
          consider(addend);
  }
  bool hasWork() const { return !Addends.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.results.size() != 1 || !Addends.count(op.results[0]))
      return false;
    ValueId result = op.results[0];
    if (op.kind == OpKind::Mul) {
      rewriter.map(result, summed(op, rewriter.mapped(op.operands[0]), rewriter.mapped(op.operands[1]), rewriter));
      return true;
    }
    rewriter.copy(op);
    Builder &b = rewriter.builder();
    ValueId one = b.constant(S.typeOf(result).withElement(ScalarType::I16), 1);
    rewriter.map(result, summed(op, rewriter.mapped(result), one, rewriter));
    return true;
  }

private:
  bool fits16(ValueId v) { return Ranges[v].fits(ScalarType::I16); }

  /// Products of 16-bit values, and 16-bit values themselves, that are added up.
  void consider(ValueId v) {
    const Op *op = S.definitionOf(v);
    if (!op || !Sums(v) || S.typeOf(v).lanes() % 2 || op->kind == OpKind::Constant || op->kind == OpKind::Concat)
      return;
    int64_t lanes = nativeLanes(T, O, ScalarType::I16, S.typeOf(v).lanes());
    if (!T.find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, lanes / 2))
      return;
    bool isProduct = op->kind == OpKind::Mul && fits16(op->operands[0]) && fits16(op->operands[1]);
    if (isProduct || (fits16(v) && op->kind != OpKind::ExtractSlice))
      Addends.insert(v);
  }

  /// a[2l] * b[2l] + a[2l+1] * b[2l+1] in the lower half, 0 in the upper one.
  ValueId summed(const Op &op, ValueId a, ValueId c, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const VectorType type = S.typeOf(op.results[0]);
    const std::string &name = S.values[op.results[0]].name;
    VectorType half = VectorType::vector(type.lanes() / 2, ScalarType::I32);
    auto narrow = [&](ValueId v) {
      const std::string hint = f.values[v].name;
      return f.typeOf(v).element == ScalarType::I16
                 ? v
                 : b.create(OpKind::Cast, type.withElement(ScalarType::I16), {v}, hint);
    };
    ValueId x = narrow(a), y = narrow(c);
    ValueId sums = b.create(OpKind::MulAddPairs, half, {x, y}, name);
    ValueId zero = b.constant(half, 0);
    ValueId both = b.create(OpKind::Concat, type.withElement(ScalarType::I32), {sums, zero}, name);
    return type.element == ScalarType::I32 ? both : b.create(OpKind::Bitcast, type, {both}, name);
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  RangeTable Ranges;
  SumOnly Sums;
  std::set<ValueId> Addends;
};

} // namespace

Function sumPairs(const Function &function, const Target &target, const LowerOptions &options) {
  PairSums step(function, target, options);
  if (!step.hasWork())
    return function;
  Rewriter rewriter(function);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
