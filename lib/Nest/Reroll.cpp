// See Reroll.h. Copy c of m equals the first one with t + c/m in place of the root's counter t: every polynomial moves
// by c times an m-th of its coefficient of t. Where polynomials move by other distances, the same ones from each copy
// to the next, copies are iterations of a loop inside. Sums over several copies in one expression are taken apart
// first: s = s + x[2*t] + x[2*t + 1] is s = s + x[2*t]; s = s + x[2*t + 1].
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
  explicit Roller(const Nest &nest) : N(nest), Counter(nest.rootIterator()) {}

  std::optional<Nest> run() {
    if (N.loops.size() != 1 || N.reordered || N.rolled != 1)
      return std::nullopt;
    splitSums();
    const std::vector<NodeId> body = N.nodes[N.root().node].body;
    if (body.size() > MostStatements)
      return std::nullopt;
    Exposed = exposedLocals(N, body);
    for (bool inside : {false, true}) {
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
    for (NodeId id : N.nodes[N.root().node].body) {
      const Node node = N.nodes[id];
      std::vector<ExprId> links; // from the last term to the first
      if (node.kind == Node::Assign && node.local != NoId)
        links = linksOf(node.value, node.local);
      if (links.size() < 2) {
        body.push_back(id);
        continue;
      }
      for (ExprId link : llvm::reverse(links)) {
        Node part = node;
        part.value = withAddend(link, node.local);
        body.push_back(N.add(std::move(part)));
      }
    }
    N.nodes[N.root().node].body = std::move(body);
  }

  /// Which operand of `e` the sum so far is, if it is one; the rest must not look at it.
  std::optional<unsigned> addendOf(const Expr &e) const {
    if (e.kind == Expr::MulAdd && !e.negateAddend)
      return 2;
    if (e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub))
      return 0;
    return std::nullopt;
  }

  /// The sums of ((s + a) + b) + c, outermost first; nothing where the value is no such chain.
  std::vector<ExprId> linksOf(ExprId value, LocalId sum) const {
    std::vector<ExprId> links;
    while (links.size() < MostStatements) {
      const Expr &e = N.exprs[value];
      if (e.kind == Expr::Local && e.local == sum && e.type == N.locals[sum].type)
        return links;
      const std::optional<unsigned> addend = addendOf(e);
      if (!addend || e.type != N.locals[sum].type)
        return {};
      for (unsigned o = 0; o < e.operands.size(); ++o)
        if (o != *addend && reads(e.operands[o], sum))
          return {};
      links.push_back(value);
      value = e.operands[*addend];
    }
    return {};
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

  ExprId withAddend(ExprId link, LocalId sum) {
    Expr e = N.exprs[link], local;
    local.kind = Expr::Local;
    local.type = N.locals[sum].type;
    local.local = sum;
    local.loc = e.loc;
    e.operands[*addendOf(e)] = N.add(std::move(local));
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
    return !Exposed.test(local) && N.locals[local].scope != NoId && !N.locals[local].isLiveOut;
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
      lengthenRoot(result, first);
    for (size_t copy = 0; copy < copies; ++copy)
      for (size_t s = 0; s < size; ++s)
        moveTo(result, body[s], body[size + s], body[copy * size + s]);
    return result;
  }

  void lengthenRoot(Nest &result, llvm::ArrayRef<NodeId> body) {
    Loop &root = result.loops[0];
    result.nodes[root.node].body = body.vec();
    root.lower = N.root().lower * IndexExpr(Copies);
    root.upper = N.root().upper * IndexExpr(Copies);
    if (root.likelyMost <= INT64_MAX / Copies)
      root.likelyMost *= Copies;
    result.rolled = Copies;
    // What is promised of the source's iterations says nothing of the copies in one of them.
    result.clauses.independent = result.clauses.ivdep = false;
    // What the copies were called is the source's counter now, if it begins where this one does.
    for (const Induction &induction : N.inductions)
      if (!induction.isPointer && induction.value == IndexExpr::symbol(Counter) * IndexExpr(Copies))
        result.symbols[Counter].name = induction.name;
    Moving = Counter;
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
  const SymbolId Counter;
  bool IsInside = false; ///< copies are iterations of a loop inside the root, else of the root
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

std::optional<Nest> rerolled(const Nest &nest) { return Roller(nest).run(); }

} // namespace vecify
