// See Distribution.h.
#include "StatementGraph.h"
#include "vecify/Nest/Distribution.h"

namespace vecify {

static llvm::ArrayRef<NodeId> bodyOf(const Nest &nest) { return nest.nodes[nest.root().node].body; }

std::vector<std::vector<NodeId>> statementGroups(const Nest &nest, const Facts &facts) {
  const StatementGraph graph(nest, facts);
  std::vector<std::vector<NodeId>> groups;
  llvm::BitVector isTaken(graph.size());
  for (size_t first = 0; first < graph.size(); ++first) {
    if (isTaken.test(first))
      continue;
    groups.emplace_back();
    for (size_t s = first; s < graph.size(); ++s)
      if (graph.shareCycle(first, s)) {
        groups.back().push_back(bodyOf(nest)[s]);
        isTaken.set(s);
      }
  }
  return groups;
}

namespace {

/// Groups in an order that the graph allows, which changes between lanes and single iterations as rarely as may be.
class PartList {
public:
  PartList(const Nest &nest, const Facts &facts, llvm::ArrayRef<std::vector<NodeId>> groups,
           llvm::ArrayRef<bool> hasLanes)
      : Graph(nest, facts), Body(bodyOf(nest)), Groups(groups), HasLanes(hasLanes) {}

  std::vector<Distribution::Part> beginningWith(bool lanes) const {
    std::vector<Distribution::Part> parts;
    llvm::BitVector isDone(Groups.size());
    for (bool kind = lanes; !isDone.all(); kind = !kind) {
      Distribution::Part part;
      part.hasLanes = kind;
      for (size_t g = 0; g < Groups.size(); ++g) {
        if (isDone.test(g) || HasLanes[g] != kind || !isReady(g, isDone))
          continue;
        part.body.insert(part.body.end(), Groups[g].begin(), Groups[g].end());
        isDone.set(g);
        g = size_t(-1); // what stands before it may have waited for it
      }
      if (!part.body.empty())
        parts.push_back(std::move(part));
    }
    return parts;
  }

private:
  bool isReady(size_t group, const llvm::BitVector &isDone) const {
    for (size_t other = 0; other < Groups.size(); ++other)
      if (other != group && !isDone.test(other) && Graph.mustFollow(placeOf(group), placeOf(other)))
        return false;
    return true;
  }
  size_t placeOf(size_t group) const { return size_t(llvm::find(Body, Groups[group][0]) - Body.begin()); }

  const StatementGraph Graph;
  const llvm::ArrayRef<NodeId> Body;
  const llvm::ArrayRef<std::vector<NodeId>> Groups;
  const llvm::ArrayRef<bool> HasLanes;
};

StatementUse useOf(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  StatementUse all;
  all.reads.resize(nest.locals.size());
  all.sets.resize(nest.locals.size());
  for (NodeId id : body) {
    const StatementUse use = useOf(nest, id);
    all.reads |= use.reads;
    all.sets |= use.sets;
  }
  return all;
}

} // namespace

std::optional<std::vector<Distribution::Part>> partsOf(const Nest &nest, const Facts &facts,
                                                       llvm::ArrayRef<std::vector<NodeId>> groups,
                                                       llvm::ArrayRef<bool> hasLanes) {
  const PartList list(nest, facts, groups, hasLanes);
  std::vector<Distribution::Part> parts = list.beginningWith(true), others = list.beginningWith(false);
  if (others.size() < parts.size())
    parts = std::move(others);
  for (size_t to = 0; to < parts.size(); ++to) {
    const StatementUse reader = useOf(nest, parts[to].body);
    for (size_t from = 0; from < to; ++from) {
      const StatementUse setter = useOf(nest, parts[from].body);
      for (LocalId l = 0; l < nest.locals.size(); ++l) {
        if (!setter.sets.test(l) || !reader.reads.test(l) || reader.sets.test(l))
          continue;
        if (bitsOf(nest.locals[l].type) < 8)
          return std::nullopt;
        parts[to].takes.push_back(l);
        if (!llvm::is_contained(parts[from].gives, l))
          parts[from].gives.push_back(l);
      }
    }
  }
  return parts;
}

Nest nestOfPart(const Nest &nest, llvm::ArrayRef<NodeId> body) {
  Nest result = nest;
  const StatementUse all = useOf(nest, bodyOf(nest)), own = useOf(nest, body);
  std::vector<NodeId> statements;
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    if (!all.sets.test(l) || own.sets.test(l))
      continue;
    result.locals[l].isLiveOut = false;
    if (!own.reads.test(l))
      continue;
    Expr any;
    any.kind = isFloat(nest.locals[l].type) ? Expr::FpConst : Expr::IntConst;
    any.type = nest.locals[l].type;
    Node assign;
    assign.local = l;
    assign.value = result.add(std::move(any));
    assign.loc = nest.locals[l].loc;
    statements.push_back(result.add(std::move(assign)));
  }
  statements.insert(statements.end(), body.begin(), body.end());
  result.nodes[result.root().node].body = std::move(statements);
  return result;
}

} // namespace vecify
