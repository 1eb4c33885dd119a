#include "vecify/Nest/PackStores.h"
#include "Each.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Packer {
public:
  Packer(const Nest &nest, bool signedWraps) : R(nest), SignedWraps(signedWraps) {}

  std::optional<Nest> run() {
    if (R.loops.size() > 1 || R.mayLeaveEarly())
      return std::nullopt;
    bool hasAny = false;
    for (NodeId branch = 0; branch < R.nodes.size(); ++branch)
      if (R.nodes[branch].kind == Node::If)
        for (std::vector<NodeId> Node::*body : {&Node::body, &Node::elseBody})
          for (LocalId l = 0; l < R.locals.size(); ++l)
            hasAny |= packBy(l, branch, body);
    return hasAny ? std::optional<Nest>(std::move(R)) : std::nullopt;
  }

private:
  bool readsLocal(ExprId e, LocalId local) const { return e != NoId && localOf(e) == local; }

  /// The local that the expression is, but for conversions that keep its value.
  LocalId localOf(ExprId e) const {
    const Expr *expr = &R.exprs[e];
    while (expr->kind == Expr::Cast) {
      const Expr &from = R.exprs[expr->operands[0]];
      // To 64 bits, by which addresses wrap, or a wider type that holds all of it.
      const bool isWider = bitsOf(expr->type) > bitsOf(from.type);
      if (!isInteger(expr->type) || !isInteger(from.type) || !(isWider || expr->type == from.type) ||
          (bitsOf(expr->type) < 64 && isSignedInteger(from.type) && !isSignedInteger(expr->type)))
        return NoId;
      expr = &from;
    }
    return expr->kind == Expr::Local ? expr->local : NoId;
  }

  unsigned readsOf(LocalId local) const {
    unsigned reads = 0;
    const auto look = [&](const Expr &e) { reads += e.kind == Expr::Local && e.local == local; };
    forEachNode(R, R.root().node, [&](const Node &node) { forEachExpr(R, node, look); });
    return reads;
  }

  unsigned assignmentsTo(LocalId local) const {
    return unsigned(llvm::count_if(R.nodes, [&](const Node &n) { return n.kind == Node::Assign && n.local == local; }));
  }

  /// `counter + 1` of the counter or of its copy.
  bool isNext(ExprId value, LocalId counter, LocalId copy) const {
    const Expr &sum = R.exprs[value];
    if (sum.kind != Expr::Binary || sum.binary != BinaryOp::Add)
      return false;
    for (unsigned o = 0; o < 2; ++o) {
      const Expr &one = R.exprs[sum.operands[1 - o]], &from = R.exprs[sum.operands[o]];
      if (one.kind == Expr::IntConst && one.intValue == 1 && from.kind == Expr::Local &&
          (from.local == counter || (copy != NoId && from.local == copy)))
        return true;
    }
    return false;
  }

  /// Element by element, in an array of which nothing else is touched but what lies ahead: read before it is
  /// overwritten as long as the store stays behind the counter.
  bool mayBePacked(AccessId id) const {
    const Access &store = R.accesses[id];
    if (store.offsetBytes != 0 || store.promisedKind || store.isComplexPart ||
        store.strideBytes.back().asConstant() != int64_t(bytesOf(store.type)) ||
        !llvm::all_of(llvm::ArrayRef(store.subs).drop_back(),
                      [&](const IndexExpr &sub) { return R.isOverParams(sub); }))
      return false;
    for (AccessId other = 0; other < R.accesses.size(); ++other)
      if (other != id && R.accesses[other].array == store.array && !isAhead(other, id))
        return false;
    return true;
  }

  /// A read of x[i + c] that comes before the store in every iteration.
  bool isAhead(AccessId id, AccessId store) const {
    const Access &read = R.accesses[id];
    if (read.isWrite || read.isEarly || !read.isAffine() || read.subs.size() != 1 ||
        R.accesses[store].subs.size() != 1 || read.offsetBytes != 0 || read.type != R.accesses[store].type ||
        read.strideBytes != R.accesses[store].strideBytes || !R.isOverParams(aheadBy(read)))
      return false;
    const std::vector<Occurrence> all = occurrences(R);
    const auto phaseOf = [&](AccessId access) {
      return llvm::find_if(all, [&](const Occurrence &o) { return o.access == access; });
    };
    // What parameters are made of does not occur.
    return phaseOf(id) != all.end() &&
           llvm::all_of(all, [&](const Occurrence &o) { return o.access != id || o.phase < phaseOf(store)->phase; });
  }
  IndexExpr aheadBy(const Access &read) const { return read.subs[0] - IndexExpr::symbol(R.rootIterator()); }

  bool packBy(LocalId counter, NodeId branch, std::vector<NodeId> Node::*side) {
    const Local &local = R.locals[counter];
    if (local.scope != NoId || local.isBool || !isInteger(local.type) || bitsOf(local.type) < 32 ||
        assignmentsTo(counter) != 1)
      return false;
    const std::vector<NodeId> &body = R.nodes[branch].*side;
    const auto update = llvm::find_if(body, [&](NodeId n) { return R.nodes[n].local == counter; });
    if (update == body.end())
      return false;
    // k++ leaves a copy of what k was.
    LocalId copy = NoId;
    NodeId copied = NoId;
    for (auto n = body.begin(); n != update; ++n)
      if (const Node &node = R.nodes[*n]; node.local != NoId && readsLocal(node.value, counter) && copy == NoId) {
        copy = node.local;
        copied = *n;
      }
    if (copy != NoId &&
        (R.locals[copy].scope == NoId || assignmentsTo(copy) != 1 || bitsOf(R.locals[copy].type) < bitsOf(local.type)))
      return false;
    if (!isNext(R.nodes[*update].value, counter, copy))
      return false;

    llvm::SmallVector<AccessId, 2> packed;
    for (auto n = body.begin(); n != body.end(); ++n) {
      const Node &node = R.nodes[*n];
      if (node.kind != Node::Assign || node.access == NoId || R.accesses[node.access].isAffine())
        continue;
      const std::vector<ExprId> &indirect = R.accesses[node.access].indirect;
      if (llvm::any_of(llvm::ArrayRef(indirect).drop_back(), [](ExprId sub) { return sub != NoId; }))
        continue;
      const LocalId by = localOf(indirect.back());
      const bool isPlace = (by == counter && n < update) || (copy != NoId && by == copy);
      if (isPlace && mayBePacked(node.access))
        packed.push_back(node.access);
    }
    const unsigned reads = readsOf(counter) + (copy == NoId ? 0 : readsOf(copy));
    if (packed.empty() || reads != packed.size() + 1 + (copy == NoId ? 0 : 1))
      return false;
    apply(counter, copied, branch, side, *update, packed);
    return true;
  }

  void apply(LocalId counter, NodeId copied, NodeId branch, std::vector<NodeId> Node::*side, NodeId update,
             llvm::ArrayRef<AccessId> packed) {
    const SymbolId entry = SymbolId(R.symbols.size());
    const ScalarType type = R.locals[counter].type;
    Symbol symbol;
    symbol.name = R.locals[counter].name;
    symbol.type = type;
    if (bitsOf(type) < 64) {
      symbol.lo = minValue(type);
      symbol.hi = maxValue(type);
    }
    R.symbols.push_back(std::move(symbol));
    R.locals[counter].onEntry = entry;
    if (type == ScalarType::U32 || (type == ScalarType::I32 && SignedWraps))
      assume(R, IndexExpr(maxValue(type)) - IndexExpr::symbol(entry) - R.tripCount(0),
             "'" + R.locals[counter].name + "' does not wrap");
    for (AccessId id : packed) {
      Access &store = R.accesses[id];
      for (const Access &read : R.accesses) {
        if (read.isWrite || read.array != store.array)
          continue;
        const IndexExpr lead = R.root().lower + aheadBy(read) - IndexExpr::symbol(entry);
        assume(R, lead, store.text + " is not ahead of " + read.text);
      }
      store.packedBy = counter;
      store.indirect.clear();
      store.lengths.resize(store.subs.size());
      store.lengths.back() = {};
      store.subs.back() = IndexExpr::symbol(entry) + IndexExpr::symbol(R.rootIterator()) - R.root().lower;
    }
    Expr old, one, sum;
    old.kind = Expr::Local;
    old.local = counter;
    one.kind = Expr::IntConst;
    one.intValue = 1;
    sum.kind = Expr::Binary;
    sum.binary = BinaryOp::Add;
    old.type = one.type = sum.type = type;
    sum.operands = {R.add(std::move(old)), R.add(std::move(one))};
    R.nodes[update].value = R.add(std::move(sum));
    std::vector<NodeId> &body = R.nodes[branch].*side;
    llvm::erase(body, copied);
    llvm::erase(body, update);
    body.push_back(update);
  }

  Nest R;
  const bool SignedWraps;
};

} // namespace

std::optional<Nest> packedStores(const Nest &nest, bool signedWraps) {
  if (llvm::none_of(nest.accesses, [](const Access &a) { return a.isWrite && !a.isAffine(); }))
    return std::nullopt;
  return Packer(nest, signedWraps).run();
}

} // namespace vecify
