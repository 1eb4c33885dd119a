// Carried values that a loop never changes, and results on which both branches agree.
//
//     %r = for .. carry(%s = %z) { ... yield %s }     ->   %z, inside and outside
#include "DropCarried.h"
#include "Match.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class Dropping {
public:
  explicit Dropping(Function &function) : F(function), Representative(function.values.size()) {
    for (ValueId v = 0; v < Representative.size(); ++v)
      Representative[v] = v;
  }

  bool run() {
    visit(F.body);
    if (Changed)
      replaceUses(F, [&](ValueId v) { return find(v); });
    return Changed;
  }

private:
  ValueId find(ValueId v) const {
    while (Representative[v] != v)
      v = Representative[v];
    return v;
  }

  void visit(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      for (BlockId inner : F.ops[id].blocks)
        visit(inner);
      if (F.ops[id].kind == OpKind::For)
        dropCarried(F.ops[id]);
      if (F.ops[id].kind == OpKind::If)
        dropResults(F.ops[id]);
    }
  }

  void replace(ValueId v, ValueId by) {
    Representative[v] = by;
    Changed = true;
  }

  void dropCarried(Op &loop) {
    Block &body = F.blocks[loop.blocks[0]];
    Op &yield = F.ops[body.ops.back()];
    for (unsigned c = unsigned(loop.results.size()); c-- > unsigned(loop.mayStop);) {
      if (find(yield.operands[c]) != body.arguments[1 + c])
        continue;
      replace(body.arguments[1 + c], loop.operands[3 + c]);
      replace(loop.results[c], loop.operands[3 + c]);
      body.arguments.erase(body.arguments.begin() + 1 + c);
      loop.operands.erase(loop.operands.begin() + 3 + c);
      loop.results.erase(loop.results.begin() + c);
      yield.operands.erase(yield.operands.begin() + c);
    }
  }

  void dropResults(Op &branch) {
    Op &yes = F.ops[F.blocks[branch.blocks[0]].ops.back()], &no = F.ops[F.blocks[branch.blocks[1]].ops.back()];
    for (unsigned r = unsigned(branch.results.size()); r-- > 0;) {
      if (find(yes.operands[r]) != find(no.operands[r]))
        continue;
      replace(branch.results[r], yes.operands[r]);
      branch.results.erase(branch.results.begin() + r);
      yes.operands.erase(yes.operands.begin() + r);
      no.operands.erase(no.operands.begin() + r);
    }
  }

  Function &F;
  std::vector<ValueId> Representative;
  bool Changed = false;
};

} // namespace

void dropCarried(Function &function) {
  while (Dropping(function).run())
    ;
}

} // namespace vecify
