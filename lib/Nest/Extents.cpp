// How long a loop can be, going by the declared arrays that every iteration of it indexes.
//
//     static const short w[8];
//     for (int i = 0; i < n; i++)      n <= 8
//       y[i] = w[i] * x[i];
//
// C lets no subscript leave a declared array. One that moves by c in every iteration and stays within 0 .. length - 1
// is reached at most (length - 1) / |c| + 1 times, or as often as there are elements ahead of a constant first one.
// Where a loop inside may not run, or the array is the last member of its struct, which programs index beyond its end,
// prices go by that and nothing else does.
#include "vecify/Nest/Range.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>
#include <utility>

namespace vecify {
namespace {

class ExtentReader {
public:
  explicit ExtentReader(Nest &nest) : nest(nest) {}

  /// `id` is run whenever the root runs at least once.
  void loop(LoopId id) {
    const IndexExpr trip = nest.tripCount(id);
    const bool isOverParams = nest.isOverParams(trip);
    Most.reset();
    LikelyMost = INT64_MAX;
    Counter = nest.loops[id].iterator;
    First = nest.loops[id].lower;
    body(nest.nodes[nest.loops[id].node].body, /*isSure=*/true);
    nest.loops[id].likelyMost = std::min(nest.loops[id].likelyMost, LikelyMost);
    // A loop that is left early may be given any count.
    if (Most && isOverParams && !trip.isPoisoned() && !trip.asConstant() && !nest.mayLeaveEarly())
      nest.known.push_back(IndexExpr(*Most) - trip);
    for (NodeId node : nest.nodes[nest.loops[id].node].body)
      if (nest.nodes[node].kind == Node::Loop)
        loop(nest.nodes[node].loop);
  }

private:
  /// What every iteration does, if loops inside run: of those nothing is sure.
  void body(llvm::ArrayRef<NodeId> nodes, bool isSure) {
    for (NodeId id : nodes) {
      const Node &node = nest.nodes[id];
      IsSure = isSure;
      statement(node);
      if (node.kind == Node::Loop)
        body(node.body, /*isSure=*/false);
      else if (node.kind == Node::If)
        either(node, isSure);
    }
  }

  /// What both branches index, if the statement is sure to be reached; prices also go by what one of them indexes, if
  /// the condition is not one of the place: if (i < 16) w[i].
  void either(const Node &node, bool isSure) {
    const int64_t likelyBefore = LikelyMost;
    const std::optional<int64_t> before = std::exchange(Most, std::nullopt);
    int64_t likely[] = {INT64_MAX, INT64_MAX};
    std::optional<int64_t> most[2];
    for (bool isElse : {false, true}) {
      LikelyMost = INT64_MAX;
      Most.reset();
      body(isElse ? node.elseBody : node.body, isSure);
      likely[isElse] = LikelyMost;
      most[isElse] = Most;
    }
    const bool isOfData = !dependsOnPlace(node.condition);
    LikelyMost = std::min(likelyBefore, isOfData ? std::min(likely[0], likely[1]) : std::max(likely[0], likely[1]));
    Most = before;
    if (most[0] && most[1])
      Most = std::min(Most.value_or(INT64_MAX), std::max(*most[0], *most[1]));
  }

  /// Something else than memory and parameters decides it.
  bool dependsOnPlace(ExprId id) const {
    const Expr &e = nest.exprs[id];
    if (e.kind == Expr::Load)
      return false;
    return e.kind == Expr::Local || (e.kind == Expr::Index && !nest.isOverParams(e.index)) ||
           llvm::any_of(e.operands, [&](ExprId operand) { return dependsOnPlace(operand); });
  }

  void statement(const Node &node) {
    SeenSurely.clear();
    SeenMaybe.clear();
    if (node.kind == Node::Assign) {
      evaluated(node.value);
      if (node.access != NoId)
        accessed(nest.accesses[node.access]);
    } else if (node.kind == Node::If) {
      evaluated(node.condition);
    }
  }

  void evaluated(ExprId id) {
    if (!(IsSure ? SeenSurely : SeenMaybe).insert(id).second)
      return;
    const Expr &e = nest.exprs[id];
    if (e.kind == Expr::Load)
      accessed(nest.accesses[e.access]);
    // Only the first operand of these is sure to be evaluated.
    const bool isLazy = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    evaluatedOperands(e, isLazy ? 1 : e.operands.size());
    if (!isLazy || dependsOnPlace(e.operands[0]))
      return;
    const bool wasSure = std::exchange(IsSure, false);
    evaluatedOperands(e, e.operands.size());
    IsSure = wasSure;
  }

  void evaluatedOperands(const Expr &e, size_t count) {
    for (size_t o = 0; o < count; ++o)
      evaluated(e.operands[o]);
  }

  void accessed(const Access &access) {
    for (size_t d = 0; d < access.lengths.size() && !access.isEarly; ++d) {
      const IndexExpr &sub = access.subs[d];
      const bool isIndirect = d < access.indirect.size() && access.indirect[d] != NoId;
      const ArrayLength length = access.lengths[d];
      if (length.declared <= 0 || isIndirect || sub.isPoisoned() || sub.degreeIn(Counter) != 1)
        continue;
      const std::optional<int64_t> step = sub.coefficientOf(Counter).asConstant();
      if (!step || *step == INT64_MIN)
        continue;
      const int64_t first = sub.substitute(Counter, First).asConstant().value_or(-1);
      const int64_t ahead = first < 0 || first >= length.declared ? length.declared - 1
                            : *step > 0                           ? length.declared - 1 - first
                                                                  : first;
      const int64_t most = ahead / std::abs(*step) + 1;
      if (IsSure && !length.mayGoOn)
        Most = std::min(Most.value_or(most), most);
      if (!length.mayGoOn || length.declared > 1)
        LikelyMost = std::min(LikelyMost, most);
    }
  }

  Nest &nest;
  SymbolId Counter = NoId;
  IndexExpr First; ///< where it begins
  bool IsSure = true;
  std::optional<int64_t> Most; ///< iterations of the loop
  int64_t LikelyMost = INT64_MAX;
  llvm::DenseSet<ExprId> SeenSurely, SeenMaybe; ///< in this statement
};

} // namespace

void learnExtents(Nest &nest) { ExtentReader(nest).loop(0); }

static int64_t mostIterations(const Nest &nest, LoopId loop, const ParamRanges &ranges) {
  const IndexExpr trip = nest.tripCount(loop);
  int64_t most = ranges.of(trip).hi;
  for (const IndexExpr &known : nest.known)
    if (const std::optional<int64_t> sum = (known + trip).asConstant())
      most = std::min(most, *sum);
  return std::max<int64_t>(0, most);
}

int64_t mostIterations(const Nest &nest, LoopId loop) { return mostIterations(nest, loop, ParamRanges(nest)); }

int64_t likelyIterations(const Nest &nest, LoopId loop) {
  ParamRanges ranges(nest);
  for (SymbolId id = 0; id < nest.symbols.size(); ++id)
    ranges.limit(id, nest.symbols[id].likelyMost);
  return std::min(mostIterations(nest, loop, ranges), nest.loops[loop].likelyMost);
}

} // namespace vecify
