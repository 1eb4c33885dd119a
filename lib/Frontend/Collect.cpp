// The extractor assigns every variable that the loop changes and makes a parameter of whatever might be one; most of
// it is not needed in the end. Mark what is, from the effects backwards, then renumber.
#include "Collect.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Marker {
public:
  explicit Marker(const Nest &nest) : nest(nest) {
    live.nodes.resize(nest.nodes.size());
    live.exprs.resize(nest.exprs.size());
    live.accesses.resize(nest.accesses.size());
    live.locals.resize(nest.locals.size());
    live.symbols.resize(nest.symbols.size());
    live.arrays.resize(nest.arrays.size());
    live.loops.resize(nest.loops.size());
    parents.assign(nest.nodes.size(), NoId);
    assignments.resize(nest.locals.size());
  }

  LiveParts run() {
    const NodeId root = nest.root().node;
    noteTree(root);
    markNode(root);
    for (LocalId id = 0; id < nest.locals.size(); ++id)
      if (nest.locals[id].isLiveOut && !isInduction(nest.locals[id].name))
        markLocal(id);
    for (NodeId id : effects)
      markNode(id);
    for (const Induction &induction : nest.inductions)
      markIndex(induction.value);
    for (const Assumption &assumption : nest.assumptions)
      markIndex(assumption.expr);
    return std::move(live);
  }

private:
  bool isInduction(llvm::StringRef name) const {
    return llvm::any_of(nest.inductions, [&](const Induction &induction) { return induction.name == name; });
  }

  void noteTree(NodeId id) {
    const Node &node = nest.nodes[id];
    if (node.kind == Node::Assign) {
      if (node.local != NoId)
        assignments[node.local].push_back(id);
      else
        effects.push_back(id);
    }
    if (node.leaves)
      effects.push_back(id);
    for (const std::vector<NodeId> *body : {&node.body, &node.elseBody})
      for (NodeId child : *body) {
        parents[child] = id;
        noteTree(child);
      }
  }

  void markNode(NodeId id) {
    for (; id != NoId && !live.nodes[id]; id = parents[id]) {
      live.nodes[id] = true;
      const Node &node = nest.nodes[id];
      if (node.loop != NoId && node.kind == Node::Loop)
        markLoop(node.loop);
      if (node.access != NoId)
        markAccess(node.access);
      if (node.value != NoId)
        markExpr(node.value);
      if (node.condition != NoId)
        markExpr(node.condition);
    }
  }

  void markLoop(LoopId id) {
    live.loops[id] = true;
    live.symbols[nest.loops[id].iterator] = true;
    markIndex(nest.loops[id].lower);
    markIndex(nest.loops[id].upper);
  }

  void markLocal(LocalId id) {
    if (live.locals[id])
      return;
    live.locals[id] = true;
    for (NodeId assignment : assignments[id])
      markNode(assignment);
  }

  void markSymbol(SymbolId id) {
    if (live.symbols[id])
      return;
    live.symbols[id] = true;
    for (AccessId read : nest.symbols[id].reads)
      markAccess(read);
  }

  void markIndex(const IndexExpr &expr) {
    for (SymbolId id : expr.symbols())
      markSymbol(id);
  }

  void markAccess(AccessId id) {
    if (live.accesses[id])
      return;
    live.accesses[id] = true;
    const Access &access = nest.accesses[id];
    if (!live.arrays[access.array]) {
      live.arrays[access.array] = true;
      for (AccessId read : nest.arrays[access.array].baseReads)
        markAccess(read);
    }
    for (const IndexExpr &sub : access.subs)
      markIndex(sub);
    for (const IndexExpr &stride : access.strideBytes)
      markIndex(stride);
    for (ExprId indirect : access.indirect)
      if (indirect != NoId)
        markExpr(indirect);
  }

  void markExpr(ExprId id) {
    if (live.exprs[id])
      return;
    live.exprs[id] = true;
    const Expr &expr = nest.exprs[id];
    if (expr.kind == Expr::Param)
      markSymbol(expr.symbol);
    if (expr.kind == Expr::Index)
      markIndex(expr.index);
    if (expr.kind == Expr::Load)
      markAccess(expr.access);
    if (expr.kind == Expr::Local)
      markLocal(expr.local);
    for (ExprId operand : expr.operands)
      markExpr(operand);
  }

  const Nest &nest;
  LiveParts live;
  std::vector<NodeId> parents, effects;
  std::vector<std::vector<NodeId>> assignments;
};

/// Old id -> new id; NoId for what is gone.
std::vector<uint32_t> renumbering(const std::vector<char> &live) {
  std::vector<uint32_t> ids(live.size(), NoId);
  uint32_t next = 0;
  for (size_t i = 0; i < live.size(); ++i)
    if (live[i])
      ids[i] = next++;
  return ids;
}

template <typename T> void keep(std::vector<T> &things, const std::vector<char> &live) {
  size_t kept = 0;
  for (size_t i = 0; i < things.size(); ++i)
    if (live[i]) {
      if (kept != i)
        things[kept] = std::move(things[i]);
      ++kept;
    }
  things.resize(kept);
}

class Renumberer {
public:
  Renumberer(Nest &nest, const LiveParts &live)
      : nest(nest), nodes(renumbering(live.nodes)), exprs(renumbering(live.exprs)),
        accesses(renumbering(live.accesses)), locals(renumbering(live.locals)), symbols(renumbering(live.symbols)),
        arrays(renumbering(live.arrays)), loops(renumbering(live.loops)) {}

  void run() {
    for (Symbol &symbol : nest.symbols) {
      change(symbol.loop, loops);
      changeAll(symbol.reads, accesses);
    }
    for (Array &array : nest.arrays) {
      changeAll(array.baseReads, accesses);
      changeAll(array.noalias, arrays);
    }
    for (Access &access : nest.accesses) {
      change(access.array, arrays);
      for (IndexExpr &sub : access.subs)
        change(sub);
      for (IndexExpr &stride : access.strideBytes)
        change(stride);
      for (ExprId &indirect : access.indirect)
        change(indirect, exprs);
    }
    for (Expr &expr : nest.exprs) {
      for (ExprId &operand : expr.operands)
        change(operand, exprs);
      change(expr.symbol, symbols);
      change(expr.access, accesses);
      change(expr.local, locals);
      change(expr.index);
    }
    for (Local &local : nest.locals)
      change(local.scope, loops);
    for (Node &node : nest.nodes) {
      change(node.loop, loops);
      change(node.access, accesses);
      change(node.local, locals);
      change(node.value, exprs);
      change(node.condition, exprs);
      changeAll(node.body, nodes);
      changeAll(node.elseBody, nodes);
    }
    for (Loop &loop : nest.loops) {
      change(loop.node, nodes);
      change(loop.parent, loops);
      change(loop.iterator, symbols);
      change(loop.lower);
      change(loop.upper);
    }
    for (Induction &induction : nest.inductions)
      change(induction.value);
    for (Assumption &assumption : nest.assumptions)
      change(assumption.expr);
    // Knowledge keeps nothing alive.
    llvm::erase_if(nest.known, [&](const IndexExpr &known) {
      return llvm::any_of(known.symbols(), [&](SymbolId id) { return symbols[id] == NoId; });
    });
    for (IndexExpr &known : nest.known)
      change(known);
  }

private:
  static void change(uint32_t &id, const std::vector<uint32_t> &ids) {
    if (id != NoId)
      id = ids[id];
  }
  static void changeAll(std::vector<uint32_t> &list, const std::vector<uint32_t> &ids) {
    for (uint32_t &id : list)
      id = ids[id];
    llvm::erase(list, NoId);
  }
  void change(IndexExpr &expr) {
    expr = expr.renamed([&](SymbolId id) { return symbols[id]; });
  }

  Nest &nest;
  std::vector<uint32_t> nodes, exprs, accesses, locals, symbols, arrays, loops;
};

} // namespace

LiveParts findLive(const Nest &nest) { return Marker(nest).run(); }

void sweep(Nest &nest, const LiveParts &live) {
  keep(nest.symbols, live.symbols);
  keep(nest.arrays, live.arrays);
  keep(nest.accesses, live.accesses);
  keep(nest.exprs, live.exprs);
  keep(nest.locals, live.locals);
  keep(nest.nodes, live.nodes);
  keep(nest.loops, live.loops);
  Renumberer(nest, live).run();
}

} // namespace vecify
