// The text form of a nest, on one written by hand.
#include "vecify/Nest/Nest.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for (i = 0; i < n; i++) { if (x[i] > lo) s += x[2*i + 1]; y[k[i]] = sqrt(-s); }
Nest sample() {
  Nest nest;
  nest.source.function = "f";
  Symbol n;
  n.name = "n";
  n.lo = 0;
  n.hi = 4096;
  n.multiple = 8;
  Symbol lo;
  lo.name = "lo";
  lo.type = ScalarType::F32;
  Symbol i;
  i.kind = Symbol::Iterator;
  i.name = "i";
  i.type = ScalarType::Index;
  i.loop = 0;
  nest.symbols = {n, lo, i};
  const IndexExpr iterator = IndexExpr::symbol(2);

  Array x;
  x.name = "x";
  x.paramType = "const float *";
  x.isConst = x.isRestrict = true;
  x.alignment = 4;
  Array y;
  y.kind = Array::Object;
  y.name = "y";
  y.paramType = "float *";
  y.bytes = 400;
  y.noalias = {0};
  nest.arrays = {x, y};
  const auto access = [&](ArrayId array, IndexExpr sub, const char *pattern) {
    Access a;
    a.array = array;
    a.subs = {sub};
    a.strideBytes = {IndexExpr(4)};
    a.indirect = {NoId};
    a.pattern = pattern;
    return a;
  };
  const auto leaf = [&](Expr::Kind kind, ScalarType type = ScalarType::F32) {
    Expr e;
    e.kind = kind;
    e.type = type;
    return e;
  };

  Local s;
  s.name = "s";
  s.type = ScalarType::F32;
  s.isLiveOut = s.promisedReduction = true;
  nest.locals = {s};

  Expr load = leaf(Expr::Load);
  load.access = nest.add(access(0, iterator, "x[{0}]"));
  Expr limit = leaf(Expr::Param);
  limit.symbol = 1;
  Expr compare = leaf(Expr::Compare, ScalarType::I1);
  compare.predicate = Predicate::Gt;
  compare.operands = {nest.add(load), nest.add(limit)};
  Expr next = leaf(Expr::Load);
  next.access = nest.add(access(0, IndexExpr(2) * iterator + 1, "x[{0}]"));
  Expr old = leaf(Expr::Local);
  old.local = 0;
  const ExprId oldId = nest.add(old);
  Expr sum = leaf(Expr::Binary);
  sum.binary = BinaryOp::Add;
  sum.operands = {oldId, nest.add(next)};
  sum.fp.reassoc = sum.fp.nsz = true;
  Expr negated = leaf(Expr::Unary);
  negated.operands = {oldId};
  Expr root = leaf(Expr::Unary);
  root.unary = UnaryOp::Sqrt;
  root.operands = {nest.add(negated)};
  Expr index = leaf(Expr::Index, ScalarType::I32);
  index.index = iterator * iterator;

  Node update;
  update.local = 0;
  update.value = nest.add(sum);
  Node guard;
  guard.kind = Node::If;
  guard.condition = nest.add(compare);
  guard.body = {nest.add(update)};
  Access target = access(1, IndexExpr(), "y[{0}]");
  target.isWrite = true;
  target.indirect = {nest.add(index)};
  Node store;
  store.access = nest.add(target);
  store.value = nest.add(root);
  Node body;
  body.kind = Node::Loop;
  body.loop = 0;
  body.body = {nest.add(guard), nest.add(store)};

  Loop loop;
  loop.name = "i";
  loop.iterator = 2;
  loop.upper = IndexExpr::symbol(0);
  loop.loc = {0, 3, 7};
  loop.node = nest.add(body);
  nest.loops = {loop};
  Induction counter;
  counter.name = "i";
  counter.cType = "int";
  counter.declaredInInit = true;
  counter.value = iterator;
  Induction pointer;
  pointer.name = "p";
  pointer.cType = "float *";
  pointer.isPointer = true;
  pointer.value = IndexExpr(3) * iterator;
  nest.inductions = {counter, pointer};
  nest.assumptions = {{IndexExpr::symbol(0) - 1, "n is positive"}};
  nest.clauses.annotated = true;
  nest.clauses.shape = {{"i", 2, true}};
  return nest;
}

TEST(PrintNest, ShowsEverythingOnce) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(sample(), os);
  EXPECT_EQ(text, "nest f:i at 3:7\n"
                  "  param n : i32, range 0..4096, multiple of 8\n"
                  "  param lo : f32\n"
                  "  array x : const float *, restrict, const, align 4, element f32\n"
                  "  array y : float *, object, 400 bytes, align 1, element f32, noalias x\n"
                  "  local s : f32, live-out, reduction(+)\n"
                  "  assume n - 1 >= 0  // n is positive\n"
                  "  clauses annotated shape(i:2v)\n"
                  "  loop i = 0 to n\n"
                  "    if (x[i] > lo)\n"
                  "      s = (s +{reassoc,nsz} x[2*i + 1])\n"
                  "    y[i32<i*i>] = sqrt(-(s))\n"
                  "  induction int i = i, declared by the loop\n"
                  "  induction float * p = p + 3*i\n");
}

TEST(Nest, ByteAddressSumsStridesAndOffset) {
  Nest nest = sample();
  Access access = nest.accesses[1];
  access.offsetBytes = 12;
  EXPECT_EQ(nest.byteAddress(access), IndexExpr(8) * IndexExpr::symbol(2) + 16);
  EXPECT_FALSE(nest.accesses[2].isAffine());
  EXPECT_EQ(nest.tripCount(0), IndexExpr::symbol(0));
}

} // namespace
