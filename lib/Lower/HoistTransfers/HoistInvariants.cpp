// Step: ops whose operands do not change in a loop move in front of it.
//
//     for %i { %c = constant 2; %v = broadcast %a; ... }   ->   %c = ..; %v = ..;  for %i { ... }
//
// Only ops without effect and without traps; a scalar division may trap where C does not divide.
#include "DropCarried.h"
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

static bool mayTrap(const Function &f, const Op &op) {
  return (op.kind == OpKind::Div || op.kind == OpKind::Rem) && f.typeOf(op.results[0]).isScalar() &&
         isInteger(f.typeOf(op.results[0]).element) && !splatInt(f, op.operands[1]).value_or(0);
}

namespace {

class InvariantMotion {
public:
  explicit InvariantMotion(Function &function) : F(function), Depth(function.values.size()) {}

  void run() { visit(F.body, 0, false); }

private:
  /// Takes what it can out of `block`, whose values have `depth`, and returns it in order for the parent. Out of a
  /// branch only splats go, which other blocks are likely to share.
  std::vector<OpId> visit(BlockId block, unsigned depth, bool isBranch) {
    for (ValueId argument : F.blocks[block].arguments)
      Depth[argument] = depth;
    std::vector<OpId> kept, hoisted;
    std::vector<OpId> ops = std::move(F.blocks[block].ops);
    for (OpId id : ops)
      place(id, depth, isBranch, kept, hoisted);
    F.blocks[block].ops = std::move(kept);
    return hoisted;
  }

  static bool isSplat(OpKind kind) {
    return kind == OpKind::Constant || kind == OpKind::Broadcast || kind == OpKind::Iota || kind == OpKind::Cast;
  }

  void place(OpId id, unsigned depth, bool isBranch, std::vector<OpId> &kept, std::vector<OpId> &hoisted) {
    if (F.ops[id].kind == OpKind::Launch) {
      // What a kernel computes from its parameters, it computes itself.
      const BlockId body = F.ops[id].blocks[0];
      std::vector<OpId> first = visit(body, depth + 1, false);
      F.blocks[body].ops.insert(F.blocks[body].ops.begin(), first.begin(), first.end());
      kept.push_back(id);
      return;
    }
    if (classOf(F.ops[id].kind) == OpClass::Control) {
      // What comes out of an inner block may go further out.
      for (BlockId inner : F.ops[id].blocks)
        for (OpId moved : visit(inner, depth + 1, F.ops[id].kind == OpKind::If))
          place(moved, depth, isBranch, kept, hoisted);
      for (ValueId result : F.ops[id].results)
        Depth[result] = depth;
      kept.push_back(id);
      return;
    }
    unsigned needed = 0;
    forEachUse(F.ops[id], [&](ValueId v) { needed = std::max(needed, Depth[v]); });
    bool moves = depth > 0 && needed < depth && isPure(F.ops[id]) && !mayTrap(F, F.ops[id]) &&
                 (!isBranch || isSplat(F.ops[id].kind));
    for (ValueId result : F.ops[id].results)
      Depth[result] = moves ? depth - 1 : depth;
    (moves ? hoisted : kept).push_back(id);
  }

  Function &F;
  /// Nesting depth of the block that defines each value.
  std::vector<unsigned> Depth;
};

} // namespace

llvm::Expected<Function> hoistInvariants(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  dropCarried(result);
  InvariantMotion(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
