// Finds matrix products by what loops and subscripts do, whatever they are called.
#include "Blocks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace vecify {

namespace {

class Matching {
public:
  Matching(const Nest &nest, const Facts &facts) : N(nest), Fa(facts) {}

  std::optional<MatrixProduct> run() {
    if (N.loops.size() != 3 || !Fa.mayAlias.empty() || !Fa.assumptions.empty() || !N.assumptions.empty() ||
        !Fa.cells.empty() || !hasPlainLoops() || !hasPlainHead())
      return std::nullopt;
    const std::vector<NodeId> &outer = bodyOf(0);
    if (outer.size() != 1 || N.nodes[outer[0]].kind != Node::Loop || N.nodes[outer[0]].loop != 1)
      return std::nullopt;
    const std::vector<NodeId> &middle = bodyOf(1);
    if (middle.size() < 3 || !isLoop(middle[1], 2) || !start(middle[0]) || !update() ||
        !finish(llvm::ArrayRef(middle).drop_front(2)))
      return std::nullopt;
    return isDense() ? std::optional(P) : std::nullopt;
  }

private:
  const std::vector<NodeId> &bodyOf(LoopId loop) const { return N.nodes[N.loops[loop].node].body; }
  bool isLoop(NodeId node, LoopId loop) const { return N.nodes[node].kind == Node::Loop && N.nodes[node].loop == loop; }

  bool hasPlainLoops() {
    int64_t *sizes[] = {&P.m, &P.n, &P.k};
    for (LoopId l = 0; l < 3; ++l) {
      const std::optional<int64_t> trip = N.tripCount(l).asConstant();
      if (!trip || *trip <= 0 || !N.loops[l].lower.isZero())
        return false;
      *sizes[l] = *trip;
    }
    return true;
  }

  /// No scalar loop remains behind the blocks: it would see the matrices in another layout.
  bool hasPlainHead() const {
    return N.source.isFor && !N.source.hoistInit &&
           llvm::all_of(N.inductions, [](const Induction &i) { return i.declaredInInit; });
  }

  bool start(NodeId id) {
    const Node &node = N.nodes[id];
    if (node.kind != Node::Assign || node.local == NoId || N.locals[node.local].isLiveOut)
      return false;
    P.sum = node.local;
    P.start = node.value;
    return N.exprs[node.value].kind == Expr::IntConst || N.exprs[node.value].kind == Expr::FpConst;
  }

  /// s = s + (T)A[..] * (T)B[..], in int or, in any order, in float.
  bool update() {
    const std::vector<NodeId> &body = bodyOf(2);
    if (body.size() != 1 || N.nodes[body[0]].kind != Node::Assign || N.nodes[body[0]].local != P.sum)
      return false;
    const Expr &add = N.exprs[N.nodes[body[0]].value];
    const bool isFloatSum = add.type == ScalarType::F32 && add.fp.reassoc;
    if (!isFloatSum && add.type != ScalarType::I32)
      return false;
    if (isFloatSum && add.kind == Expr::MulAdd && !add.negateProduct && !add.negateAddend)
      return isSum(add.operands[2]) && factors(add.operands[0], add.operands[1]);
    if (add.kind != Expr::Binary || add.binary != BinaryOp::Add)
      return false;
    for (unsigned side : {0u, 1u}) {
      const Expr &product = N.exprs[add.operands[1 - side]];
      if (isSum(add.operands[side]) && product.kind == Expr::Binary && product.binary == BinaryOp::Mul)
        return factors(product.operands[0], product.operands[1]);
    }
    return false;
  }

  bool isSum(ExprId id) const { return N.exprs[id].kind == Expr::Local && N.exprs[id].local == P.sum; }

  bool factors(ExprId first, ExprId second) {
    const AccessId x = loadOf(first), y = loadOf(second);
    if (x == NoId || y == NoId)
      return false;
    const bool inOrder = usesLoop(x, 0);
    P.a = inOrder ? x : y;
    P.b = inOrder ? y : x;
    return true;
  }

  /// The access that is loaded, behind conversions that widen.
  AccessId loadOf(ExprId id) const {
    const Expr *e = &N.exprs[id];
    while (e->kind == Expr::Cast && isFloat(e->type) == isFloat(N.exprs[e->operands[0]].type) &&
           bitsOf(e->type) >= bitsOf(N.exprs[e->operands[0]].type))
      e = &N.exprs[e->operands[0]];
    return e->kind == Expr::Load ? e->access : NoId;
  }

  bool usesLoop(AccessId access, LoopId loop) const {
    return N.accesses[access].isAffine() && N.byteAddress(N.accesses[access]).uses(N.loops[loop].iterator);
  }

  bool finish(llvm::ArrayRef<NodeId> statements) {
    std::set<LocalId> known = {P.sum};
    for (NodeId id : statements) {
      const Node &node = N.nodes[id];
      const bool isLast = id == statements.back();
      if (node.kind != Node::Assign || (node.access != NoId) != isLast || !dependsOn(known, node.value))
        return false;
      if (!isLast && N.locals[node.local].isLiveOut)
        return false;
      if (isLast)
        P.c = node.access;
      else
        known.insert(node.local);
    }
    P.finish = statements.vec();
    return true;
  }

  bool dependsOn(const std::set<LocalId> &known, ExprId id) const {
    const Expr &e = N.exprs[id];
    if (e.kind == Expr::Load || e.kind == Expr::Index || e.kind == Expr::Call ||
        (e.kind == Expr::Local && !known.count(e.local)))
      return false;
    return llvm::all_of(e.operands, [&](ExprId operand) { return dependsOn(known, operand); });
  }

  /// Row-major, without gaps: element (row, column) at row * columns + column.
  bool isMatrix(AccessId id, LoopId row, LoopId column, int64_t columns) const {
    const Access &access = N.accesses[id];
    if (!access.isAffine())
      return false;
    const int64_t size = bytesOf(access.type);
    const IndexExpr wanted = IndexExpr::symbol(N.loops[row].iterator) * IndexExpr(columns * size) +
                             IndexExpr::symbol(N.loops[column].iterator) * IndexExpr(size);
    return N.byteAddress(access) == wanted && !access.strideBytes.empty() &&
           access.strideBytes.back() == IndexExpr(size);
  }

  bool isDense() const {
    const Access &a = N.accesses[P.a], &b = N.accesses[P.b], &c = N.accesses[P.c];
    const bool areApart = a.array != b.array && a.array != c.array && b.array != c.array;
    const bool isFloatSum = N.locals[P.sum].type == ScalarType::F32;
    const bool areFactors = a.type == b.type && (isFloatSum ? a.type == ScalarType::BF16
                                                            : a.type == ScalarType::I8 || a.type == ScalarType::I16);
    return areApart && areFactors && isFloat(c.type) == isFloatSum && N.accesses.size() == 3 &&
           isMatrix(P.a, 0, 2, P.k) && isMatrix(P.b, 2, 1, P.n) && isMatrix(P.c, 0, 1, P.n);
  }

  const Nest &N;
  const Facts &Fa;
  MatrixProduct P;
};

} // namespace

std::optional<MatrixProduct> matrixProduct(const Nest &nest, const Facts &facts) { return Matching(nest, facts).run(); }

} // namespace vecify
