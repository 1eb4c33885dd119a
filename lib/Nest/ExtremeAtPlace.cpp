// See ExtremeAtPlace.h.
#include "vecify/Nest/ExtremeAtPlace.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Finder {
public:
  Finder(const Nest &nest, bool signedWraps) : R(nest), SignedWraps(signedWraps) {}

  std::optional<Nest> run() {
    const bool stores = llvm::any_of(R.accesses, [](const Access &access) { return access.isWrite; });
    if (R.loops.size() != 1 || R.mayLeaveEarly() || R.reordered || stores)
      return std::nullopt;
    for (NodeId id : R.nodes[R.root().node].body)
      if (const std::optional<Comparison> found = comparisonOf(R.nodes[id])) {
        carry(id, *found);
        const std::optional<ScalarFacts> place = placeOf(R, found->place);
        return place && place->extreme != NoId ? std::optional(std::move(R)) : std::nullopt;
      }
    return std::nullopt;
  }

private:
  /// if (x[i] > x[k]) k = i, or of magnitudes
  struct Comparison {
    ExprId here = NoId, atPlace = NoId; ///< x[i], x[k]; their magnitudes
    LocalId place = NoId;
  };

  std::optional<Comparison> comparisonOf(const Node &node) const {
    if (node.kind != Node::If || node.body.size() != 1 || !node.elseBody.empty())
      return std::nullopt;
    const Node &taken = R.nodes[node.body[0]];
    const bool isOfLocal = taken.kind == Node::Assign && taken.local != NoId && R.locals[taken.local].scope == NoId &&
                           R.exprs[taken.value].kind == Expr::Index;
    ExprId compared = node.condition;
    while (R.exprs[compared].kind == Expr::Not)
      compared = R.exprs[compared].operands[0];
    if (!isOfLocal || R.exprs[compared].kind != Expr::Compare)
      return std::nullopt;
    for (unsigned side : {0u, 1u}) {
      const ExprId here = uncast(R.exprs[compared].operands[side]),
                   there = uncast(R.exprs[compared].operands[1 - side]);
      const auto reads =
          llvm::count_if(R.exprs, [&](const Expr &e) { return e.kind == Expr::Local && e.local == taken.local; });
      if (reads == 1 && isMagnitude(here) == isMagnitude(there) &&
          isMoved(readOf(here), readOf(there), taken.local, R.exprs[taken.value].index))
        return Comparison{here, there, taken.local};
    }
    return std::nullopt;
  }

  ExprId uncast(ExprId id) const {
    while (R.exprs[id].kind == Expr::Cast)
      id = R.exprs[id].operands[0];
    return id;
  }

  bool isMagnitude(ExprId id) const {
    const Expr &e = R.exprs[id];
    return e.kind == Expr::Unary && e.unary == UnaryOp::Abs && R.exprs[e.operands[0]].kind == Expr::Load;
  }
  ExprId readOf(ExprId id) const { return isMagnitude(id) ? R.exprs[id].operands[0] : id; }

  /// `there` reads what `here` does, at `place` instead of `counter`.
  bool isMoved(ExprId here, ExprId there, LocalId place, const IndexExpr &counter) const {
    const Expr &a = R.exprs[here], &b = R.exprs[there];
    if (a.kind != Expr::Load || b.kind != Expr::Load)
      return false;
    const Access &x = R.accesses[a.access], &y = R.accesses[b.access];
    if (x.array != y.array || x.type != y.type || x.offsetBytes != y.offsetBytes || x.strideBytes != y.strideBytes ||
        x.subs.size() != y.subs.size() || y.indirect.size() != y.subs.size() || !x.isAffine() ||
        R.arrays[x.array].isRows())
      return false;
    bool isFound = false;
    for (size_t d = 0; d < x.subs.size(); ++d) {
      if (y.indirect[d] == NoId) {
        if (!(x.subs[d] == y.subs[d]) || x.subs[d].uses(R.rootIterator()))
          return false;
        continue;
      }
      const std::optional<IndexExpr> ahead = distanceFrom(place, y.indirect[d]);
      if (isFound || !ahead || !(x.subs[d] - y.subs[d] - *ahead == counter))
        return false;
      isFound = true;
    }
    return isFound;
  }

  /// Without conversions to types that hold all that their operand may be; to 64 bits anything may go, as addresses do.
  const Expr &unwidened(ExprId id) const {
    for (;;) {
      const Expr &e = R.exprs[id];
      if (e.kind != Expr::Cast)
        return e;
      const ScalarType from = R.exprs[e.operands[0]].type;
      const bool isExact = isSignedInteger(from) ? isSignedInteger(e.type) && bitsOf(from) <= bitsOf(e.type)
                                                 : isUnsignedInteger(from) && bitsOf(from) < bitsOf(e.type);
      if (!isExact && !(isInteger(from) && bitsOf(e.type) == 64))
        return e;
      id = e.operands[0];
    }
  }

  /// What is added to the place: i * n of x[i * n + k].
  std::optional<IndexExpr> distanceFrom(LocalId place, ExprId id) const {
    const Expr &e = unwidened(id);
    if (e.kind == Expr::Local && e.local == place)
      return IndexExpr();
    const bool isExact = e.type == ScalarType::U64 || (isSignedInteger(e.type) && !SignedWraps);
    if (e.kind != Expr::Binary || e.binary != BinaryOp::Add || !isExact)
      return std::nullopt;
    for (unsigned side : {0u, 1u}) {
      const Expr &added = unwidened(e.operands[1 - side]);
      const std::optional<IndexExpr> distance = distanceFrom(place, e.operands[side]);
      if (distance && added.kind == Expr::Index)
        return *distance + added.index;
      if (distance && added.kind == Expr::IntConst)
        return *distance + IndexExpr(added.intValue);
      if (distance && added.kind == Expr::Param)
        return *distance + IndexExpr::symbol(added.symbol);
    }
    return std::nullopt;
  }

  void carry(NodeId id, const Comparison &found) {
    Symbol entry;
    entry.name = R.locals[found.place].name;
    entry.type = R.locals[found.place].type;
    const auto onEntry = SymbolId(R.symbols.size());
    R.symbols.push_back(std::move(entry));
    Access start = R.accesses[R.exprs[readOf(found.atPlace)].access];
    for (size_t d = 0; d < start.subs.size(); ++d)
      if (start.indirect[d] != NoId) {
        start.subs[d] += *distanceFrom(found.place, start.indirect[d]) + IndexExpr::symbol(onEntry);
        // Nobody asks for the place any more.
        for (Expr &e : R.exprs)
          if (e.kind == Expr::Local && e.local == found.place) {
            e.kind = Expr::IntConst;
            e.local = NoId;
          }
        start.indirect[d] = NoId;
      }
    Local extreme;
    extreme.type = start.type;
    extreme.name = R.arrays[start.array].name + "_best";
    extreme.loc = start.loc;
    extreme.startsAsMagnitude = isMagnitude(found.atPlace);
    extreme.start = R.add(std::move(start));
    const auto local = LocalId(R.locals.size());
    R.locals.push_back(std::move(extreme));
    Expr &read = R.exprs[found.atPlace];
    read.kind = Expr::Local;
    read.operands.clear();
    read.access = NoId;
    read.local = local;
    Node take = R.nodes[R.nodes[id].body[0]];
    take.local = local;
    take.value = found.here;
    const NodeId first = R.add(std::move(take));
    R.nodes[id].body.insert(R.nodes[id].body.begin(), first);
  }

  Nest R;
  const bool SignedWraps;
};

} // namespace

std::optional<Nest> extremeInScalar(const Nest &nest, bool signedWraps) { return Finder(nest, signedWraps).run(); }

} // namespace vecify
