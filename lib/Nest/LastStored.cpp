// See LastStored.h.
#include "vecify/Nest/LastStored.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Carrier {
public:
  explicit Carrier(const Nest &nest) : R(nest) {}

  std::optional<Nest> run() {
    if (R.loops.size() != 1 || R.mayLeaveEarly() || R.clauses.independent || R.clauses.ivdep || R.reordered)
      return std::nullopt;
    const std::vector<NodeId> body = R.nodes[R.root().node].body;
    for (NodeId id : body)
      if (const AccessId read = readOfLast(R.nodes[id]); read != NoId) {
        const LocalId last = carry(id, read);
        const std::optional<ScalarFacts> scan = scanOf(R, last);
        return scan && scan->mayReassociate ? std::optional(std::move(R)) : std::nullopt;
      }
    return std::nullopt;
  }

private:
  /// Of a statement that stores to an array which nothing else is stored to: a read, in every iteration, of what the
  /// one before has stored.
  AccessId readOfLast(const Node &node) const {
    if (node.kind != Node::Assign || node.access == NoId)
      return NoId;
    const Access &store = R.accesses[node.access];
    if (!store.isAffine() || store.packedBy != NoId || R.arrays[store.array].isRows())
      return NoId;
    const SymbolId counter = R.rootIterator();
    const IndexExpr place = R.byteAddress(store), before = place.substitute(counter, IndexExpr::symbol(counter) - 1);
    const std::optional<int64_t> step = (place - before).asConstant();
    if (!step || std::abs(*step) < int64_t(bytesOf(store.type)))
      return NoId;
    AccessId found = NoId;
    for (const Occurrence &o : occurrences(R)) {
      const Access &access = R.accesses[o.access];
      if (access.array != store.array || o.access == node.access)
        continue;
      if (access.isWrite)
        return NoId;
      const bool isLast = access.isAffine() && !access.isEarly && access.type == store.type && o.branches.empty() &&
                          R.byteAddress(access) == before;
      if (isLast)
        found = o.access;
    }
    return found;
  }

  /// All reads of the place of `read` become a scalar, which is set at the end.
  LocalId carry(NodeId store, AccessId read) {
    const Access access = R.accesses[read];
    const IndexExpr place = R.byteAddress(access);
    const auto value = LocalId(R.locals.size()), last = value + 1;
    Local local;
    local.type = access.type;
    local.loc = access.loc;
    local.name = R.arrays[access.array].name + "_now";
    local.scope = 0;
    R.locals.push_back(local);
    local.name = R.arrays[access.array].name + "_last";
    local.scope = NoId;
    local.start = read;
    R.locals.push_back(local);
    R.inScalars.push_back(access.array);
    for (Expr &e : R.exprs)
      if (e.kind == Expr::Load && R.accesses[e.access].array == access.array && R.accesses[e.access].isAffine() &&
          R.accesses[e.access].type == access.type && R.byteAddress(R.accesses[e.access]) == place) {
        e.kind = Expr::Local;
        e.access = NoId;
        e.local = last;
      }
    Node compute = R.nodes[store], update = compute;
    compute.access = update.access = NoId;
    compute.local = value;
    update.local = last;
    update.value = R.nodes[store].value = valueOf(value);
    const NodeId first = R.add(std::move(compute)), behind = R.add(std::move(update));
    std::vector<NodeId> &body = R.nodes[R.root().node].body;
    body.insert(llvm::find(body, store), first);
    body.push_back(behind);
    return last;
  }

  ExprId valueOf(LocalId local) {
    Expr e;
    e.kind = Expr::Local;
    e.local = local;
    e.type = R.locals[local].type;
    e.loc = R.locals[local].loc;
    return R.add(std::move(e));
  }

  Nest R;
};

} // namespace

std::optional<Nest> lastStoredInScalar(const Nest &nest) { return Carrier(nest).run(); }

} // namespace vecify
