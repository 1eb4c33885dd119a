// See Fuse.h. The second nest's parts are appended to the first one's, with their ids moved; symbols and arrays that
// are the same ones in both become one.
#include "vecify/Nest/Fuse.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Range.h"
#include "vecify/Support/Mentions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <numeric>

namespace vecify {
namespace {

/// Variables that live outside of the nest and change in it, its counters aside; not those of which nobody sees more
/// than what an iteration sets for itself.
llvm::StringSet<> changedScalars(const Nest &nest) {
  llvm::StringSet<> names;
  const llvm::BitVector exposed = exposedLocals(nest, nest.nodes[nest.root().node].body);
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const Local &local = nest.locals[l];
    if (local.scope == NoId && (exposed.test(l) || local.isLiveOut))
      names.insert(local.object.empty() ? local.name : local.object);
  }
  return names;
}

bool mentionsAny(llvm::StringRef text, const llvm::StringSet<> &names) {
  return llvm::any_of(names, [&](const auto &name) { return mentions(text, name.getKey()); });
}

/// Objects of the function of which the nest writes a part.
llvm::StringSet<> changedObjects(const Nest &nest) {
  llvm::StringSet<> names;
  for (ArrayId a = 0; a < nest.arrays.size(); ++a)
    if (nest.arrays[a].kind != Array::Pointer && nest.isWritten(a))
      names.insert(llvm::StringRef(nest.arrays[a].name).ltrim('&'));
  return names;
}

/// Some number that is fixed while `nest` runs is made of one of these variables.
bool numbersRestOn(const Nest &nest, const llvm::StringSet<> &names) {
  return llvm::any_of(nest.symbols,
                      [&](const Symbol &s) { return s.kind == Symbol::Param && mentionsAny(s.name, names); }) ||
         llvm::any_of(nest.arrays, [&](const Array &a) { return mentionsAny(a.rows.pointer, names); }) ||
         llvm::any_of(nest.inductions, [&](const Induction &i) {
           return mentionsAny(i.isPointer && i.base.empty() ? i.name : i.base, names);
         });
}

/// The same, or some place.
bool restsOn(const Nest &nest, const llvm::StringSet<> &names) {
  return numbersRestOn(nest, names) ||
         llvm::any_of(nest.arrays, [&](const Array &a) { return mentionsAny(a.name, names); });
}

bool isPlain(const Nest &nest) {
  const Source &source = nest.source;
  return source.isFor && !source.conditionHasEffects && !source.hoistInit && source.expandedHead.empty() &&
         !source.inMacroArgument && source.holds.empty() && !nest.mayLeaveEarly() && !nest.hasPackedStores() &&
         !nest.reordered && !nest.writtenOut && nest.rolled == 1 && nest.arrayInRegisters.empty() &&
         llvm::none_of(nest.arrays, [](const Array &a) { return !a.noalias.empty(); });
}

class Fuser {
public:
  Fuser(const Nest &first, const Nest &second) : S(second) { R.nest = first; }

  std::optional<Fused> run(unsigned most) {
    if (!isPlain(R.nest) || !isPlain(S) || meetInScalars())
      return std::nullopt;
    const NodeId root = R.nest.root().node;
    takeSymbols();
    const IndexExpr start = inFirst(S.root().lower);
    if (inFirst(S.tripCount(0)) != R.nest.tripCount(0))
      return std::nullopt;
    // Iterations are counted from where each loop starts.
    Counters[S.rootIterator()] = IndexExpr::symbol(R.nest.rootIterator()) - R.nest.root().lower + start;
    R.nest.loops[0].likelyMost = std::min(R.nest.loops[0].likelyMost, S.root().likelyMost);
    takeArrays();
    takeRest();
    join(root, S.nodes[S.root().node].body, most);
    return std::move(R);
  }

private:
  /// Scalars of one nest that are anything to the other one, except that both may begin with their own.
  bool meetInScalars() const {
    llvm::StringSet<> ofFirst = changedScalars(R.nest), ofSecond = changedScalars(S);
    if (llvm::any_of(ofFirst, [&](const auto &name) { return ofSecond.contains(name.getKey()); }))
      return true;
    const auto addCounters = [](const Nest &nest, llvm::StringSet<> &names) {
      for (const Induction &induction : nest.inductions)
        if (!induction.declaredInInit)
          names.insert(induction.name);
    };
    const auto isCounted = [](const Nest &nest, const llvm::StringSet<> &names) {
      return llvm::any_of(nest.inductions, [&](const Induction &i) { return names.contains(i.name); });
    };
    if (isCounted(S, ofFirst) || isCounted(R.nest, ofSecond))
      return true;
    addCounters(R.nest, ofFirst);
    addCounters(S, ofSecond);
    return restsOn(S, ofFirst) || restsOn(R.nest, ofSecond) || numbersRestOn(S, changedObjects(R.nest)) ||
           numbersRestOn(R.nest, changedObjects(S));
  }

  IndexExpr inFirst(const IndexExpr &expr) const {
    return expr.substituteAll([&](SymbolId id) { return Counters[id]; });
  }

  void takeSymbols() {
    Counters.resize(S.symbols.size());
    Symbols.resize(S.symbols.size(), NoId);
    for (SymbolId id = 0; id < S.symbols.size(); ++id) {
      if (id == S.rootIterator())
        continue; // its expression comes with the trip count
      const Symbol &symbol = S.symbols[id];
      SymbolId there = symbol.kind == Symbol::Param && !symbol.isOpaque ? sameParam(symbol) : NoId;
      if (there == NoId) {
        R.nest.symbols.push_back(symbol);
        there = SymbolId(R.nest.symbols.size() - 1);
        Fresh.push_back(there);
      }
      Symbols[id] = there;
      Counters[id] = IndexExpr::symbol(there);
    }
  }

  /// The first loop's symbol of this value, with what the second one knows of it.
  SymbolId sameParam(const Symbol &symbol) {
    for (SymbolId id = 0; id < R.nest.symbols.size(); ++id) {
      Symbol &other = R.nest.symbols[id];
      if (other.kind != Symbol::Param || other.isOpaque || other.name != symbol.name || other.type != symbol.type)
        continue;
      if (symbol.lo)
        other.lo = std::max(other.lo.value_or(*symbol.lo), *symbol.lo);
      if (symbol.hi)
        other.hi = std::min(other.hi.value_or(*symbol.hi), *symbol.hi);
      other.multiple = std::lcm(other.multiple, symbol.multiple);
      other.likelyMost = std::min(other.likelyMost, symbol.likelyMost);
      other.needsIteration &= symbol.needsIteration;
      return id;
    }
    return NoId;
  }

  void takeArrays() {
    for (const Array &array : S.arrays) {
      const auto same = llvm::find_if(R.nest.arrays, [&](const Array &other) {
        return other.name == array.name && other.kind == array.kind && other.paramType == array.paramType &&
               other.rows.pointer == array.rows.pointer && other.rows.strideBytes == array.rows.strideBytes;
      });
      if (same == R.nest.arrays.end()) {
        Arrays.push_back(ArrayId(R.nest.arrays.size()));
        R.nest.arrays.push_back(array);
        for (AccessId &read : R.nest.arrays.back().baseReads)
          read += AccessId(R.nest.accesses.size());
        continue;
      }
      Arrays.push_back(ArrayId(same - R.nest.arrays.begin()));
      same->mayBeDerived |= array.mayBeDerived;
      same->isRestrict &= array.isRestrict;
      same->isConst &= array.isConst;
      same->alignment = std::min(same->alignment, array.alignment);
      same->isStoredBeside |= array.isStoredBeside;
      same->needsIteration &= array.needsIteration;
      for (AccessId read : array.baseReads)
        same->baseReads.push_back(read + AccessId(R.nest.accesses.size()));
    }
  }

  void takeRest() {
    Nest &nest = R.nest;
    const auto accesses = AccessId(nest.accesses.size());
    const auto exprs = ExprId(nest.exprs.size());
    const auto locals = LocalId(nest.locals.size());
    const auto nodes = NodeId(nest.nodes.size());
    // The second root is the first one from now on.
    const auto loops = LoopId(nest.loops.size() - 1);
    const auto moved = [](auto id, auto by) { return id == NoId ? id : id + by; };
    const auto movedLoop = [&](LoopId loop) { return loop == NoId || loop == 0 ? loop : loop + loops; };
    R.ofSecond = accesses;

    for (SymbolId id : Fresh) {
      Symbol &symbol = nest.symbols[id];
      symbol.loop = movedLoop(symbol.loop);
    }
    for (SymbolId id = 0; id < S.symbols.size(); ++id) {
      if (id == S.rootIterator())
        continue;
      auto &reads = nest.symbols[Symbols[id]].reads;
      if (llvm::is_contained(Fresh, Symbols[id]))
        reads.clear();
      for (AccessId read : S.symbols[id].reads)
        reads.push_back(read + accesses);
    }
    for (Access access : S.accesses) {
      access.array = Arrays[access.array];
      for (IndexExpr &sub : access.subs)
        sub = inFirst(sub);
      for (IndexExpr &stride : access.strideBytes)
        stride = inFirst(stride);
      for (ExprId &value : access.indirect)
        value = moved(value, exprs);
      if (access.ends)
        access.ends = {inFirst(access.ends->first), inFirst(access.ends->second)};
      nest.add(std::move(access));
    }
    for (Expr expr : S.exprs) {
      for (ExprId &operand : expr.operands)
        operand += exprs;
      expr.access = moved(expr.access, accesses);
      expr.local = moved(expr.local, locals);
      if (expr.symbol != NoId)
        expr.symbol = Symbols[expr.symbol];
      expr.index = inFirst(expr.index);
      nest.add(std::move(expr));
    }
    for (Local local : S.locals) {
      local.scope = movedLoop(local.scope);
      if (local.onEntry != NoId)
        local.onEntry = Symbols[local.onEntry];
      nest.locals.push_back(std::move(local));
    }
    for (Node node : S.nodes) {
      node.loop = movedLoop(node.loop);
      node.access = moved(node.access, accesses);
      node.local = moved(node.local, locals);
      node.value = moved(node.value, exprs);
      node.condition = moved(node.condition, exprs);
      for (auto *body : {&node.body, &node.elseBody})
        for (NodeId &id : *body)
          id += nodes;
      nest.add(std::move(node));
    }
    for (LoopId id = 1; id < S.loops.size(); ++id) {
      Loop loop = S.loops[id];
      loop.node += nodes;
      loop.parent = movedLoop(loop.parent);
      loop.iterator = Symbols[loop.iterator];
      loop.lower = inFirst(loop.lower);
      loop.upper = inFirst(loop.upper);
      nest.loops.push_back(std::move(loop));
    }
    for (const Assumption &assumption : S.assumptions)
      assume(nest, inFirst(assumption.expr), assumption.why);
    for (const IndexExpr &expr : S.known)
      if (const IndexExpr fact = inFirst(expr); !llvm::is_contained(nest.known, fact))
        nest.known.push_back(fact);
    for (Induction induction : S.inductions) {
      induction.value = inFirst(induction.value);
      nest.inductions.push_back(std::move(induction));
    }
    llvm::append_range(nest.inlined, S.inlined);
    nest.isFused = true;
    nest.partInRows = (nest.partInRows + S.partInRows) / 2;
    nest.hasLoopsByLoops |= S.hasLoopsByLoops;
    NodesOfSecond = nodes;
  }

  /// The second loop's statements go behind those of `node`, a loop of the first; where each is nothing but one loop
  /// and these run equally often, behind those of the loop inside.
  void join(NodeId node, llvm::ArrayRef<NodeId> second, unsigned most) {
    Nest &nest = R.nest;
    const std::vector<NodeId> &body = nest.nodes[node].body;
    const auto loneLoop = [&](llvm::ArrayRef<NodeId> statements, NodeId by) {
      return statements.size() == 1 && nest.nodes[statements[0] + by].kind == Node::Loop
                 ? nest.nodes[statements[0] + by].loop
                 : NoId;
    };
    const LoopId a = loneLoop(body, 0), b = loneLoop(second, NodesOfSecond);
    // What one of them leaves early, the other one goes on with.
    if (R.loopsJoined == most || a == NoId || b == NoId || nest.tripCount(a) != nest.tripCount(b) ||
        nest.mayLeaveEarly(a) || nest.mayLeaveEarly(b)) {
      for (NodeId id : second)
        nest.nodes[node].body.push_back(id + NodesOfSecond);
      return;
    }
    ++R.loopsJoined;
    const std::vector<NodeId> inside = S.nodes[second[0]].body;
    drop(b, a);
    join(nest.loops[a].node, inside, most);
  }

  /// Loop `gone` runs as `into`, whose counter is another one's distance from its start.
  void drop(LoopId gone, LoopId into) {
    Nest &nest = R.nest;
    const SymbolId old = nest.loops[gone].iterator;
    const IndexExpr counter =
        IndexExpr::symbol(nest.loops[into].iterator) - nest.loops[into].lower + nest.loops[gone].lower;
    const auto replace = [&](IndexExpr &expr) { expr = expr.substitute(old, counter); };
    for (Access &access : nest.accesses)
      llvm::for_each(access.subs, replace);
    for (Expr &expr : nest.exprs)
      replace(expr.index);
    for (Loop &loop : nest.loops) {
      replace(loop.lower);
      replace(loop.upper);
    }
    nest.loops[into].likelyMost = std::min(nest.loops[into].likelyMost, nest.loops[gone].likelyMost);
    const auto renumber = [&](LoopId &loop) {
      if (loop == gone)
        loop = into;
      else if (loop != NoId && loop > gone)
        --loop;
    };
    nest.loops.erase(nest.loops.begin() + gone);
    for (Loop &loop : nest.loops)
      renumber(loop.parent);
    for (Symbol &symbol : nest.symbols)
      renumber(symbol.loop);
    for (Local &local : nest.locals)
      renumber(local.scope);
    for (Node &node : nest.nodes)
      renumber(node.loop);
  }

  const Nest &S;
  Fused R;
  std::vector<IndexExpr> Counters; ///< per symbol of the second: what it is in the first
  std::vector<SymbolId> Symbols, Fresh;
  std::vector<ArrayId> Arrays;
  NodeId NodesOfSecond = 0;
};

} // namespace

std::optional<Fused> fused(const Nest &first, const Nest &second, unsigned most) {
  return Fuser(first, second).run(most);
}

bool keepsOrder(const Fused &fused, const Facts &facts) {
  const auto isOfSecond = [&](AccessId access) { return access >= fused.ofSecond; };
  return llvm::none_of(facts.edges,
                       [&](const Edge &edge) { return isOfSecond(edge.source) && !isOfSecond(edge.sink); }) &&
         llvm::none_of(facts.cells, [&](const CellReduction &cell) {
           return llvm::any_of(cell.accesses, isOfSecond) && !llvm::all_of(cell.accesses, isOfSecond);
         });
}

} // namespace vecify
