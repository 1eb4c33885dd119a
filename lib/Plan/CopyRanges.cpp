// See CopyRanges.h.
#include "CopyRanges.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace vecify {

namespace {

/// Which accesses a condition may keep from happening.
class Conditions {
public:
  explicit Conditions(const Nest &nest) : N(nest) { body(N.nodes[N.root().node].body, false); }

  /// An access to what another one touches without a condition is sure.
  bool decide(AccessId id) const {
    if (!Conditional.count(id))
      return false;
    const Access &access = N.accesses[id];
    return llvm::none_of(Sure, [&](AccessId other) {
      const Access &a = N.accesses[other];
      return a.array == access.array && a.isAffine() && access.isAffine() && bytesOf(a.type) >= bytesOf(access.type) &&
             N.byteAddress(a) == N.byteAddress(access);
    });
  }

private:
  void note(AccessId id, bool isConditional) { (isConditional ? Conditional : Sure).insert(id); }

  void expr(ExprId id, bool isConditional) {
    const Expr &e = N.exprs[id];
    if (e.kind == Expr::Load)
      note(e.access, isConditional);
    const bool isLazy = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    for (unsigned o = 0; o < e.operands.size(); ++o)
      expr(e.operands[o], isConditional || (isLazy && o > 0));
  }

  void body(llvm::ArrayRef<NodeId> nodes, bool isConditional) {
    for (NodeId id : nodes) {
      const Node &node = N.nodes[id];
      if (node.value != NoId)
        expr(node.value, isConditional);
      if (node.access != NoId)
        note(node.access, isConditional);
      if (node.condition != NoId)
        expr(node.condition, isConditional);
      const bool isInside = isConditional || node.kind == Node::If;
      body(node.body, isInside);
      body(node.elseBody, isInside);
    }
  }

  const Nest &N;
  std::set<AccessId> Conditional, Sure;
};

/// Every byte of the range is written whatever the data is: as many different places as the range has room for.
/// Iterations of parallel loops never write one place twice.
bool isFilled(const Nest &nest, const Facts &facts, const Occurrence &write, const Footprint &range) {
  const Access &access = nest.accesses[write.access];
  if (!access.isWrite || !access.isAffine() || !write.branches.empty() || range.lower.size() != 1 ||
      range.upper.size() != 1)
    return false;
  const IndexExpr address = nest.byteAddress(access);
  IndexExpr bytes(bytesOf(access.type));
  for (LoopId l : write.loops) {
    if (!nest.isOverParams(nest.tripCount(l)))
      return false;
    if (!address.uses(nest.loops[l].iterator))
      continue;
    if (!facts.loops[l].parallel)
      return false;
    bytes = bytes * nest.tripCount(l);
  }
  return !bytes.isPoisoned() && bytes == range.upper[0] - range.lower[0];
}

} // namespace

llvm::Expected<std::optional<TouchedRange>> touchedRange(const Nest &nest, const Facts &facts, ArrayId array) {
  const std::vector<Occurrence> all = occurrences(nest);
  TouchedRange range;
  bool isTouched = false, isRead = false, isFull = false;
  const Conditions conditions(nest);
  for (const Occurrence &o : all) {
    const Access &access = nest.accesses[o.access];
    if (access.array != array)
      continue;
    isTouched = true;
    (access.isWrite ? range.out : isRead) = true;
    const bool mayBeEmpty =
        llvm::any_of(o.loops, [&](LoopId l) { return !nest.isOverParams(nest.tripCount(l)) && !alwaysRuns(nest, l); });
    if (mayBeEmpty || conditions.decide(o.access))
      return decline(access.loc, Reason::NoCopyRange, {nest.arrays[array].name});
  }
  if (!isTouched)
    return std::optional<TouchedRange>();
  range.bytes = footprint(nest, array);
  if (!range.bytes.isKnown || range.bytes.mayBeLess || range.bytes.lower.empty())
    return decline(nest.loc(), Reason::NoCopyRange, {nest.arrays[array].name});
  for (const Occurrence &o : all)
    isFull |= nest.accesses[o.access].array == array && isFilled(nest, facts, o, range.bytes);
  range.in = isRead || !isFull;
  return std::optional<TouchedRange>(std::move(range));
}

} // namespace vecify
