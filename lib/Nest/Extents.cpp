// How long a loop can be, going by the declared arrays that every iteration of it indexes.
//
//     static const short w[8];
//     for (int i = 0; i < n; i++)      n <= 8
//       y[i] = w[i] * x[i];
//
// C lets no subscript leave a declared array. One that moves by c in every iteration and stays within 0 .. length - 1
// is reached at most (length - 1) / |c| + 1 times. Where a loop inside may not run, or the array is the last member of
// its struct, which programs index beyond its end, prices go by that and nothing else does.
#include "vecify/Nest/Range.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>

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
        either(node);
    }
  }

  /// What both branches index.
  void either(const Node &node) {
    const int64_t before = LikelyMost;
    int64_t most = 0;
    for (const std::vector<NodeId> *branch : {&node.body, &node.elseBody}) {
      LikelyMost = INT64_MAX;
      body(*branch, /*isSure=*/false);
      most = std::max(most, LikelyMost);
    }
    LikelyMost = std::min(before, most);
  }

  void statement(const Node &node) {
    Seen.clear();
    if (node.kind == Node::Assign) {
      evaluated(node.value);
      if (node.access != NoId)
        accessed(nest.accesses[node.access]);
    } else if (node.kind == Node::If) {
      evaluated(node.condition);
    }
  }

  void evaluated(ExprId id) {
    if (!Seen.insert(id).second)
      return;
    const Expr &e = nest.exprs[id];
    if (e.kind == Expr::Load)
      accessed(nest.accesses[e.access]);
    // Only the first operand of these is sure to be evaluated.
    const bool isLazy = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    for (size_t o = 0; o < (isLazy ? 1 : e.operands.size()); ++o)
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
      const int64_t most = (length.declared - 1) / std::abs(*step) + 1;
      if (IsSure && !length.mayGoOn)
        Most = std::min(Most.value_or(most), most);
      if (!length.mayGoOn || length.declared > 1)
        LikelyMost = std::min(LikelyMost, most);
    }
  }

  Nest &nest;
  SymbolId Counter = NoId;
  bool IsSure = true;
  std::optional<int64_t> Most; ///< iterations of the loop
  int64_t LikelyMost = INT64_MAX;
  llvm::DenseSet<ExprId> Seen;
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
