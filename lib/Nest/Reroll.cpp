// See Reroll.h. Copy c of m equals the first one with t + c/m in place of the root's counter t: every polynomial moves
// by c times an m-th of its coefficient of t. Where polynomials move by other distances, the same ones from each copy
// to the next, copies are iterations of a loop inside. Sums over several copies in one expression are taken apart
// first: s = s + x[2*t] + x[2*t + 1] is s = s + x[2*t]; s = s + x[2*t + 1]. So is s += x[2*t] + x[2*t + 1] where sums
// may be taken in any order.
#include "vecify/Nest/Reroll.h"
#include "Each.h"
#include "vecify/Nest/Exposed.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace vecify {
namespace {

constexpr size_t MostCopies = 32, FewestInside = 4, MostStatements = 256, MostCompared = 100000;

class Roller {
public:
  /// Of a loop that has none inside.
  Roller(const Nest &nest, LoopId loop) : N(nest), Rolled(loop), Counter(nest.loops[loop].iterator) {}

  std::optional<Nest> run() {
    splitSums();
    const std::vector<NodeId> body = N.nodes[N.loops[Rolled].node].body;
    if (body.size() > MostStatements)
      return std::nullopt;
    Exposed = exposedLocals(N, body);
    for (bool inside : {false, true}) {
      if (inside && Rolled != 0)
        return std::nullopt;
      IsInside = inside;
      for (size_t copies = std::min(MostCopies, body.size()); copies >= (inside ? FewestInside : 2); --copies)
        if (body.size() % copies == 0 && consistsOf(body, copies))
          return rolledUp(body, copies);
    }
    IsInside = false;
    for (size_t copies = std::min(MostCopies, body.size() / 2); copies >= 2; --copies) {
      const std::vector<NodeId> woven = body.size() % copies == 0 ? interleaved(body, copies) : std::vector<NodeId>();
      if (woven.empty() || !consistsOf(woven, copies))
        continue;
      Nest result = rolledUp(woven, copies);
      result.isRearranged = true;
      return result;
    }
    return std::nullopt;
  }

private:
  // -- copies that stand statement by statement: v0 v1 v2 x0 x1 x2
  /// v0 x0 v1 x1 v2 x2, or nothing where one of them may wait for another that would come behind it.
  std::vector<NodeId> interleaved(llvm::ArrayRef<NodeId> body, size_t copies) const {
    const size_t size = body.size() / copies;
    std::vector<NodeId> woven;
    for (size_t copy = 0; copy < copies; ++copy)
      for (size_t s = 0; s < size; ++s)
        woven.push_back(body[s * copies + copy]);
    for (size_t later = 0; later < body.size(); ++later)
      for (size_t earlier = 0; earlier < later; ++earlier)
        if (later % copies < earlier % copies && !mayRunFirst(body[later], body[earlier]))
          return {};
    return woven;
  }

  /// Stores at places that are known of what is read at such places, of which no two meet; other arrays are asked
  /// about.
  bool mayRunFirst(NodeId a, NodeId b) const {
    std::vector<AccessId> ofA, ofB;
    if (!collectAccesses(a, ofA) || !collectAccesses(b, ofB))
      return false;
    return llvm::all_of(ofA, [&](AccessId x) {
      return llvm::all_of(ofB, [&](AccessId y) { return areApart(N.accesses[x], N.accesses[y]); });
    });
  }

  bool areApart(const Access &x, const Access &y) const {
    if (!x.isWrite && !y.isWrite)
      return true;
    const std::optional<int64_t> distance = (N.byteAddress(x) - N.byteAddress(y)).asConstant();
    return distance && (*distance >= int64_t(bytesOf(y.type)) || -*distance >= int64_t(bytesOf(x.type)));
  }

  /// False where the statement is no plain store.
  bool collectAccesses(NodeId id, std::vector<AccessId> &accesses) const {
    const Node &node = N.nodes[id];
    if (node.kind != Node::Assign || node.access == NoId)
      return false;
    accesses.push_back(node.access);
    bool isPlain = true;
    forEachExpr(N, node, [&](const Expr &e) {
      isPlain &= e.kind != Expr::Local;
      if (e.kind == Expr::Load)
        accesses.push_back(e.access);
    });
    return isPlain && llvm::all_of(accesses, [&](AccessId access) {
             const Access &a = N.accesses[access];
             return a.isAffine() && !a.isEarly && a.packedBy == NoId && !N.arrays[a.array].isRows();
           });
  }

  // -- sums in one expression
  void splitSums() {
    std::vector<NodeId> body;
    for (NodeId id : N.nodes[N.loops[Rolled].node].body) {
      const Node node = N.nodes[id];
      std::vector<Term> terms;
      if (node.kind != Node::Assign || node.local == NoId || !isSum(node.value, node.local, terms) ||
          terms.size() < 2) {
        body.push_back(id);
        continue;
      }
      for (const Term &term : terms) {
        Node part = node;
        part.value = withAddend(term, node.local);
        body.push_back(N.add(std::move(part)));
      }
    }
    N.nodes[N.loops[Rolled].node].body = std::move(body);
  }

  /// What is added to a sum, or subtracted from it; a product where `second` is one, too.
  struct Term {
    ExprId link; ///< the op that does it
    ExprId value;
    bool isNegated;
    ExprId second = NoId;
  };

  /// Terms of s + a + b + c, in order. Those of s + (a + b) only where sums may be taken in any order.
  bool isSum(ExprId value, LocalId sum, std::vector<Term> &terms) const {
    unsigned found = 0;
    return collectTerms(value, value, sum, /*isNegated=*/false, found, terms) && found == 1 &&
           terms.size() < MostStatements;
  }

  bool collectTerms(ExprId id, ExprId link, LocalId sum, bool isNegated, unsigned &found,
                    std::vector<Term> &terms) const {
    const Expr &e = N.exprs[id];
    const ScalarType type = N.locals[sum].type;
    if (e.kind == Expr::Local && e.local == sum) {
      ++found;
      return !isNegated && e.type == type && terms.empty();
    }
    // Of integers that wrap alike.
    const bool changesSign = e.kind == Expr::Cast && isInteger(type) && isInteger(N.exprs[e.operands[0]].type) &&
                             bitsOf(N.exprs[e.operands[0]].type) == bitsOf(type) && e.type == type;
    if (changesSign)
      return collectTerms(e.operands[0], link, sum, isNegated, found, terms);
    const bool wraps = isInteger(type) && isInteger(e.type) && bitsOf(e.type) == bitsOf(type);
    const bool isLink = wraps || (e.type == type && (found == 0 ? holds(id, sum) : e.fp.reassoc));
    if (isLink && e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub))
      return collectTerms(e.operands[0], id, sum, isNegated, found, terms) &&
             collectTerms(e.operands[1], id, sum, isNegated != (e.binary == BinaryOp::Sub), found, terms);
    if (isLink && e.kind == Expr::MulAdd) {
      if (!collectTerms(e.operands[2], id, sum, isNegated != e.negateAddend, found, terms) ||
          reads(e.operands[0], sum) || reads(e.operands[1], sum))
        return false;
      terms.push_back({id, e.operands[0], isNegated != e.negateProduct, e.operands[1]});
      return true;
    }
    if (reads(id, sum))
      return false;
    const bool isProduct = isFloat(e.type) && e.kind == Expr::Binary && e.binary == BinaryOp::Mul && e.fp.contract &&
                           N.exprs[link].fp.contract;
    if (isProduct)
      terms.push_back({link, e.operands[0], isNegated, e.operands[1]});
    else
      terms.push_back({link, id, isNegated});
    return true;
  }

  /// The sum so far is its first addend.
  bool holds(ExprId id, LocalId sum) const {
    for (unsigned links = 0; links < MostStatements; ++links) {
      const Expr &e = N.exprs[id];
      if (e.kind == Expr::Local)
        return e.local == sum;
      if (e.kind == Expr::MulAdd)
        id = e.operands[2];
      else if (e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub))
        id = e.operands[0];
      else
        return false;
    }
    return false;
  }

  bool reads(ExprId id, LocalId local) const {
    const Expr &e = N.exprs[id];
    if (e.kind == Expr::Local && e.local == local)
      return true;
    if (e.kind == Expr::Load &&
        llvm::any_of(N.accesses[e.access].indirect, [&](ExprId sub) { return sub != NoId && reads(sub, local); }))
      return true;
    return llvm::any_of(e.operands, [&](ExprId operand) { return reads(operand, local); });
  }

  ExprId withAddend(const Term &term, LocalId sum) {
    const ScalarType type = N.locals[sum].type;
    Expr local;
    local.kind = Expr::Local;
    local.type = type;
    local.local = sum;
    local.loc = N.exprs[term.link].loc;
    const ExprId soFar = N.add(std::move(local));
    Expr e = N.exprs[term.link];
    e.type = type;
    if (term.second != NoId) {
      e.kind = Expr::MulAdd;
      e.operands = {term.value, term.second, soFar};
      e.negateProduct = term.isNegated;
      e.negateAddend = false;
      return N.add(std::move(e));
    }
    ExprId value = term.value;
    if (N.exprs[value].type != type) {
      Expr cast;
      cast.kind = Expr::Cast;
      cast.type = type;
      cast.operands = {value};
      cast.loc = e.loc;
      value = N.add(std::move(cast));
    }
    e.kind = Expr::Binary;
    e.binary = term.isNegated ? BinaryOp::Sub : BinaryOp::Add;
    e.negateProduct = e.negateAddend = false;
    e.operands = {soFar, value};
    return N.add(std::move(e));
  }

  // -- copies
  bool consistsOf(llvm::ArrayRef<NodeId> body, size_t copies) {
    const size_t size = body.size() / copies;
    Copies = int64_t(copies);
    MovesAtAll = false;
    Distances.clear();
    for (Copy = 1; Copy < Copies; ++Copy) {
      LocalOfCopy.clear();
      FirstOf.clear();
      Polynomial = 0;
      for (size_t s = 0; s < size; ++s)
        if (!isCopy(body[s], body[Copy * size + s]))
          return false;
    }
    return MovesAtAll;
  }

  bool isCopy(NodeId idA, NodeId idB) {
    const Node &a = N.nodes[idA], &b = N.nodes[idB];
    if (a.kind != b.kind || a.kind == Node::Loop || a.body.size() != b.body.size() ||
        a.elseBody.size() != b.elseBody.size())
      return false;
    if ((a.access == NoId) != (b.access == NoId) || (a.local == NoId) != (b.local == NoId))
      return false;
    if (!isCopyOrNone(a.value, b.value) || !isCopyOrNone(a.condition, b.condition) ||
        (a.access != NoId && !isCopyOfAccess(a.access, b.access)) ||
        (a.local != NoId && !isSameLocal(a.local, b.local)))
      return false;
    for (const auto &[first, second] : {std::pair(&a.body, &b.body), std::pair(&a.elseBody, &b.elseBody)})
      for (size_t s = 0; s < first->size(); ++s)
        if (!isCopy((*first)[s], (*second)[s]))
          return false;
    return true;
  }

  bool isCopyOrNone(ExprId a, ExprId b) { return a == NoId || b == NoId ? a == b : isCopy(a, b, 0); }

  bool isCopy(ExprId idA, ExprId idB, unsigned depth) {
    const Expr &a = N.exprs[idA], &b = N.exprs[idB];
    // Operands that several ops share are compared once for each of them.
    if (depth > 100 || ++Compared > MostCompared || a.kind != b.kind || a.type != b.type ||
        a.operands.size() != b.operands.size() || a.intValue != b.intValue || a.symbol != b.symbol ||
        a.unary != b.unary || a.binary != b.binary || a.predicate != b.predicate ||
        a.negateProduct != b.negateProduct || a.negateAddend != b.negateAddend || a.isImaginary != b.isImaginary ||
        a.function != b.function || a.ulp != b.ulp || !(a.fp == b.fp))
      return false;
    if (a.kind == Expr::FpConst && !(a.fpValue == b.fpValue && std::signbit(a.fpValue) == std::signbit(b.fpValue)))
      return false;
    if (a.kind == Expr::Index && !isMoved(a.index, b.index))
      return false;
    if (a.kind == Expr::Local && !isSameLocal(a.local, b.local))
      return false;
    if (a.kind == Expr::Load && !isCopyOfAccess(a.access, b.access))
      return false;
    for (size_t o = 0; o < a.operands.size(); ++o)
      if (!isCopy(a.operands[o], b.operands[o], depth + 1))
        return false;
    return true;
  }

  bool isCopyOfAccess(AccessId idA, AccessId idB) {
    const Access &a = N.accesses[idA], &b = N.accesses[idB];
    if (a.array != b.array || a.type != b.type || a.isWrite != b.isWrite || a.subs.size() != b.subs.size() ||
        a.strideBytes != b.strideBytes || a.offsetBytes != b.offsetBytes || a.pattern != b.pattern ||
        a.indirect.size() != b.indirect.size() || a.isEarly != b.isEarly || a.promisedKind != b.promisedKind ||
        a.rowsInBounds != b.rowsInBounds)
      return false;
    for (size_t d = 0; d < a.subs.size(); ++d) {
      const bool isIndirect = d < a.indirect.size() && a.indirect[d] != NoId;
      if (d < a.indirect.size() && isIndirect != (b.indirect[d] != NoId))
        return false;
      if (isIndirect ? !isCopy(a.indirect[d], b.indirect[d], 0) : !isMoved(a.subs[d], b.subs[d]))
        return false;
    }
    return true;
  }

  /// An m-th of what one iteration of the root moves the polynomial by.
  std::optional<IndexExpr> partOfStep(const IndexExpr &expr) const {
    if (expr.degreeIn(Counter) > 1)
      return std::nullopt;
    return expr.coefficientOf(Counter).dividedBy(Copies);
  }

  /// How far the polynomial moves from each copy to the next.
  std::optional<IndexExpr> distance(const IndexExpr &first, const IndexExpr &second) const {
    return IsInside ? second - first : partOfStep(first);
  }

  bool isMoved(const IndexExpr &first, const IndexExpr &copy) {
    // Every copy asks for the same polynomials in the same order.
    if (Copy == 1)
      Distances.push_back(distance(first, copy));
    const std::optional<IndexExpr> &part = Distances[Polynomial++];
    if (!part || part->uses(Counter) || !(copy == first + *part * IndexExpr(Copy)))
      return false;
    MovesAtAll |= !part->isZero();
    return true;
  }

  /// Copies may have temporaries of their own, which nobody outside of them sees.
  bool isSameLocal(LocalId a, LocalId b) {
    const Local &x = N.locals[a], &y = N.locals[b];
    const bool isOwn = isTemporary(a) && isTemporary(b) && x.type == y.type && x.isBool == y.isBool;
    return (a == b || isOwn) && LocalOfCopy.try_emplace(a, b).first->second == b &&
           FirstOf.try_emplace(b, a).first->second == a;
  }

  /// Nobody sees it but the iteration that sets it.
  bool isTemporary(LocalId local) const {
    return !Exposed.test(local) && N.locals[local].scope == Rolled && !N.locals[local].isLiveOut;
  }

  // -- the rolled loop
  Nest rolledUp(llvm::ArrayRef<NodeId> body, size_t copies) {
    Copies = int64_t(copies);
    const size_t size = body.size() / copies;
    Nest result = N;
    const std::vector<NodeId> first(body.begin(), body.begin() + size);
    if (IsInside)
      addLoopInside(result, first);
    else
      lengthen(result, first);
    for (size_t copy = 0; copy < copies; ++copy)
      for (size_t s = 0; s < size; ++s)
        moveTo(result, body[s], body[size + s], body[copy * size + s]);
    return result;
  }

  void lengthen(Nest &result, llvm::ArrayRef<NodeId> body) {
    Loop &loop = result.loops[Rolled];
    result.nodes[loop.node].body = body.vec();
    loop.lower = loop.lower * IndexExpr(Copies);
    loop.upper = loop.upper * IndexExpr(Copies);
    if (loop.likelyMost <= INT64_MAX / Copies)
      loop.likelyMost *= Copies;
    Moving = Counter;
    if (Rolled == 0)
      countCopies(result);
  }

  void countCopies(Nest &result) const {
    result.rolled = Copies;
    // What is promised of the source's iterations says nothing of the copies in one of them.
    result.clauses.independent = result.clauses.ivdep = false;
    // What the copies were called is the source's counter now, if it begins where this one does.
    for (const Induction &induction : N.inductions)
      if (!induction.isPointer && induction.value == IndexExpr::symbol(Counter) * IndexExpr(Copies))
        result.symbols[Counter].name = induction.name;
  }

  void addLoopInside(Nest &result, llvm::ArrayRef<NodeId> body) {
    Moving = SymbolId(result.symbols.size());
    Symbol counter;
    counter.kind = Symbol::Iterator;
    counter.name = "copy";
    counter.loop = 1;
    result.symbols.push_back(std::move(counter));
    Node node;
    node.kind = Node::Loop;
    node.loop = 1;
    node.loc = N.nodes[body[0]].loc;
    node.body = body.vec();
    Loop loop;
    loop.parent = 0;
    loop.iterator = Moving;
    loop.upper = IndexExpr(Copies);
    loop.name = "copy";
    loop.loc = node.loc;
    loop.node = result.add(std::move(node));
    result.nodes[result.root().node].body = {loop.node};
    result.loops.push_back(std::move(loop));
    for (LocalId local = 0; local < result.locals.size(); ++local)
      if (isTemporary(local))
        result.locals[local].scope = 1;
  }

  /// Every polynomial of `copy` becomes what that of `first` is in the rolled loop: accesses that are left over touch
  /// what others do.
  void moveTo(Nest &result, NodeId first, NodeId second, NodeId copy) const {
    const Node &a = N.nodes[first], &b = N.nodes[second], &c = N.nodes[copy];
    if (a.value != NoId)
      moveExpr(result, a.value, b.value, c.value);
    if (a.condition != NoId)
      moveExpr(result, a.condition, b.condition, c.condition);
    if (a.access != NoId)
      moveAccess(result, a.access, b.access, c.access);
    for (size_t s = 0; s < a.body.size(); ++s)
      moveTo(result, a.body[s], b.body[s], c.body[s]);
    for (size_t s = 0; s < a.elseBody.size(); ++s)
      moveTo(result, a.elseBody[s], b.elseBody[s], c.elseBody[s]);
  }

  void moveExpr(Nest &result, ExprId first, ExprId second, ExprId copy) const {
    const Expr &a = N.exprs[first], &b = N.exprs[second], &c = N.exprs[copy];
    if (a.kind == Expr::Index)
      result.exprs[copy].index = inRolledLoop(a.index, b.index);
    if (a.kind == Expr::Load)
      moveAccess(result, a.access, b.access, c.access);
    for (size_t o = 0; o < a.operands.size(); ++o)
      moveExpr(result, a.operands[o], b.operands[o], c.operands[o]);
  }

  void moveAccess(Nest &result, AccessId first, AccessId second, AccessId copy) const {
    const Access &a = N.accesses[first], &b = N.accesses[second], &c = N.accesses[copy];
    for (size_t d = 0; d < a.subs.size(); ++d) {
      if (d < a.indirect.size() && a.indirect[d] != NoId)
        moveExpr(result, a.indirect[d], b.indirect[d], c.indirect[d]);
      result.accesses[copy].subs[d] = inRolledLoop(a.subs[d], b.subs[d]);
    }
  }

  IndexExpr inRolledLoop(const IndexExpr &first, const IndexExpr &second) const {
    const IndexExpr moved = first + *distance(first, second) * IndexExpr::symbol(Moving);
    return IsInside ? moved : moved - first.coefficientOf(Counter) * IndexExpr::symbol(Counter);
  }

  Nest N;
  const LoopId Rolled;
  const SymbolId Counter; ///< its
  bool IsInside = false;  ///< copies are iterations of a loop inside the root, else of the root
  int64_t Copies = 1, Copy = 0;
  SymbolId Moving = NoId; ///< counts copies
  std::vector<std::optional<IndexExpr>> Distances;
  size_t Polynomial = 0;
  bool MovesAtAll = false; ///< some place or value differs between the copies
  llvm::BitVector Exposed;
  llvm::DenseMap<LocalId, LocalId> LocalOfCopy, FirstOf; ///< from the first copy's to this one's, and back
  size_t Compared = 0;
};

} // namespace

std::optional<Nest> rerolled(const Nest &nest) {
  if (nest.reordered || nest.rolled != 1)
    return std::nullopt;
  if (nest.loops.size() == 1)
    return Roller(nest, 0).run();
  std::optional<Nest> result;
  for (LoopId loop = 1; loop < nest.loops.size(); ++loop)
    if (llvm::none_of(nest.loops, [&](const Loop &inside) { return inside.parent == loop; }))
      if (std::optional<Nest> rolled = Roller(result ? *result : nest, loop).run())
        result = std::move(rolled);
  return result;
}

} // namespace vecify
