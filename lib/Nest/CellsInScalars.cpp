// See CellsInScalars.h.
#include "vecify/Nest/CellsInScalars.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Mover {
public:
  explicit Mover(const Nest &nest) : R(nest) {}

  std::optional<Nest> run() {
    bool moved = false;
    for (LoopId loop = 1; loop < R.loops.size(); ++loop)
      // Where it does not run at all, C does not touch the cell: tiles ask for that on entry.
      if (R.isOverParams(R.tripCount(loop)))
        for (const CellReduction &cell : cellReductions(R, loop))
          moved |= move(cell, loop);
    return moved ? std::optional(std::move(R)) : std::nullopt;
  }

private:
  bool move(const CellReduction &cell, LoopId loop) {
    const auto first = [&](bool isWrite) {
      const auto at = llvm::find_if(cell.accesses, [&](AccessId a) { return R.accesses[a].isWrite == isWrite; });
      return at == cell.accesses.end() ? NoId : *at;
    };
    const AccessId read = first(false), write = first(true);
    if (!cell.facts.mayReassociate || cell.facts.isConditional || read == NoId || write == NoId)
      return false;
    const NodeId node = R.loops[loop].node;
    std::vector<NodeId> *const body = bodyWith(node);
    if (!body)
      return false;
    const auto isOfCell = [&](AccessId a) { return a != NoId && llvm::is_contained(cell.accesses, a); };
    const Access &access = R.accesses[write];
    Local local;
    local.name = R.arrays[access.array].name + "_sum";
    local.type = access.type;
    local.scope = R.loops[loop].parent;
    local.loc = access.loc;
    if (access.promisedKind) {
      local.promisedReduction = true;
      local.promisedKind = *access.promisedKind;
    }
    const auto id = LocalId(R.locals.size());
    R.locals.push_back(std::move(local));
    for (Expr &e : R.exprs)
      if (e.kind == Expr::Load && isOfCell(e.access)) {
        e.kind = Expr::Local;
        e.access = NoId;
        e.local = id;
      }
    for (Node &n : R.nodes)
      if (n.kind == Node::Assign && isOfCell(n.access)) {
        n.access = NoId;
        n.local = id;
      }
    R.inScalars.push_back(R.accesses[write].array);
    const ScalarType type = R.locals[id].type;
    Expr load, sum;
    load.kind = Expr::Load;
    load.access = read;
    sum.kind = Expr::Local;
    sum.local = id;
    load.type = sum.type = type;
    load.loc = sum.loc = R.locals[id].loc;
    Node before, behind;
    before.loc = behind.loc = R.locals[id].loc;
    before.local = id;
    before.value = R.add(std::move(load));
    behind.access = write;
    behind.value = R.add(std::move(sum));
    const NodeId begin = R.add(std::move(before)), last = R.add(std::move(behind));
    std::vector<NodeId> &around = *bodyWith(node); // nodes have moved
    auto at = llvm::find(around, node);
    at = around.insert(at, begin);
    around.insert(at + 2, last);
    return true;
  }

  /// The statements among which the node stands.
  std::vector<NodeId> *bodyWith(NodeId node) {
    for (Node &n : R.nodes)
      for (std::vector<NodeId> *body : {&n.body, &n.elseBody})
        if (llvm::is_contained(*body, node))
          return body;
    return nullptr;
  }

  Nest R;
};

} // namespace

std::optional<Nest> cellsInScalars(const Nest &nest) { return Mover(nest).run(); }

} // namespace vecify
