// In-place editing of a function: new ops before an op, ops dropped, values replaced.
//
// For steps that keep the shape of the code. Ids stay valid; the step returns the edited copy.
#pragma once
#include "Match.h"
#include <map>
#include <set>

namespace vecify {

/// Visits the ops of a block in order and rewrites its op list.
class BlockEditor {
public:
  BlockEditor(Function &function) : F(function) {}
  Function &function() { return F; }
  /// Calls `visit` for every op of every block; nested blocks are blocks of their own, visited when they come up.
  void run(llvm::function_ref<void(OpId)> visit);
  /// Before the op that is visited now; takes its location and flags unless the op has its own.
  ValueId insert(Op op, VectorType type, llvm::StringRef name = "");
  ValueId insert(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name = "");
  /// After the op that is visited now.
  ValueId insertAfter(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::StringRef name = "");
  /// The op that is visited now disappears.
  void drop() { Dropped = true; }

private:
  ValueId make(Op op, VectorType type, llvm::StringRef name, std::vector<OpId> &where);
  Function &F;
  std::vector<OpId> Before, After;
  OpId Current = 0;
  bool Dropped = false;
};

/// Every use of a key is one of what it is replaced by.
void replaceUses(Function &function, const std::map<ValueId, ValueId> &replaced);

/// The next compiler must keep these values in registers: all that uses one uses a fence right behind it.
void fence(Function &function, const std::set<ValueId> &values);

} // namespace vecify
