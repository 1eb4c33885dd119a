// See RowBlocks.h. A scalar that one part hands to the next goes through a buffer of the block, so that they may stand
// in different loops.
#include "vecify/Nest/RowBlocks.h"
#include "CountInBlocks.h"
#include "Extremes.h"
#include "NodeCopier.h"
#include "StatementGraph.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class RowBlocker {
public:
  RowBlocker(const Nest &nest, int64_t rows) : N(nest), R(nest), Count(rows) {}

  std::optional<RowBlocks> run() {
    const Clauses &clauses = N.clauses;
    const bool isOrdered = clauses.independent || clauses.ivdep || clauses.safelen != 0 || N.hasPackedStores();
    if (N.loops.size() < 2 || N.reordered || N.writtenOut || N.rolled != 1 || isOrdered)
      return std::nullopt;
    const IndexExpr start = N.root().lower;
    countInBlocks(R, Count);
    makeRows(start);
    if (!splitLoops())
      return std::nullopt;
    renumberLoops(R);
    learnExtents(R);
    const LoopId rows = R.symbols[Row].loop;
    return RowBlocks{std::move(R), rows};
  }

private:
  /// The root's body in a loop of its own.
  void makeRows(const IndexExpr &start) {
    const LoopId rows = addLoopLike(R, 0);
    Loop &loop = R.loops[rows];
    loop.parent = 0;
    loop.lower = IndexExpr(0);
    loop.upper = IndexExpr(Count);
    loop.likelyMost = INT64_MAX;
    Row = loop.iterator;
    R.symbols[Row].name = N.symbols[N.rootIterator()].name + "_row";
    const IndexExpr i = start + IndexExpr::symbol(N.rootIterator()) * IndexExpr(Count) + IndexExpr::symbol(Row);
    const auto replace = [&](IndexExpr &expr) { expr = expr.substitute(N.rootIterator(), i); };
    for (Expr &e : R.exprs)
      replace(e.index);
    for (Access &access : R.accesses)
      llvm::for_each(access.subs, replace);
    for (LoopId inner = 1; inner < rows; ++inner) {
      replace(R.loops[inner].lower);
      replace(R.loops[inner].upper);
      if (R.loops[inner].parent == 0)
        R.loops[inner].parent = rows;
    }
    for (Local &local : R.locals)
      if (local.scope == 0)
        local.scope = rows;
    R.nodes[loop.node].body = std::move(R.nodes[R.root().node].body);
    R.nodes[R.root().node].body = {loop.node};
    Rows = rows;
  }

  /// What the bound is in the row at which it is least, or largest; nothing where that is not known.
  std::optional<IndexExpr> extreme(const IndexExpr &bound, bool isLargest) const {
    const std::optional<int64_t> step = bound.degreeIn(Row) == 1 ? bound.coefficientOf(Row).asConstant() : std::nullopt;
    if (!step)
      return std::nullopt;
    return bound.substitute(Row, IndexExpr((*step > 0) == isLargest ? Count - 1 : 0));
  }

  /// In any block.
  bool isNeverNegative(const IndexExpr &expr) const {
    const ParamRanges ranges(R);
    const auto least = extremes(R, expr, End::Lower, ranges);
    return least && llvm::all_of(*least, [&](const IndexExpr &end) {
             return ranges.of(end).lo >= 0 ||
                    llvm::any_of(R.known, [&](const IndexExpr &known) { return ranges.of(end - known).lo >= 0; });
           });
  }

  bool splitLoops() {
    std::vector<NodeId> body;
    bool isSplit = false;
    const std::vector<NodeId> statements = R.nodes[R.loops[Rows].node].body;
    for (size_t s = 0; s < statements.size(); ++s) {
      const std::vector<NodeId> parts = partsOf(statements[s]);
      isSplit |= parts.size() > 1;
      llvm::append_range(body, parts);
    }
    R.nodes[R.loops[Rows].node].body = std::move(body);
    return isSplit && cutScalars();
  }

  /// The loop before, where, and behind where all rows run it; or the statement as it stands.
  std::vector<NodeId> partsOf(NodeId id) {
    if (R.nodes[id].kind != Node::Loop)
      return {id};
    const LoopId loop = R.nodes[id].loop;
    const IndexExpr lower = R.loops[loop].lower, upper = R.loops[loop].upper;
    if (lower.uses(Row) == upper.uses(Row))
      return {id};
    const bool isLower = lower.uses(Row);
    const std::optional<IndexExpr> middle = extreme(isLower ? lower : upper, isLower);
    // The part of all rows has no bound of two.
    if (!middle || !isNeverNegative(isLower ? upper - *middle : *middle - lower))
      return {id};
    llvm::DenseSet<AccessId> taken;
    for (AccessId access = 0; access < R.accesses.size(); ++access)
      taken.insert(access);
    const Nest before = R;
    const LoopId second = NodeCopier(R, before, taken).copyLoop(loop);
    R.loops[loop].upper = R.loops[second].lower = *middle;
    Cuts.push_back(R.loops[second].node);
    return {id, R.loops[second].node};
  }

  // -- scalars
  bool cutScalars() {
    return llvm::all_of(llvm::reverse(Cuts), [&](NodeId behind) { return cutScalars(behind); });
  }

  /// What was set before and is needed from there on goes through a buffer, and has another name then.
  bool cutScalars(NodeId behind) {
    const std::vector<NodeId> body = R.nodes[R.loops[Rows].node].body;
    const auto place = llvm::find(body, behind);
    const std::vector<NodeId> first(body.begin(), place), second(place, body.end());
    const llvm::BitVector assigned = assignedLocals(R, first), always = alwaysAssignedLocals(R, first),
                          handedOn = exposedLocals(R, first), exposed = exposedLocals(R, second);
    llvm::DenseSet<AccessId> taken;
    for (NodeId id : first)
      for (AccessId access : useOf(R, id).accesses)
        taken.insert(access);
    const Nest before = R;
    NodeCopier copier(R, before, taken);
    copier.takeLoops();
    std::vector<NodeId> parts = first, takes;
    for (LocalId l : assigned.set_bits()) {
      const Local &local = before.locals[l];
      if (!exposed.test(l)) {
        if (!local.isLiveOut && !handedOn.test(l) && isAround(local.scope))
          copier.rename(l, addLater(local));
        continue;
      }
      if (local.isLiveOut || bitsOf(local.type) < 8 || handedOn.test(l) || !always.test(l))
        return false;
      copier.rename(l, handOn(l, parts, takes));
    }
    llvm::append_range(parts, takes);
    for (NodeId id : second)
      parts.push_back(copier.copy(id));
    R.nodes[R.loops[Rows].node].body = std::move(parts);
    return true;
  }

  bool isAround(LoopId scope) const { return scope == NoId || scope == Rows || scope == 0; }

  /// The same variable in what follows.
  LocalId addLater(Local local) {
    local.scope = Rows;
    R.locals.push_back(std::move(local));
    return LocalId(R.locals.size() - 1);
  }

  /// buffer[row] = local, and later = buffer[row]. Returns the later one.
  LocalId handOn(LocalId l, std::vector<NodeId> &gives, std::vector<NodeId> &takes) {
    const Local local = R.locals[l];
    const Access place = placeOf(local);
    Access written = place;
    written.isWrite = true;
    Expr value, load;
    value.kind = Expr::Local;
    value.local = l;
    load.kind = Expr::Load;
    load.access = R.add(place);
    value.type = load.type = local.type;
    value.loc = load.loc = local.loc;
    Node give, take;
    give.loc = take.loc = local.loc;
    give.access = R.add(std::move(written));
    give.value = R.add(std::move(value));
    take.local = addLater(local);
    take.value = R.add(std::move(load));
    const LocalId later = take.local;
    gives.push_back(R.add(std::move(give)));
    takes.push_back(R.add(std::move(take)));
    return later;
  }

  /// In a new buffer with a place for each row.
  Access placeOf(const Local &local) {
    const auto size = int64_t(bytesOf(local.type));
    Array buffer;
    buffer.kind = Array::LocalObject;
    buffer.name = local.name + "_rows";
    for (unsigned n = 1; llvm::any_of(R.arrays, [&](const Array &a) { return a.name == buffer.name; }); ++n)
      buffer.name = local.name + "_rows" + std::to_string(n);
    buffer.element = local.type;
    buffer.mayBeDerived = false;
    buffer.bytes = Count * size;
    buffer.own = Count;
    Access place;
    place.array = ArrayId(R.arrays.size());
    place.type = local.type;
    place.subs = {IndexExpr::symbol(Row)};
    place.strideBytes = {IndexExpr(size)};
    place.pattern = buffer.name + "[{0}]";
    place.lengths = {ArrayLength{Count}};
    place.loc = local.loc;
    R.arrays.push_back(std::move(buffer));
    return place;
  }

  const Nest &N;
  Nest R;
  const int64_t Count;
  LoopId Rows = NoId;
  SymbolId Row = NoId;
  std::vector<NodeId> Cuts; ///< loops that begin the next part
};

} // namespace

std::optional<RowBlocks> inRowBlocks(const Nest &nest, int64_t rows) { return RowBlocker(nest, rows).run(); }

} // namespace vecify
