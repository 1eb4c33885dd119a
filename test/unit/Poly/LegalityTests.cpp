// What lanes of each loop may do, on nests written by hand.
#include "../Nest/NestMaker.h"
#include "vecify/Poly/Scop.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

llvm::Expected<Facts> analyseNest(const Nest &nest, bool mayAssume) {
  llvm::Expected<Scop> scop = buildScop(nest, {.mayAssume = mayAssume});
  if (!scop)
    return scop.takeError();
  return analyse(*scop);
}

/// Everything that --print=deps and --print=facts say, without the first lines and the footprints.
std::string analysed(NestMaker &m, bool mayAssume = false) {
  Nest nest = m.take();
  llvm::Expected<Facts> facts = analyseNest(nest, mayAssume);
  if (!facts)
    return llvm::toString(facts.takeError());
  std::string text, result;
  llvm::raw_string_ostream os(text);
  printDependences(nest, *facts, os);
  print(nest, *facts, os);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.starts_with("  ") && !line.contains(": bytes"))
      result += line.trim().str() + "\n";
  return result;
}

/// Only the lines about loops and assumptions.
std::string loops(NestMaker &m, bool mayAssume = false) {
  std::string text = analysed(m, mayAssume), result;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.starts_with("loop") || line.starts_with("assume"))
      result += line.str() + "\n";
  return result;
}

struct Example : NestMaker {
  IndexExpr n = param("n");
  ArrayId a = array("a"), b = array("b");
};

TEST(Legality, SaxpyIsParallel) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.b, {i}, m.add(m.load(m.a, {i}), m.load(m.b, {i})));
  m.end();
  EXPECT_EQ(analysed(m), "anti b[i] at 2 -> b[i] at 2, distance (0)\n"
                         "loop i at 1: any lanes, parallel\n");
}

/// a[i] = a[i + offset]
std::string shifted(int64_t offset) {
  Example m;
  const IndexExpr i = m.loop("i", 8, m.n);
  m.store(m.a, {i}, m.load(m.a, {i + offset}));
  m.end();
  return analysed(m);
}

TEST(Legality, ReadOfThePreviousElementStopsLanes) {
  EXPECT_EQ(shifted(-1), "flow a[i] at 2 -> a[i - 1] at 2, carried by i, distance (1)\n"
                         "loop i at 1: one lane; blocked by a[i] -> a[i - 1]\n");
}

TEST(Legality, ReadOfTheFourthLastElementAllowsFour) {
  EXPECT_EQ(shifted(-4), "flow a[i] at 2 -> a[i - 4] at 2, carried by i, distance (4)\n"
                         "loop i at 1: at most 4 lanes; blocked by a[i] -> a[i - 4]\n");
}

TEST(Legality, ReadAheadIsFine) {
  EXPECT_EQ(shifted(1), "anti a[i + 1] at 2 -> a[i] at 2, carried by i, distance (1)\n"
                        "loop i at 1: any lanes\n");
}

TEST(Legality, WriteAheadThenReadKeepsStatementOrder) {
  Example forward;
  IndexExpr i = forward.loop("i", 0, forward.n);
  forward.store(forward.a, {i + 1}, forward.number(1));
  forward.store(forward.b, {i}, forward.load(forward.a, {i}));
  forward.end();
  EXPECT_EQ(analysed(forward), "flow a[i + 1] at 2 -> a[i] at 3, carried by i, distance (1)\n"
                               "loop i at 1: any lanes\n");

  Example backward;
  i = backward.loop("i", 0, backward.n);
  backward.store(backward.b, {i}, backward.load(backward.a, {i}));
  backward.store(backward.a, {i + 1}, backward.number(1));
  backward.end();
  EXPECT_EQ(analysed(backward), "flow a[i + 1] at 3 -> a[i] at 2, carried by i, distance (1)\n"
                                "loop i at 1: one lane; blocked by a[i + 1] -> a[i]\n");
}

TEST(Legality, EvenAndOddElementsAreIndependent) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i * 2}, m.load(m.a, {i * 2 + 1}));
  m.end();
  EXPECT_EQ(analysed(m), "loop i at 1: any lanes, parallel\n");
}

TEST(Legality, StoresToOneElementStopLanes) {
  Example m;
  m.loop("i", 0, m.n);
  m.store(m.a, {0}, m.number(1));
  m.end();
  EXPECT_EQ(analysed(m), "output a[0] at 2 -> a[0] at 2, carried by i, distance (*)\n"
                         "loop i at 1: one lane; blocked by a[0] -> a[0]\n");
}

TEST(Legality, ScatterStopsLanes) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.indirect(m.a, m.load(m.b, {i})), m.number(1));
  m.end();
  EXPECT_EQ(analysed(m), "output a[?] at 2 -> a[?] at 2, carried by i, distance (*), assumed\n"
                         "loop i at 1: one lane; blocked by a[?] -> a[?]\n");
}

TEST(Legality, GatherIsFine) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i}, m.load(m.indirect(m.b, m.load(m.b, {i}))));
  m.end();
  EXPECT_EQ(analysed(m), "loop i at 1: any lanes, parallel\n");
}

TEST(Legality, WavefrontStopsBothLoops) {
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n), j = m.loop("j", 1, m.n);
  m.store(m.a, {i, j}, m.add(m.load(m.a, {i - 1, j}), m.load(m.a, {i, j - 1})));
  m.end();
  m.end();
  EXPECT_EQ(analysed(m), "flow a[i][j] at 3 -> a[i - 1][j] at 3, carried by i, distance (1, 0)\n"
                         "flow a[i][j] at 3 -> a[i][j - 1] at 3, carried by j, distance (0, 1)\n"
                         "loop i at 1: one lane; blocked by a[i][j] -> a[i - 1][j]\n"
                         "loop j at 2: one lane; blocked by a[i][j] -> a[i][j - 1]\n");
}

TEST(Legality, DependenceOnAnEarlierPhaseOfTheInnerLoopIsFine) {
  // (1, 1): the next lane's j comes later than what it needs.
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n), j = m.loop("j", 1, m.n);
  m.store(m.a, {i, j}, m.load(m.a, {i - 1, j - 1}));
  m.end();
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: any lanes\n"
                      "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, TransposeInPlaceStopsTheOuterLoop) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, m.n);
  m.store(m.a, {i, j}, m.load(m.a, {j, i}));
  m.end();
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: one lane; blocked by a[j][i] -> a[i][j], a[i][j] -> a[j][i]\n"
                      "loop j at 2: any lanes, parallel\n");
}

/// C[i][j] += A[i][k] * B[k][j] with the loops in the given order.
std::string gemm(const std::string &order, bool isLinear, FpFlags fp) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId A = m.array("A"), B = m.array("B"), C = m.array("C");
  std::map<char, IndexExpr> v;
  for (char name : order)
    v[name] = m.loop(std::string(1, name), 0, n);
  const auto at = [&](ArrayId array, char row, char column) {
    return isLinear ? m.access(array, {v[row] * n + v[column]}) : m.access(array, {v[row], v[column]});
  };
  m.store(at(C, 'i', 'j'), m.mulAdd(m.load(at(A, 'i', 'k')), m.load(at(B, 'k', 'j')), m.load(at(C, 'i', 'j')), fp));
  for (size_t l = 0; l < order.size(); ++l)
    m.end();
  return loops(m);
}

TEST(Legality, GemmInEveryOrder) {
  for (bool isLinear : {false, true})
    for (const std::string order : {"ijk", "ikj", "jik", "jki", "kij", "kji"}) {
      const std::string text = gemm(order, isLinear, {});
      for (char name : order) {
        const size_t at = text.find(std::string("loop ") + name);
        const std::string line = text.substr(at, text.find('\n', at) - at);
        const char *expected = name == 'k' ? ": one lane; blocked by C" : ": any lanes, parallel";
        EXPECT_NE(line.find(expected), std::string::npos) << order << ": " << line;
      }
    }
}

TEST(Legality, InnermostCellMayBeReassociatedIfPermitted) {
  EXPECT_EQ(gemm("ijk", false, {.reassoc = true}), "loop i at 1: any lanes, parallel\n"
                                                   "loop j at 2: any lanes, parallel\n"
                                                   "loop k at 3: any lanes, parallel\n");
}

TEST(Legality, RowThatIsNotProvedToEndStopsTheOuterLoop) {
  // w may exceed the row length n: rows may run into each other.
  Example m;
  const IndexExpr w = m.param("w");
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, w);
  m.store(m.a, {i * m.n + j}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: one lane; blocked by a[n*i + j] -> a[n*i + j]\n"
                      "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, AssumptionCanEndTheRow) {
  Example m;
  const IndexExpr w = m.param("w");
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, w);
  m.store(m.a, {i * m.n + j}, m.number(0));
  m.end();
  m.end();
  m.nest.assumptions.push_back({m.n - w, "rows do not overlap"});
  EXPECT_EQ(loops(m), "loop i at 1: any lanes, parallel\n"
                      "loop j at 2: any lanes, parallel\n");
}

/// for j in [k+1, n): a[i*n + j] += a[k*n + j], the inner loop of Gauss' elimination with i and k outside.
std::string eliminationRow(bool isBelow) {
  Example m;
  const IndexExpr i = m.param("i", 0), k = m.param("k", 0);
  if (isBelow)
    m.nest.known.push_back(i - k - 1);
  const IndexExpr j = m.loop("j", k + 1, m.n);
  m.store(m.a, {i * m.n + j}, m.add(m.load(m.a, {i * m.n + j}), m.load(m.a, {k * m.n + j})));
  m.end();
  return analysed(m);
}

TEST(Legality, RowsNumberedByParameters) {
  EXPECT_EQ(eliminationRow(false), "anti a[n*i + j] at 2 -> a[n*i + j] at 2, distance (0)\n"
                                   "anti a[n*k + j] at 2 -> a[n*i + j] at 2, distance (0), assumed\n"
                                   "loop j at 1: any lanes, parallel\n");
  EXPECT_EQ(eliminationRow(true), "anti a[n*i + j] at 2 -> a[n*i + j] at 2, distance (0)\n"
                                  "loop j at 1: any lanes, parallel\n");
}

TEST(Legality, HalvesAreDistinctIfTheHalfIsKnown) {
  // for i in [0, n / 2): swap a[i] and a[n - 1 - i]
  Example m;
  const IndexExpr half = m.param("n / 2");
  m.nest.known.push_back(m.n - half * 2);
  const IndexExpr i = m.loop("i", 0, half);
  m.store(m.a, {i}, m.load(m.a, {m.n - 1 - i}));
  m.end();
  EXPECT_EQ(analysed(m), "loop i at 1: any lanes, parallel\n");
}

TEST(Legality, ThreeLinearisedDimensions) {
  Example m;
  const IndexExpr w = m.param("w"), h = m.param("h");
  const IndexExpr z = m.loop("z", 1, m.n), y = m.loop("y", 0, h), x = m.loop("x", 0, w);
  m.store(m.a, {(z * h + y) * w + x}, m.load(m.a, {((z - 1) * h + y) * w + x}));
  m.end();
  m.end();
  m.end();
  EXPECT_EQ(loops(m), "loop z at 1: one lane; blocked by a[w*h*z + w*y + x] -> a[-w*h + w*h*z + w*y + x]\n"
                      "loop y at 2: any lanes, parallel\n"
                      "loop x at 3: any lanes, parallel\n");
}

TEST(Legality, RowsWithABorder) {
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n + 1), j = m.loop("j", 1, m.n + 1), pitch = m.n + 1;
  m.store(m.a, {i * pitch + j}, m.load(m.a, {(i - 1) * pitch + j}));
  m.end();
  m.end();
  EXPECT_EQ(analysed(m), "flow a[n*i + i + j] at 3 -> a[-n + n*i + i + j - 1] at 3, carried by i, distance (1, 0)\n"
                         "loop i at 1: one lane; blocked by a[n*i + i + j] -> a[-n + n*i + i + j - 1]\n"
                         "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, CoupledSubscripts) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, m.n);
  m.store(m.a, {i + j}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(analysed(m), "output a[i + j] at 3 -> a[i + j] at 3, carried by i, distance (*, *)\n"
                         "loop i at 1: one lane; blocked by a[i + j] -> a[i + j]\n"
                         "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, TriangularSolve) {
  // x[i] += x[j], j < i. Lanes of i in lock step run it column by column: x[j] is complete before phase j reads it.
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, i);
  m.store(m.a, {i}, m.add(m.load(m.a, {i}), m.load(m.a, {j}), {.reassoc = true}));
  m.end();
  m.end();
  EXPECT_EQ(analysed(m), "anti a[i] at 3 -> a[i] at 3, carried by j, distance (0, *), removable by reassociation\n"
                         "flow a[i] at 3 -> a[i] at 3, carried by j, distance (0, *), removable by reassociation\n"
                         "anti a[i] at 3 -> a[i] at 3, distance (0, 0)\n"
                         "flow a[i] at 3 -> a[j] at 3, carried by i, distance (*, *)\n"
                         "output a[i] at 3 -> a[i] at 3, carried by j, distance (0, *), removable by reassociation\n"
                         "loop i at 1: any lanes\n"
                         "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, ParameterOffsetIsAssumedToCollide) {
  Example m;
  const IndexExpr k = m.param("k");
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i}, m.load(m.a, {i + k}));
  m.end();
  EXPECT_EQ(analysed(m), "anti a[k + i] at 2 -> a[i] at 2, carried by i, distance (*), assumed\n"
                         "flow a[i] at 2 -> a[k + i] at 2, carried by i, distance (*), assumed\n"
                         "anti a[k + i] at 2 -> a[i] at 2, distance (0), assumed\n"
                         "loop i at 1: one lane; blocked by a[i] -> a[k + i]\n");
}

TEST(Legality, ParameterOffsetOfKnownSign) {
  Example m;
  const IndexExpr k = m.param("k", 0);
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i}, m.load(m.a, {i + k}));
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: any lanes\n");
}

TEST(Legality, MembersOfOneElementDoNotCollide) {
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n);
  const auto member = [&](IndexExpr sub, int64_t offset) {
    const AccessId id = m.access(m.a, {std::move(sub)});
    m.nest.accesses[id].strideBytes = {8};
    m.nest.accesses[id].offsetBytes = offset;
    return id;
  };
  m.store(member(i, 0), m.load(member(i - 1, 4)));
  m.end();
  EXPECT_EQ(analysed(m), "loop i at 1: any lanes, parallel\n");
}

TEST(Legality, OffsetBeyondTheElementIsTheNextElement) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  const AccessId next = m.access(m.a, {i});
  m.nest.accesses[next].offsetBytes = 4;
  m.store(next, m.load(m.a, {i}));
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: one lane; blocked by a[i] -> a[i]\n");
}

TEST(Legality, RowsOfTwiceTheExtent) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, m.n * 2);
  m.store(m.a, {i * m.n * 2 + j}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(loops(m), "loop i at 1: any lanes, parallel\n"
                      "loop j at 2: any lanes, parallel\n");
}

TEST(Legality, BytesOfAWiderElementCollide) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  const AccessId byte = m.access(m.a, {i});
  m.nest.accesses[byte].type = ScalarType::U8;
  m.nest.accesses[byte].strideBytes = {1};
  m.store(m.a, {i}, m.load(byte));
  m.end();
  // The store of iteration i hits bytes 4i..4i+3, which iterations up to 4i+3 read.
  EXPECT_EQ(analysed(m), "flow a[i] at 2 -> a[i] at 2, carried by i, distance (*)\n"
                         "anti a[i] at 2 -> a[i] at 2, distance (0)\n"
                         "loop i at 1: one lane; blocked by a[i] -> a[i]\n");
}

TEST(Legality, SidesOfAnIfStayInOrderOnlyIfTheyCannotBeMerged) {
  // The else side reads what the then side of the iteration before wrote.
  const auto make = [](bool hasMore) {
    Example m;
    const IndexExpr i = m.loop("i", 1, m.n);
    m.branch(m.unknown(m.load(m.b, {i})));
    m.store(m.a, {i}, m.number(1));
    if (hasMore)
      m.store(m.b, {i}, m.number(1));
    m.otherwise();
    m.store(m.a, {i}, m.load(m.a, {i - 1}));
    m.end();
    m.end();
    return loops(m);
  };
  // Either way the else side's own store is read by the next iteration.
  EXPECT_EQ(make(false), "loop i at 1: one lane; blocked by a[i] -> a[i - 1], a[i] -> a[i - 1]\n");
  EXPECT_EQ(make(true), "loop i at 1: one lane; blocked by a[i] -> a[i - 1]\n");
}

TEST(Legality, CellReductionDoesNotBlockTheRoot) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {0}, m.add(m.load(m.a, {0}), m.load(m.b, {i})));
  m.end();
  EXPECT_EQ(analysed(m), "anti a[0] at 2 -> a[0] at 2, carried by i, distance (*), removable by reassociation\n"
                         "flow a[0] at 2 -> a[0] at 2, carried by i, distance (*), removable by reassociation\n"
                         "anti a[0] at 2 -> a[0] at 2, distance (0)\n"
                         "output a[0] at 2 -> a[0] at 2, carried by i, distance (*), removable by reassociation\n"
                         "loop i at 1: any lanes, parallel\n"
                         "a[0]: reduction +, strict order at 2\n");
}

TEST(Assumptions, EchoFurtherAwayThanABlock) {
  Example m;
  const IndexExpr d = m.param("d");
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i}, m.add(m.load(m.b, {i}), m.load(m.a, {i - d})));
  m.end();
  EXPECT_EQ(loops(m, true), "loop i at 1: at most 64 lanes; blocked by a[i] -> a[-d + i]\n"
                            "assume d - 64 >= 0  // d is at least 64\n");
}

TEST(Assumptions, ReadAhead) {
  Example m;
  const IndexExpr d = m.param("d");
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i}, m.load(m.a, {i + d}));
  m.end();
  EXPECT_EQ(loops(m, true), "loop i at 1: any lanes\n"
                            "assume d >= 0  // d is not negative\n");
}

TEST(Assumptions, PositiveStride) {
  Example m;
  const IndexExpr inc = m.param("inc");
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.a, {i * inc}, m.load(m.b, {i}));
  m.end();
  EXPECT_EQ(loops(m, true), "loop i at 1: any lanes, parallel\n"
                            "assume inc - 1 >= 0  // inc is positive\n");
}

TEST(Assumptions, PitchHoldsTheWidth) {
  Example m;
  const IndexExpr w = m.param("w"), pitch = m.param("pitch");
  const IndexExpr y = m.loop("y", 0, m.n), x = m.loop("x", 0, w);
  m.store(m.a, {y * pitch + x}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(loops(m, true), "loop y at 1: any lanes, parallel\n"
                            "loop x at 2: any lanes, parallel\n"
                            "assume -w + pitch >= 0  // rows of pitch hold w\n");
}

TEST(Assumptions, TheRestOfARow) {
  Example m;
  const IndexExpr w = m.param("w"), pitch = m.param("pitch");
  const IndexExpr y = m.loop("y", 0, m.n), x = m.loop("x", w, pitch);
  m.store(m.a, {y * pitch + x}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(loops(m, true), "loop y at 1: any lanes, parallel\n"
                            "loop x at 2: any lanes, parallel\n"
                            "assume w >= 0  // w is not negative\n");
}

TEST(Assumptions, NoneForWhatIsProved) {
  Example m;
  const IndexExpr d = m.param("d");
  const IndexExpr i = m.loop("i", 1, m.n);
  m.store(m.a, {i}, m.add(m.load(m.a, {i + d}), m.load(m.a, {i - 1})));
  m.end();
  EXPECT_EQ(loops(m, true), "loop i at 1: one lane; blocked by a[i] -> a[d + i], a[i] -> a[i - 1]\n");
}

TEST(Clauses, IndependentWaivesEverythingUpToItsSafelen) {
  for (int64_t safelen : {0, 8}) {
    Example m;
    const IndexExpr i = m.loop("i", 8, m.n);
    m.store(m.a, {i}, m.load(m.a, {i - 1}));
    m.end();
    m.nest.clauses.independent = true;
    m.nest.clauses.safelen = safelen;
    EXPECT_EQ(loops(m), safelen == 0 ? "loop i at 1: any lanes, parallel\n"
                                     : "loop i at 1: at most 8 lanes; blocked by a[i] -> a[i - 1]\n");
  }
}

TEST(Clauses, InnerLoopsArePromisedNothing) {
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n), j = m.loop("j", 1, m.n);
  m.store(m.a, {i, j}, m.add(m.load(m.a, {i - 1, j}), m.load(m.a, {i, j - 1})));
  m.end();
  m.end();
  m.nest.clauses.independent = true;
  EXPECT_EQ(loops(m), "loop i at 1: any lanes, parallel\n"
                      "loop j at 2: one lane; blocked by a[i][j] -> a[i][j - 1]\n");
}

TEST(Clauses, IvdepWaivesOnlyWhatIsAssumed) {
  Example assumed;
  IndexExpr i = assumed.loop("i", 0, assumed.n);
  assumed.store(assumed.indirect(assumed.a, assumed.load(assumed.b, {i})), assumed.number(1));
  assumed.end();
  assumed.nest.clauses.ivdep = true;
  EXPECT_EQ(loops(assumed), "loop i at 1: any lanes\n");

  Example proved;
  i = proved.loop("i", 1, proved.n);
  proved.store(proved.a, {i}, proved.load(proved.a, {i - 1}));
  proved.end();
  proved.nest.clauses.ivdep = true;
  EXPECT_EQ(loops(proved), "loop i at 1: one lane; blocked by a[i] -> a[i - 1]\n");
}

TEST(Budget, ExhaustedIsADecline) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, i);
  m.store(m.a, {i * 2 + j * 3}, m.load(m.a, {i * 3 - j * 5}));
  m.end();
  m.end();
  Nest nest = m.take();
  llvm::Expected<Scop> scop = buildScop(nest, {.maxOperations = 10});
  ASSERT_TRUE(bool(scop));
  llvm::Expected<Facts> facts = analyse(*scop);
  ASSERT_FALSE(bool(facts));
  llvm::handleAllErrors(facts.takeError(), [](const Decline &d) { EXPECT_EQ(d.reason, Reason::OutOfBudget); });
}

} // namespace
