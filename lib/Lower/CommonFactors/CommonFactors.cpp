// Step: what several terms of a sum are multiplied by is multiplied once.
//
//     a - 5*b + 20*c + 20*d - 5*e   ->   a + 20*(c + d) - 5*(b + e)
//
// Integers only: they wrap alike in any order. Filters are symmetric more often than not.
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// Added or subtracted: `value` times `factor`, a constant or the same in all lanes.
struct Term {
  ValueId value = NoValue;
  bool isNegative = false;
  int64_t constant = 1;
  ValueId factor = NoValue; ///< if it is no constant
  bool isCarried = false;   ///< by a loop, from one iteration to the next

  bool isAlone() const { return constant == 1 && factor == NoValue; }
  bool sharesFactor(const Term &other) const {
    return constant == other.constant && factor == other.factor && !isCarried && !other.isCarried;
  }
};

class Sums {
public:
  explicit Sums(const Function &function)
      : F(function), Uses(function.values.size(), 0), User(function.values.size(), 0),
        BlockOf(function.ops.size(), ~0u) {
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (OpId id : F.blocks[block].ops) {
        BlockOf[id] = block;
        forEachUse(F.ops[id], [&](ValueId v) { ++Uses[v], User[v] = id; });
      }
  }

  /// A sum that is no part of another one.
  bool isWhole(OpId id) const {
    if (!isSum(id))
      return false;
    ValueId v = F.ops[id].results[0];
    while (Uses[v] == 1 && isOtherSign(User[v]) && BlockOf[User[v]] == BlockOf[id])
      v = F.ops[User[v]].results[0];
    return !(Uses[v] == 1 && isSum(User[v]) && BlockOf[User[v]] == BlockOf[id]);
  }

  std::vector<Term> termsOf(OpId id) const {
    std::vector<Term> terms;
    collect(F.ops[id], BlockOf[id], false, DeepestSum, terms);
    return terms;
  }

private:
  bool isSum(OpId id) const {
    const Op &op = F.ops[id];
    if (op.kind != OpKind::Add && op.kind != OpKind::Sub)
      return false;
    const VectorType &type = F.typeOf(op.results[0]);
    return !type.isScalar() && isInteger(type.element) && type.element != ScalarType::Index;
  }

  /// The same bits under the type of the other sign.
  bool isOtherSign(OpId id) const {
    const Op &op = F.ops[id];
    return op.kind == OpKind::Bitcast && F.typeOf(op.operands[0]).element != ScalarType::Index &&
           isInteger(F.typeOf(op.operands[0]).element) &&
           bitsOf(F.typeOf(op.operands[0]).element) == bitsOf(F.typeOf(op.results[0]).element);
  }

  /// The op that makes `v` for one user alone, in that block.
  OpId madeFor(ValueId v, BlockId block) const {
    const OpId id = Uses[v] == 1 ? F.values[v].definition : NoValue;
    return id != NoValue && BlockOf[id] == block ? id : NoValue;
  }

  /// `v` before its sign was changed.
  ValueId bitsBehind(ValueId v, BlockId block) const {
    for (OpId id = madeFor(v, block); id != NoValue && isOtherSign(id); id = madeFor(v, block))
      v = F.ops[id].operands[0];
    return v;
  }

  /// Sums below that many others are terms themselves.
  static constexpr unsigned DeepestSum = 64;

  void collect(const Op &sum, BlockId block, bool isNegative, unsigned depth, std::vector<Term> &terms) const {
    for (unsigned i : {0u, 1u}) {
      const bool isTaken = isNegative != (i == 1 && sum.kind == OpKind::Sub);
      const ValueId v = bitsBehind(sum.operands[i], block);
      if (const OpId part = madeFor(v, block); part != NoValue && isSum(part) && depth > 0)
        collect(F.ops[part], block, isTaken, depth - 1, terms);
      else
        terms.push_back(termOf(v, block, isTaken));
    }
  }

  Term termOf(ValueId v, BlockId block, bool isNegative) const {
    const OpId made = madeFor(v, block);
    if (made == NoValue)
      return {v, isNegative, 1, NoValue, F.values[v].definition == NoValue};
    const Op &op = F.ops[made];
    if (op.kind == OpKind::ShlImm)
      return {op.operands[0], isNegative, int64_t(1) << op.ints[0]};
    for (unsigned i : {1u, 0u}) {
      if (op.kind != OpKind::Mul)
        break;
      if (const std::optional<int64_t> constant = splatInt(F, op.operands[i]); constant && *constant != INT64_MIN)
        return {op.operands[1 - i], isNegative != (*constant < 0), std::abs(*constant)};
      if (splatOf(F, op.operands[i]))
        return {op.operands[1 - i], isNegative, 1, op.operands[i]};
    }
    return {v, isNegative};
  }

  const Function F; ///< as it was
  std::vector<unsigned> Uses;
  std::vector<OpId> User;
  std::vector<BlockId> BlockOf;
};

/// Terms of one factor: those that are added first, if there are any.
struct Group {
  std::vector<Term> terms;
  bool isNegative() const { return terms.front().isNegative; }
};

std::vector<Group> groupsOf(llvm::ArrayRef<Term> terms) {
  std::vector<Group> groups;
  for (const Term &term : terms) {
    const auto group = llvm::find_if(groups, [&](const Group &g) { return g.terms[0].sharesFactor(term); });
    if (group == groups.end())
      groups.push_back({{term}});
    else
      group->terms.push_back(term);
  }
  const auto isAdded = [](const Term &term) { return !term.isNegative; };
  for (Group &group : groups)
    std::stable_partition(group.terms.begin(), group.terms.end(), isAdded);
  std::stable_partition(groups.begin(), groups.end(), [](const Group &g) { return !g.isNegative(); });
  // The next iteration waits for what is carried to it.
  std::stable_partition(groups.begin(), groups.end(), [](const Group &g) { return !g.terms[0].isCarried; });
  return groups;
}

/// The group's sum, its sign aside, before the op that is visited now.
ValueId emitGroup(BlockEditor &editor, const Group &group, VectorType type, llvm::StringRef name) {
  const auto typed = [&](ValueId v) {
    return editor.function().typeOf(v) == type ? v : editor.insert(OpKind::Bitcast, type, {v}, name);
  };
  ValueId sum = typed(group.terms[0].value);
  for (const Term &term : llvm::drop_begin(group.terms)) {
    const OpKind kind = term.isNegative == group.isNegative() ? OpKind::Add : OpKind::Sub;
    sum = editor.insert(kind, type, {sum, typed(term.value)}, name);
  }
  const Term &first = group.terms[0];
  if (first.isAlone())
    return sum;
  if (first.factor != NoValue)
    return editor.insert(OpKind::Mul, type, {sum, typed(first.factor)}, name);
  if (const std::optional<unsigned> amount = log2Exact(first.constant)) {
    Op shift;
    shift.kind = OpKind::ShlImm;
    shift.operands = {sum};
    shift.ints = {*amount};
    return editor.insert(std::move(shift), type, name);
  }
  Op constant;
  constant.kind = OpKind::Constant;
  constant.intValue = wrapTo(type.element, first.constant);
  return editor.insert(OpKind::Mul, type, {sum, editor.insert(std::move(constant), type)}, name);
}

} // namespace

llvm::Expected<Function> commonFactors(const Function &f, const Target &, const LowerOptions &) {
  Function result = sweep(f);
  const Sums sums(result);
  std::map<ValueId, ValueId> replaced;
  BlockEditor editor(result);
  editor.run([&](OpId id) {
    if (!sums.isWhole(id))
      return;
    const std::vector<Group> groups = groupsOf(sums.termsOf(id));
    const auto isShared = [](const Group &g) { return g.terms.size() > 1 && !g.terms[0].isAlone(); };
    if (groups[0].isNegative() || llvm::none_of(groups, isShared))
      return;
    const ValueId whole = result.ops[id].results[0];
    const VectorType type = result.typeOf(whole);
    const std::string name = result.values[whole].name;
    ValueId sum = emitGroup(editor, groups[0], type, name);
    for (const Group &group : llvm::drop_begin(groups)) {
      const ValueId part = emitGroup(editor, group, type, name);
      sum = editor.insert(group.isNegative() ? OpKind::Sub : OpKind::Add, type, {sum, part}, name);
    }
    replaced[whole] = sum;
  });
  if (replaced.empty())
    return f;
  replaceUses(result, replaced);
  return sweep(result);
}

} // namespace vecify
