// See overwrittenPlace. Why it is asked: whoever promises that such iterations are independent promises what is false.
#include "Each.h"
#include "vecify/Nest/PackStores.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

class Finder {
public:
  explicit Finder(const Nest &nest) : N(nest), Body(nest.nodes[nest.root().node].body) {}

  std::optional<OverwrittenPlace> run() const {
    for (size_t i = 0; i < Body.size(); ++i) {
      const Node &node = N.nodes[Body[i]];
      if (node.kind != Node::Assign || node.access == NoId || N.accesses[node.access].indirect.empty() ||
          N.accesses[node.access].indirect.back() == NoId)
        continue;
      const LocalId place = localIn(N.accesses[node.access].indirect.back());
      if (place == NoId || N.locals[place].scope != NoId)
        continue;
      if (const std::optional<size_t> moves = whereItMoves(place))
        return OverwrittenPlace{node.access, place, *moves > i && movesByOne(Body[*moves], place)};
    }
    return std::nullopt;
  }

private:
  /// The local that the expression is, converted or not.
  LocalId localIn(ExprId id) const {
    while (N.exprs[id].kind == Expr::Cast)
      id = N.exprs[id].operands[0];
    return N.exprs[id].kind == Expr::Local ? N.exprs[id].local : NoId;
  }

  /// What the expression is, behind conversions and copies of the body that are set once.
  ExprId valueOf(ExprId id) const {
    for (unsigned step = 0; step < MostSteps; ++step) {
      if (N.exprs[id].kind == Expr::Cast) {
        id = N.exprs[id].operands[0];
        continue;
      }
      const LocalId copy = N.exprs[id].kind == Expr::Local ? N.exprs[id].local : NoId;
      if (copy == NoId || N.locals[copy].scope == NoId)
        break;
      const auto isSet = [&](const Node &n) { return n.kind == Node::Assign && n.local == copy; };
      if (llvm::count_if(N.nodes, isSet) != 1)
        break;
      id = llvm::find_if(N.nodes, isSet)->value;
    }
    return id;
  }

  bool isPlace(ExprId id, LocalId place) const {
    const Expr &e = N.exprs[valueOf(id)];
    return e.kind == Expr::Local && e.local == place;
  }

  /// Nothing or one, as the data says.
  bool isCondition(ExprId id) const {
    const Range range = valueRange(N, id);
    return N.exprs[id].kind != Expr::IntConst && range.lo == 0 && range.hi == 1;
  }

  /// `place + condition`, `place - condition`, or `condition ? other : place`.
  bool mayStay(ExprId id, LocalId place) const {
    const Expr &e = N.exprs[valueOf(id)];
    if (e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub))
      return (isPlace(e.operands[0], place) && isCondition(e.operands[1])) ||
             (e.binary == BinaryOp::Add && isPlace(e.operands[1], place) && isCondition(e.operands[0]));
    return e.kind == Expr::Select && isPlace(e.operands[1], place) != isPlace(e.operands[2], place);
  }

  /// `place + 1` or `place + condition`, or one of them wherever it is not `place`.
  bool isNextOrStays(ExprId id, LocalId place) const {
    const Expr &e = N.exprs[valueOf(id)];
    if (e.kind == Expr::Select)
      return isNextOrStays(e.operands[1], place) && isNextOrStays(e.operands[2], place);
    if (e.kind != Expr::Binary || e.binary != BinaryOp::Add)
      return isPlace(id, place);
    const auto isOne = [&](ExprId by) {
      const Expr &step = N.exprs[by];
      return isCondition(by) || (step.kind == Expr::IntConst && step.intValue == 1);
    };
    return (isPlace(e.operands[0], place) && isOne(e.operands[1])) ||
           (isPlace(e.operands[1], place) && isOne(e.operands[0]));
  }

  bool movesByOne(NodeId id, LocalId place) const {
    bool byOne = true;
    forEachNode(N, id, [&](const Node &n) {
      byOne &= n.kind != Node::Assign || n.local != place || isNextOrStays(n.value, place);
    });
    return byOne;
  }

  /// The only statement of the body that sets the place, if it may leave it as it is.
  std::optional<size_t> whereItMoves(LocalId place) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < Body.size(); ++i) {
      if (!sets(Body[i], place))
        continue;
      if (found || !maySkip(N.nodes[Body[i]], place))
        return std::nullopt;
      found = i;
    }
    return found;
  }

  bool maySkip(const Node &node, LocalId place) const {
    if (node.kind == Node::Assign)
      return mayStay(node.value, place);
    const auto setsPlace = [&](NodeId id) { return sets(id, place); };
    return node.kind == Node::If && !(llvm::any_of(node.body, setsPlace) && llvm::any_of(node.elseBody, setsPlace));
  }

  bool sets(NodeId id, LocalId local) const {
    bool found = false;
    forEachNode(N, id, [&](const Node &n) { found |= n.kind == Node::Assign && n.local == local; });
    return found;
  }

  static constexpr unsigned MostSteps = 16;
  const Nest &N;
  const std::vector<NodeId> &Body;
};

} // namespace

std::optional<OverwrittenPlace> overwrittenPlace(const Nest &nest) { return Finder(nest).run(); }

} // namespace vecify
