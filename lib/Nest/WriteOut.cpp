// See WriteOut.h. In iteration p of m of the new root's iteration t the old counter is lower + m*t + p. Of a polynomial
// whose coefficients of t and of all params are multiples of the divisor, quotient and remainder are known:
// (4*t + 3) >> 1 is 2*t + 1.
#include "vecify/Nest/WriteOut.h"
#include "CountInBlocks.h"
#include "Extremes.h"
#include "vecify/Nest/Periods.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/TextInC.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace vecify {
namespace {

constexpr int64_t MostIterations = 16;
constexpr size_t MostExprs = 2000;

class Writer {
public:
  explicit Writer(const Nest &nest)
      : N(nest), R(nest), Counter(nest.rootIterator()), IsReplaced(unsigned(nest.accesses.size())) {}

  std::optional<Nest> run() {
    if (N.loops.size() != 1 || N.reordered || N.rolled != 1 || N.clauses.safelen != 0)
      return std::nullopt;
    Count = periodOfExprs();
    if (Count < 2 || N.exprs.size() * Count > MostExprs)
      return std::nullopt;
    Start = N.root().lower;
    countInBlocks(R, Count);
    std::vector<NodeId> body;
    for (Iteration = 0; Iteration < Count; ++Iteration) {
      Exprs.clear();
      Accesses.clear();
      for (NodeId id : N.nodes[N.root().node].body)
        copy(id, body);
    }
    R.nodes[R.root().node].body = std::move(body);
    if (!Changed || leavesAccess())
      return std::nullopt;
    learnExtents(R);
    return std::move(R);
  }

private:
  // -- how many iterations
  /// The least number of iterations after which all of them start anew; 1: there is none.
  int64_t periodOfExprs() const {
    int64_t period = 1;
    for (const Expr &e : N.exprs) {
      const std::optional<int64_t> divisor = constantDivisor(N, e);
      if (!divisor)
        continue;
      const Expr &dividend = N.exprs[e.operands[0]];
      if (dividend.kind != Expr::Index || dividend.index.degreeIn(Counter) != 1)
        continue;
      const std::optional<int64_t> step = dividend.index.coefficientOf(Counter).asConstant();
      const int64_t own = step ? *divisor / std::gcd(*divisor, *step) : 0;
      if (own >= 1 && std::lcm(period, own) <= MostIterations)
        period = std::lcm(period, own);
    }
    return period;
  }

  IndexExpr moved(const IndexExpr &expr) const {
    return expr.substitute(Counter, Start + IndexExpr::symbol(Counter) * IndexExpr(Count) + IndexExpr(Iteration));
  }

  // -- statements
  void copy(NodeId id, std::vector<NodeId> &into) {
    Node node = N.nodes[id];
    if (node.kind == Node::If) {
      node.condition = copy(node.condition);
      const std::vector<NodeId> body = std::move(node.body), elseBody = std::move(node.elseBody);
      if (const std::optional<bool> known = truthOf(node.condition)) {
        for (NodeId inner : *known ? body : elseBody)
          copy(inner, into);
        return;
      }
      node.body.clear();
      node.elseBody.clear();
      for (NodeId inner : body)
        copy(inner, node.body);
      for (NodeId inner : elseBody)
        copy(inner, node.elseBody);
    } else {
      if (node.access != NoId)
        node.access = copyAccess(node.access);
      node.value = copy(node.value);
    }
    into.push_back(R.add(std::move(node)));
  }

  /// The first one takes the place of the old access, of which none is left then.
  AccessId copyAccess(AccessId id) {
    const auto [known, isNew] = Accesses.try_emplace(id, id);
    if (!isNew)
      return known->second;
    Access access = N.accesses[id];
    for (size_t d = 0; d < access.subs.size(); ++d) {
      access.subs[d] = moved(access.subs[d]);
      if (d >= access.indirect.size() || access.indirect[d] == NoId)
        continue;
      access.indirect[d] = copy(access.indirect[d]);
      if (const std::optional<IndexExpr> place = exactly(access.indirect[d], /*mayAssume=*/true)) {
        access.subs[d] = *place;
        access.indirect[d] = NoId;
        Changed = true;
      }
    }
    if (IsReplaced.test(id))
      return Accesses[id] = R.add(std::move(access));
    R.accesses[id] = std::move(access);
    IsReplaced.set(id);
    return id;
  }

  bool leavesAccess() const {
    for (AccessId id = 0; id < N.accesses.size(); ++id) {
      const Access &access = N.accesses[id];
      const bool moves =
          !access.isAffine() || llvm::any_of(access.subs, [&](const IndexExpr &sub) { return sub.uses(Counter); });
      if (moves && !IsReplaced.test(id))
        return true;
    }
    return false;
  }

  // -- expressions
  ExprId copy(ExprId id) {
    if (id == NoId)
      return NoId;
    if (const auto known = Exprs.find(id); known != Exprs.end())
      return known->second;
    Expr e = N.exprs[id];
    e.index = moved(e.index);
    if (e.kind == Expr::Load)
      e.access = copyAccess(e.access);
    for (ExprId &operand : e.operands)
      operand = copy(operand);
    ExprId result = NoId;
    if (e.kind == Expr::Select)
      if (const std::optional<bool> known = truthOf(e.operands[0]))
        result = e.operands[*known ? 1 : 2];
    if (result == NoId)
      result = R.add(folded(std::move(e)));
    Exprs[id] = result;
    return result;
  }

  Expr folded(Expr e) {
    std::optional<IndexExpr> value;
    if (e.kind == Expr::Index)
      value = e.index;
    else if (e.kind == Expr::Cast && isInteger(e.type))
      value = exactly(e.operands[0], /*mayAssume=*/bitsOf(e.type) == 64);
    else if (e.kind == Expr::Binary && isInteger(e.type))
      value = combined(e);
    if (!value || value->isPoisoned())
      return e;
    e.operands.clear();
    if (const std::optional<int64_t> constant = value->asConstant(); constant && fits(*value, e.type)) {
      e.kind = Expr::IntConst;
      e.intValue = *constant;
      return e;
    }
    e.kind = Expr::Index;
    e.index = *value;
    return e;
  }

  /// The polynomial that an integer operation gives, modulo 2^bits of its type.
  std::optional<IndexExpr> combined(const Expr &e) {
    std::optional<IndexExpr> a = polynomialOf(e.operands[0]), b = polynomialOf(e.operands[1]);
    // A quotient, and what does not change.
    for (auto [value, other, id] : {std::tuple(&a, &b, e.operands[0]), {&b, &a, e.operands[1]}})
      if (!*value && *other && Changed && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub))
        if (const std::optional<SymbolId> param = paramFor(id))
          *value = IndexExpr::symbol(*param);
    if (!a || !b)
      return std::nullopt;
    switch (e.binary) {
    case BinaryOp::Add:
      return *a + *b;
    case BinaryOp::Sub:
      return *a - *b;
    case BinaryOp::Mul:
      return *a * *b;
    default:
      break;
    }
    const std::optional<int64_t> divisor = constantDivisor(R, e);
    if (!divisor)
      return std::nullopt;
    const bool roundsDown = e.binary == BinaryOp::Shr || e.binary == BinaryOp::And;
    if (!roundsDown && rangeOf(R, *a).lo < 0)
      return std::nullopt;
    // Quotient and rest of the constant term; of all others they must be whole.
    const int64_t rest = ((a->constantTerm() % *divisor) + *divisor) % *divisor;
    const std::optional<IndexExpr> quotient = (*a - IndexExpr(rest)).dividedBy(*divisor);
    if (!quotient || !fitsIfAsked(*a, R.exprs[e.operands[0]].type))
      return std::nullopt;
    Changed = true;
    return e.binary == BinaryOp::Shr || e.binary == BinaryOp::Div ? *quotient : IndexExpr(rest);
  }

  /// What is made of params only, as C.
  std::optional<std::string> textOf(ExprId id) const {
    const Expr &e = R.exprs[id];
    if (e.kind == Expr::Param && isInteger(e.type) && e.type == R.symbols[e.symbol].type &&
        !R.symbols[e.symbol].isOpaque)
      return R.symbols[e.symbol].name;
    if (e.kind == Expr::IntConst)
      return (e.type == ScalarType::I32 ? "" : "(" + cSpelling(e.type).str() + ")") + std::to_string(e.intValue);
    if (e.kind == Expr::Cast && isInteger(e.type)) {
      const std::optional<std::string> value = textOf(e.operands[0]);
      return value ? std::optional("(" + cSpelling(e.type).str() + ")" + operandInC(*value)) : std::nullopt;
    }
    const char *op = e.kind != Expr::Binary      ? nullptr
                     : e.binary == BinaryOp::Add ? " + "
                     : e.binary == BinaryOp::Sub ? " - "
                     : e.binary == BinaryOp::Mul ? " * "
                     : constantDivisor(R, e)     ? (e.binary == BinaryOp::Shr   ? " >> "
                                                    : e.binary == BinaryOp::And ? " & "
                                                    : e.binary == BinaryOp::Div ? " / "
                                                                                : " % ")
                                                 : nullptr;
    if (!op)
      return std::nullopt;
    const std::optional<std::string> left = textOf(e.operands[0]), right = textOf(e.operands[1]);
    return left && right ? std::optional(operandInC(*left) + op + operandInC(*right)) : std::nullopt;
  }

  void collectReads(ExprId id, Symbol &symbol) const {
    const Expr &e = R.exprs[id];
    if (e.kind == Expr::Param)
      llvm::append_range(symbol.reads, R.symbols[e.symbol].reads);
    for (ExprId operand : e.operands)
      collectReads(operand, symbol);
  }

  /// Every iteration computes everything.
  bool isStraight() const {
    return llvm::none_of(N.nodes, [](const Node &node) { return node.kind == Node::If; }) &&
           llvm::none_of(N.exprs, [](const Expr &e) {
             return e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
           });
  }

  /// A param of its own, evaluated where the source would: if the loop runs.
  std::optional<SymbolId> paramFor(ExprId id) {
    const std::optional<std::string> text = isStraight() ? textOf(id) : std::nullopt;
    if (!text)
      return std::nullopt;
    Symbol symbol;
    symbol.kind = Symbol::Param;
    symbol.name = *text;
    symbol.type = R.exprs[id].type;
    symbol.needsIteration = true;
    if (bitsOf(symbol.type) < 64) {
      symbol.lo = minValue(symbol.type);
      symbol.hi = maxValue(symbol.type);
    }
    collectReads(id, symbol);
    const auto known =
        llvm::find_if(R.symbols, [&](const Symbol &s) { return s.name == symbol.name && s.type == symbol.type; });
    if (known != R.symbols.end())
      return SymbolId(known - R.symbols.begin());
    R.symbols.push_back(std::move(symbol));
    return SymbolId(R.symbols.size() - 1);
  }

  /// Modulo 2^bits of its type.
  std::optional<IndexExpr> polynomialOf(ExprId id) {
    const Expr &e = R.exprs[id];
    if (e.kind == Expr::IntConst)
      return IndexExpr(e.intValue);
    if (e.kind == Expr::Param && isInteger(e.type) && e.type == R.symbols[e.symbol].type)
      return IndexExpr::symbol(e.symbol);
    return e.kind == Expr::Index ? std::optional(e.index) : std::nullopt;
  }

  /// Where a quotient has been found in it, and it may be asked on entry, a polynomial need not be known to fit.
  std::optional<IndexExpr> exactly(ExprId id, bool mayAssume = false) {
    const std::optional<IndexExpr> value = polynomialOf(id);
    const ScalarType type = R.exprs[id].type;
    const bool isExact = value && (mayAssume && Changed ? fitsIfAsked(*value, type) : fits(*value, type));
    return isExact ? value : std::nullopt;
  }

  /// It fits, or does where what is asked on entry holds.
  bool fitsIfAsked(const IndexExpr &value, ScalarType type) {
    if (fits(value, type))
      return true;
    if (bitsOf(type) != 32)
      return false;
    const ParamRanges ranges(R);
    const auto lower = extremes(R, value, End::Lower, ranges), upper = extremes(R, value, End::Upper, ranges);
    if (!lower || !upper)
      return false;
    const auto ask = [&](const IndexExpr &expr) {
      if (rangeOf(R, expr).lo < 0)
        assume(R, expr, "the subscript does not wrap");
    };
    for (const IndexExpr &least : *lower)
      ask(least - IndexExpr(minValue(type)));
    for (const IndexExpr &most : *upper)
      ask(IndexExpr(maxValue(type)) - most);
    return true;
  }

  bool fits(const IndexExpr &value, ScalarType type) const { return fitsType(R, value, type); }

  std::optional<bool> truthOf(ExprId id) {
    const Expr &e = R.exprs[id];
    if (e.kind == Expr::Not)
      return negated(truthOf(e.operands[0]));
    if (e.kind != Expr::Compare)
      return std::nullopt;
    const std::optional<IndexExpr> a = exactly(e.operands[0]), b = exactly(e.operands[1]);
    const std::optional<int64_t> difference = a && b ? (*a - *b).asConstant() : std::nullopt;
    if (!difference)
      return std::nullopt;
    switch (e.predicate) {
    case Predicate::Eq:
      return *difference == 0;
    case Predicate::Ne:
      return *difference != 0;
    case Predicate::Lt:
      return *difference < 0;
    case Predicate::Le:
      return *difference <= 0;
    case Predicate::Gt:
      return *difference > 0;
    case Predicate::Ge:
      return *difference >= 0;
    }
    return std::nullopt;
  }

  static std::optional<bool> negated(std::optional<bool> truth) { return truth ? std::optional(!*truth) : truth; }

  const Nest &N;
  Nest R;
  const SymbolId Counter;
  int64_t Count = 1, Iteration = 0;
  IndexExpr Start;
  bool Changed = false;
  llvm::DenseMap<ExprId, ExprId> Exprs; ///< of the iteration at hand
  llvm::DenseMap<AccessId, AccessId> Accesses;
  llvm::BitVector IsReplaced; ///< accesses of the old loop
};

} // namespace

std::optional<Nest> writtenOut(const Nest &nest) { return Writer(nest).run(); }

} // namespace vecify
