#include "vecify/Nest/Interior.h"
#include "Each.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace vecify {
namespace {

/// Iterations at the ends that lie outside.
struct Ends {
  int64_t first = 0, last = 0;
  void include(const Ends &other) {
    first = std::max(first, other.first);
    last = std::max(last, other.last);
  }
};

class Interior {
public:
  Interior(const Nest &nest, bool signedWraps) : R(nest), SignedWraps(signedWraps) {}

  std::optional<Nest> run() {
    if (R.rolled != 1 || R.mayLeaveEarly() || R.reordered || R.isFused || R.endsByExit || R.tripCount(0).isPoisoned())
      return std::nullopt;
    walk(R.nodes[R.root().node].body);
    if (!IsWorthIt || Outside.first > most || Outside.last > most)
      return std::nullopt;
    const ExprId inside = condition();
    for (const Change &change : Changes) {
      const ExprId old = R.nodes[change.node].*change.part;
      Expr choice;
      choice.kind = Expr::Select;
      choice.type = R.exprs[old].type;
      choice.operands = {inside, change.value, old};
      choice.loc = R.exprs[old].loc;
      R.nodes[change.node].*change.part = add(std::move(choice));
    }
    R.interior = Nest::Inside{inside, Outside.first, Outside.last};
    return std::move(R);
  }

private:
  static constexpr int64_t most = 16;

  ExprId add(Expr e) {
    R.exprs.push_back(std::move(e));
    return ExprId(R.exprs.size() - 1);
  }

  /// What a statement evaluates, as it is inside.
  struct Change {
    NodeId node;
    ExprId Node::*part;
    ExprId value;
  };

  /// In the order in which an iteration inside runs them.
  void walk(const std::vector<NodeId> &body) {
    for (NodeId n : body) {
      const Node node = R.nodes[n];
      switch (node.kind) {
      case Node::Assign:
        note(n, &Node::value, resolved(node.value));
        if (node.local != NoId)
          define(node.local, R.locals[node.local].scope == 0 ? placeOf(node.value) : std::nullopt);
        break;
      case Node::Loop:
        forget(node.body);
        walk(node.body);
        forget(node.body);
        break;
      case Node::If: {
        const std::optional<bool> taken = truthOf(node.condition);
        note(n, &Node::condition, taken ? decided(node.condition, *taken) : resolved(node.condition));
        if (taken) {
          walk(*taken ? node.body : node.elseBody);
          break;
        }
        const auto before = Definitions;
        walk(node.body);
        define(before);
        walk(node.elseBody);
        define(before);
        forget(node.body);
        forget(node.elseBody);
        break;
      }
      }
    }
  }

  void note(NodeId n, ExprId Node::*part, ExprId value) {
    if (value != R.nodes[n].*part)
      Changes.push_back({n, part, value});
  }

  void define(LocalId local, std::optional<IndexExpr> place) {
    Definitions.erase(local);
    if (place)
      Definitions.insert({local, std::move(*place)});
    Resolved.clear();
  }
  void define(const std::map<LocalId, IndexExpr> &all) {
    Definitions = all;
    Resolved.clear();
  }
  void forget(const std::vector<NodeId> &body) {
    for (NodeId n : body)
      forEachNode(R, n, [&](const Node &node) {
        if (node.kind == Node::Assign && node.local != NoId)
          define(node.local, std::nullopt);
      });
  }

  bool isExact(const Expr &e) const {
    return isInteger(e.type) && e.type != ScalarType::I1 && isSignedInteger(e.type) && !SignedWraps;
  }

  /// Inside, the polynomial does not wrap where it is converted.
  bool fits(const IndexExpr &poly, ScalarType type) {
    const bool isWide = bitsOf(type) > 32; // there is no memory for so many iterations
    return isInteger(type) && type != ScalarType::I1 && signOf(poly, Predicate::Ge) == true &&
           (isWide || signOf(IndexExpr(maxValue(type)) - poly, Predicate::Ge) == true);
  }

  /// The value as a polynomial inside, if it is one without any wrapping: of a signed type, or never negative.
  std::optional<IndexExpr> placeOf(ExprId id, unsigned depth = 0) {
    const Expr e = R.exprs[id];
    if (depth > 16)
      return std::nullopt;
    switch (e.kind) {
    case Expr::IntConst:
      return IndexExpr(e.intValue);
    case Expr::Param:
      return isInteger(e.type) && e.type != ScalarType::I1 ? std::optional(IndexExpr::symbol(e.symbol)) : std::nullopt;
    case Expr::Index:
      return isExact(e) || fits(e.index, e.type) ? std::optional(e.index) : std::nullopt;
    case Expr::Local:
      if (const auto known = Definitions.find(e.local); known != Definitions.end())
        return known->second;
      return std::nullopt;
    case Expr::Cast: {
      const Expr &from = R.exprs[e.operands[0]];
      const bool toSigned = isSignedInteger(e.type), fromSigned = isSignedInteger(from.type);
      const bool isWider = isInteger(e.type) && isInteger(from.type) && from.type != ScalarType::I1 &&
                           bitsOf(e.type) >= bitsOf(from.type) + (toSigned && !fromSigned);
      const std::optional<IndexExpr> place = isWider ? placeOf(e.operands[0], depth + 1) : std::nullopt;
      return place && fromSigned && !toSigned && signOf(*place, Predicate::Ge) != true ? std::nullopt : place;
    }
    case Expr::Select:
      if (const std::optional<bool> truth = truthOf(e.operands[0], depth + 1))
        return placeOf(e.operands[*truth ? 1 : 2], depth + 1);
      return std::nullopt;
    case Expr::Binary:
      return isExact(e) ? placeOfBinary(e, depth) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<IndexExpr> placeOfBinary(const Expr &e, unsigned depth) {
    const std::optional<IndexExpr> a = placeOf(e.operands[0], depth + 1), b = placeOf(e.operands[1], depth + 1);
    if (!a || !b)
      return std::nullopt;
    IndexExpr result;
    switch (e.binary) {
    case BinaryOp::Add:
      result = *a + *b;
      break;
    case BinaryOp::Sub:
      result = *a - *b;
      break;
    case BinaryOp::Mul:
      result = *a * *b;
      break;
    case BinaryOp::Min:
    case BinaryOp::Max:
      if (const std::optional<bool> less = signOf(*a - *b, Predicate::Le))
        return *less == (e.binary == BinaryOp::Min) ? *a : *b;
      return std::nullopt;
    case BinaryOp::Rem:
      // (i + 1) % n, (i - 1 + n) % n
      for (int64_t rounds : {0, 1}) {
        const IndexExpr rest = *a - *b * IndexExpr(rounds);
        const Ends before = Outside;
        if (signOf(rest, Predicate::Ge) == true && signOf(rest - *b, Predicate::Lt) == true)
          return rest;
        Outside = before;
      }
      return std::nullopt;
    default:
      return std::nullopt;
    }
    return result.isPoisoned() ? std::nullopt : std::optional(result);
  }

  /// Whether the condition holds in all iterations inside, or in none.
  std::optional<bool> truthOf(ExprId id, unsigned depth = 0) {
    const Expr e = R.exprs[id];
    if (e.kind == Expr::Not) {
      const std::optional<bool> truth = truthOf(e.operands[0], depth + 1);
      return truth ? std::optional(!*truth) : std::nullopt;
    }
    if (e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr) {
      const std::optional<bool> a = truthOf(e.operands[0], depth + 1), b = truthOf(e.operands[1], depth + 1);
      const bool decisive = e.kind == Expr::LogicalOr;
      if (a == decisive || b == decisive)
        return decisive;
      return a && b ? std::optional(!decisive) : std::nullopt;
    }
    if (e.kind != Expr::Compare || isFloat(R.exprs[e.operands[0]].type))
      return std::nullopt;
    const std::optional<IndexExpr> a = placeOf(e.operands[0], depth + 1), b = placeOf(e.operands[1], depth + 1);
    return a && b ? signOf(*a - *b, e.predicate) : std::nullopt;
  }

  /// The smallest that the polynomial gets over the counters of inner loops; these have bounds that do not move.
  std::optional<IndexExpr> leastInside(IndexExpr poly) const {
    for (LoopId l = LoopId(R.loops.size()); l-- > 1;) {
      const Loop &loop = R.loops[l];
      if (!poly.uses(loop.iterator))
        continue;
      const std::optional<int64_t> lower = loop.lower.asConstant(), upper = loop.upper.asConstant();
      if (poly.degreeIn(loop.iterator) != 1 || !lower || !upper || *upper <= *lower)
        return std::nullopt;
      const std::optional<int64_t> slope = poly.coefficientOf(loop.iterator).asConstant();
      if (!slope)
        return std::nullopt;
      poly = poly.substitute(loop.iterator, IndexExpr(*slope > 0 ? *lower : *upper - 1));
    }
    return poly;
  }

  /// poly > 0 in all iterations but so many at the ends.
  std::optional<Ends> endsWherePositive(const IndexExpr &poly) const {
    const SymbolId counter = R.rootIterator();
    const std::optional<IndexExpr> least = leastInside(poly);
    if (!least || least->isPoisoned() || least->degreeIn(counter) > 1)
      return std::nullopt;
    const std::optional<int64_t> slope = least->coefficientOf(counter).asConstant();
    if (!slope)
      return std::nullopt;
    if (*slope == 0)
      return rangeOf(R, *least).lo > 0 || (*least - R.tripCount(0)).asConstant().value_or(-1) >= 0
                 ? std::optional(Ends())
                 : std::nullopt; // an iteration runs
    const bool rises = *slope > 0;
    const IndexExpr atEnd = least->substitute(counter, rises ? R.root().lower : R.root().upper - IndexExpr(1));
    const std::optional<int64_t> start = atEnd.asConstant();
    const int64_t lowest = start ? *start : rangeOf(R, atEnd).lo;
    if (lowest > 0)
      return Ends();
    const int64_t step = std::abs(*slope);
    if (lowest < -most * std::min<int64_t>(step, 1 << 20))
      return std::nullopt;
    const int64_t outside = -lowest / step + 1;
    return rises ? Ends{outside, 0} : Ends{0, outside};
  }

  std::optional<bool> signOf(const IndexExpr &poly, Predicate predicate) {
    if (poly.isPoisoned())
      return std::nullopt;
    const auto decides = [&](const IndexExpr &positive) {
      const std::optional<Ends> ends = endsWherePositive(positive);
      if (!ends || ends->first > most || ends->last > most)
        return false;
      Outside.include(*ends);
      return true;
    };
    const IndexExpr one(1);
    switch (predicate) {
    case Predicate::Eq:
    case Predicate::Ne:
      if (decides(poly) || decides(-poly))
        return predicate == Predicate::Ne;
      return std::nullopt;
    case Predicate::Lt:
    case Predicate::Ge:
      if (decides(poly + one))
        return predicate == Predicate::Ge;
      if (decides(-poly))
        return predicate == Predicate::Lt;
      return std::nullopt;
    case Predicate::Gt:
    case Predicate::Le:
      if (decides(poly))
        return predicate == Predicate::Gt;
      if (decides(one - poly))
        return predicate == Predicate::Le;
      return std::nullopt;
    }
    return std::nullopt;
  }

  /// The expression as it is inside; itself where that is no other.
  ExprId resolved(ExprId id) {
    if (const auto known = Resolved.find(id); known != Resolved.end())
      return known->second;
    const Expr e = R.exprs[id];
    ExprId result = id;
    if (e.kind == Expr::Load)
      result = resolvedLoad(id);
    else if (const std::optional<bool> truth = e.kind == Expr::Select ? truthOf(e.operands[0]) : std::nullopt)
      result = resolved(e.operands[*truth ? 1 : 2]);
    else {
      Expr changed = e;
      for (ExprId &operand : changed.operands)
        operand = resolved(operand);
      if (changed.operands != e.operands)
        result = add(std::move(changed));
    }
    return Resolved[id] = result;
  }

  ExprId decided(ExprId condition, bool truth) {
    IsWorthIt = true;
    Expr constant;
    constant.type = ScalarType::I1;
    constant.intValue = truth;
    constant.loc = R.exprs[condition].loc;
    return add(std::move(constant));
  }

  ExprId resolvedLoad(ExprId id) {
    const Expr e = R.exprs[id];
    Access access = R.accesses[e.access];
    if (access.isAffine() || access.isEarly)
      return id;
    for (size_t s = 0; s < access.subs.size(); ++s) {
      if (access.indirect[s] == NoId)
        continue;
      const std::optional<IndexExpr> place = placeOf(access.indirect[s]);
      if (!place)
        return id;
      access.subs[s] = *place;
      access.indirect[s] = NoId;
    }
    access.rowsInBounds = false;
    IsWorthIt = true;
    Expr read = e;
    read.access = AccessId(R.accesses.size());
    R.accesses.push_back(std::move(access));
    return add(std::move(read));
  }

  /// lower + first <= counter < upper - last
  ExprId condition() {
    const IndexExpr counter = IndexExpr::symbol(R.rootIterator());
    const auto isNotNegative = [&](const IndexExpr &poly) {
      Expr value, zero, compare;
      value.kind = Expr::Index;
      value.index = poly;
      zero.kind = Expr::IntConst;
      value.type = zero.type = ScalarType::I64;
      compare.kind = Expr::Compare;
      compare.type = ScalarType::I1;
      compare.predicate = Predicate::Ge;
      compare.operands = {add(std::move(value)), add(std::move(zero))};
      return add(std::move(compare));
    };
    Expr both;
    both.kind = Expr::LogicalAnd;
    both.type = ScalarType::I1;
    both.operands = {isNotNegative(counter - R.root().lower - IndexExpr(Outside.first)),
                     isNotNegative(R.root().upper - IndexExpr(1 + Outside.last) - counter)};
    return add(std::move(both));
  }

  Nest R;
  const bool SignedWraps;
  Ends Outside;
  bool IsWorthIt = false;                   ///< a place that is computed was resolved, or what is executed
  std::map<LocalId, IndexExpr> Definitions; ///< of locals of the iteration, at this point of it
  std::vector<Change> Changes;
  llvm::DenseMap<ExprId, ExprId> Resolved;
};

} // namespace

std::optional<Nest> withInterior(const Nest &nest, bool signedWraps) { return Interior(nest, signedWraps).run(); }

} // namespace vecify
