// The walk over the statement tree that numbers the phases.
#include "vecify/Nest/Occurrences.h"
#include "llvm/ADT/DenseSet.h"

namespace vecify {

llvm::SmallVector<AccessId, 4> readsOf(const Nest &nest, ExprId expr) {
  llvm::SmallVector<AccessId, 4> reads;
  llvm::SmallVector<ExprId, 16> work;
  llvm::DenseSet<ExprId> seen;
  const auto visit = [&](ExprId id) {
    if (id != NoId && seen.insert(id).second)
      work.push_back(id);
  };
  visit(expr);
  while (!work.empty()) {
    const Expr &e = nest.exprs[work.pop_back_val()];
    if (e.kind == Expr::Load) {
      if (!llvm::is_contained(reads, e.access))
        reads.push_back(e.access);
      for (ExprId sub : nest.accesses[e.access].indirect)
        visit(sub);
    }
    for (ExprId operand : llvm::reverse(e.operands))
      visit(operand);
  }
  return reads;
}

namespace {

class OccurrenceWalk {
public:
  explicit OccurrenceWalk(const Nest &nest) : nest(nest) {}

  void walk(NodeId id) {
    const Node &node = nest.nodes[id];
    switch (node.kind) {
    case Node::Loop: {
      const size_t branches = here.branches.size();
      here.loops.push_back(node.loop);
      walk(node.body);
      here.loops.pop_back();
      here.branches.resize(branches);
      return;
    }
    case Node::Assign:
      read(id, node.value);
      if (node.access != NoId) {
        for (ExprId sub : nest.accesses[node.access].indirect)
          read(id, sub);
        record(id, node.access, here.phase + 1);
      }
      here.phase += 2;
      return;
    case Node::If:
      read(id, node.condition);
      here.phase += 2;
      here.branches.push_back({id, false});
      walk(node.body);
      here.branches.back().second = true;
      walk(node.elseBody);
      // What stands behind a way out of an inner loop is done where it is not taken.
      if (!node.leaves || here.loops.size() < 2)
        here.branches.pop_back();
      return;
    }
  }

  std::vector<Occurrence> result;

private:
  void walk(llvm::ArrayRef<NodeId> body) {
    for (NodeId id : body)
      walk(id);
  }
  void read(NodeId node, ExprId expr) {
    for (AccessId access : readsOf(nest, expr))
      record(node, access, here.phase);
  }
  void record(NodeId node, AccessId access, unsigned phase) {
    result.push_back(here);
    result.back().access = access;
    result.back().node = node;
    result.back().phase = phase;
  }

  const Nest &nest;
  Occurrence here;
};

} // namespace

std::vector<Occurrence> occurrences(const Nest &nest) {
  OccurrenceWalk walk(nest);
  walk.walk(nest.root().node);
  return std::move(walk.result);
}

unsigned commonLoops(const Occurrence &a, const Occurrence &b) {
  unsigned common = 0;
  while (common < a.loops.size() && common < b.loops.size() && a.loops[common] == b.loops[common])
    ++common;
  return common;
}

bool areExclusive(const Occurrence &a, const Occurrence &b) {
  for (size_t i = 0; i < a.branches.size() && i < b.branches.size(); ++i)
    if (a.branches[i] != b.branches[i])
      return a.branches[i].first == b.branches[i].first;
  return false;
}

bool readsOnlyOwnWrites(const Nest &nest, ArrayId array) {
  const std::vector<Occurrence> all = occurrences(nest);
  const auto isBehind = [&](const Occurrence &read, const Occurrence &write) {
    const bool isAlways = write.branches.size() <= read.branches.size() &&
                          std::equal(write.branches.begin(), write.branches.end(), read.branches.begin());
    const Access &from = nest.accesses[read.access], &to = nest.accesses[write.access];
    return to.isWrite && to.isAffine() && to.packedBy == NoId && isAlways && write.loops == read.loops &&
           write.phase < read.phase && placeOf(nest, from) == placeOf(nest, to);
  };
  return llvm::all_of(all, [&](const Occurrence &read) {
    const Access &access = nest.accesses[read.access];
    return access.isWrite || access.array != array ||
           (access.isAffine() && !access.isEarly &&
            llvm::any_of(all, [&](const Occurrence &write) { return isBehind(read, write); }));
  });
}

} // namespace vecify
