// In-place editing; see Edit.h.
#include "Edit.h"

namespace vecify {

void BlockEditor::run(llvm::function_ref<void(OpId)> visit) {
  for (BlockId b = 0; b < F.blocks.size(); ++b) {
    std::vector<OpId> old = std::move(F.blocks[b].ops), edited;
    edited.reserve(old.size() + 8);
    for (OpId id : old) {
      Before.clear();
      After.clear();
      Dropped = false;
      Current = id;
      visit(id);
      llvm::append_range(edited, Before);
      if (!Dropped)
        edited.push_back(id);
      llvm::append_range(edited, After);
    }
    F.blocks[b].ops = std::move(edited);
  }
}

ValueId BlockEditor::make(Op op, VectorType type, llvm::StringRef name, std::vector<OpId> &where) {
  ValueId result = F.addValue(std::move(type), name.str());
  op.results = {result};
  if (!op.loc.isValid())
    op.loc = F.ops[Current].loc;
  where.push_back(F.addOp(std::move(op)));
  return result;
}

ValueId BlockEditor::insert(Op op, VectorType type, llvm::StringRef name) {
  return make(std::move(op), std::move(type), name, Before);
}

ValueId BlockEditor::insert(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  op.fp = F.ops[Current].fp;
  return make(std::move(op), std::move(type), name, Before);
}

ValueId BlockEditor::insertAfter(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  op.fp = F.ops[Current].fp;
  return make(std::move(op), std::move(type), name, After);
}

void replaceUses(Function &function, const std::map<ValueId, ValueId> &replaced) {
  if (replaced.empty())
    return;
  replaceUses(function, [&](ValueId v) {
    const auto found = replaced.find(v);
    return found == replaced.end() ? v : found->second;
  });
}

void fence(Function &function, const std::set<ValueId> &values) {
  if (values.empty())
    return;
  std::map<ValueId, ValueId> fences;
  BlockEditor editor(function);
  editor.run([&](OpId id) {
    const auto results = function.ops[id].results;
    for (ValueId value : results)
      if (values.count(value))
        fences[value] =
            editor.insertAfter(OpKind::FpFence, function.typeOf(value), {value}, function.values[value].name);
  });
  replaceUses(function, fences);
  for (auto [value, fence] : fences)
    function.ops[function.values[fence].definition].operands[0] = value;
}

} // namespace vecify
