// Step: pure ops that are equal and visible become one.
//
//     %v = broadcast %a : 8xf32; ... %w = broadcast %a : 8xf32     ->   one %v
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/Hashing.h"
#include <unordered_map>

namespace vecify {

namespace {

using Key = std::vector<uint64_t>;

void addExpr(Key &key, const IndexExpr &expr) {
  key.push_back(expr.terms().size());
  for (const IndexExpr::Term &term : expr.terms()) {
    key.push_back(uint64_t(term.coefficient));
    key.push_back(term.symbols.size());
    key.insert(key.end(), term.symbols.begin(), term.symbols.end());
  }
}

/// All that distinguishes two pure ops.
Key keyOf(const Function &f, const Op &op) {
  Key key = {uint64_t(op.kind), uint64_t(op.combine), uint64_t(op.intValue), llvm::bit_cast<uint64_t>(op.fpValue),
             uint64_t(op.fp.contract | op.fp.reassoc << 1 | op.fp.nnan << 2 | op.fp.ninf << 3 | op.fp.nsz << 4)};
  for (ValueId result : op.results) {
    key.push_back(uint64_t(f.typeOf(result).element));
    key.insert(key.end(), f.typeOf(result).shape.begin(), f.typeOf(result).shape.end());
  }
  key.push_back(op.operands.size());
  key.insert(key.end(), op.operands.begin(), op.operands.end());
  key.push_back(op.ints.size());
  key.insert(key.end(), op.ints.begin(), op.ints.end());
  addExpr(key, op.index);
  key.push_back(uint64_t(op.function));
  return key;
}

struct KeyHash {
  size_t operator()(const Key &key) const { return llvm::hash_combine_range(key.begin(), key.end()); }
};

class Merging {
public:
  explicit Merging(Function &function) : F(function), Representative(function.values.size()) {
    for (ValueId v = 0; v < Representative.size(); ++v)
      Representative[v] = v;
  }

  void run() {
    visit(F.body);
    if (Changed)
      replaceUses(F, [&](ValueId v) { return Representative[v]; });
  }

private:
  void visit(BlockId block) {
    std::vector<const Key *> added;
    std::vector<OpId> kept;
    for (OpId id : F.blocks[block].ops) {
      Op &op = F.ops[id];
      rename(op);
      foldSelfComparison(op);
      for (BlockId inner : op.blocks)
        visit(inner);
      if (!isPure(op) || op.results.size() != 1 || op.kind == OpKind::Contract) {
        kept.push_back(id);
        continue;
      }
      auto [known, isNew] = Known.try_emplace(keyOf(F, op), op.results[0]);
      if (isNew) {
        added.push_back(&known->first);
        kept.push_back(id);
        continue;
      }
      Changed = true;
      Representative[op.results[0]] = known->second;
    }
    F.blocks[block].ops = std::move(kept);
    for (const Key *key : added)
      Known.erase(*key);
  }

  /// Operands to their representatives, so that equal chains meet.
  void rename(Op &op) {
    if (!Changed)
      return;
    for (ValueId &operand : op.operands)
      operand = Representative[operand];
    bool changes = llvm::any_of(op.index.symbols(), [&](SymbolId s) { return Representative[s] != s; });
    if (changes)
      op.index = op.index.renamed([&](SymbolId s) { return Representative[s]; });
  }

  /// x <= x, as loads that became one leave it, is true: compilers warn of it. Not on floats: x may be a NaN.
  void foldSelfComparison(Op &op) const {
    if (classOf(op.kind) != OpClass::Compare || op.operands[0] != op.operands[1])
      return;
    const VectorType &type = F.typeOf(op.operands[0]);
    if (!type.isScalar() || !isInteger(type.element))
      return;
    op.intValue = op.kind == OpKind::CmpEq || op.kind == OpKind::CmpLe || op.kind == OpKind::CmpGe;
    op.kind = OpKind::Constant;
    op.operands.clear();
  }

  Function &F;
  std::vector<ValueId> Representative;
  std::unordered_map<Key, ValueId, KeyHash> Known;
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> mergeEqual(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  Merging(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
