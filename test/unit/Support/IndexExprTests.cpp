#include "vecify/Support/IndexExpr.h"
#include "gtest/gtest.h"
#include <limits>

using namespace vecify;

namespace {

constexpr SymbolId I = 0, J = 1, N = 2;
const IndexExpr i = IndexExpr::symbol(I), j = IndexExpr::symbol(J), n = IndexExpr::symbol(N);

std::string text(const IndexExpr &expr) {
  return expr.print([](SymbolId id) { return std::string(1, "ijn"[id]); });
}

TEST(IndexExpr, PrintsSymbolsFirstAndTheConstantLast) {
  EXPECT_EQ(text(i * n + IndexExpr(2) * j - 1), "i*n + 2*j - 1");
  EXPECT_EQ(text(-i * i + 3), "-i*i + 3");
  EXPECT_EQ(text(IndexExpr()), "0");
  EXPECT_EQ(text(IndexExpr(std::numeric_limits<int64_t>::min())), "-9223372036854775808");
}

TEST(IndexExpr, EqualPolynomialsCompareEqual) {
  EXPECT_EQ((i + j) * (i - j), i * i - j * j);
  EXPECT_EQ((j + i) * n, n * i + n * j);
  EXPECT_TRUE((i * n - n * i).isZero());
  EXPECT_NE(i, j);
}

TEST(IndexExpr, ConstantFactorsScale) {
  EXPECT_EQ(IndexExpr(3) * (i + j * n - 2), i + i + i + IndexExpr(3) * j * n - 6);
  EXPECT_EQ((i + 5) * IndexExpr(0), IndexExpr());
  EXPECT_TRUE((IndexExpr(std::numeric_limits<int64_t>::max()) * i * IndexExpr(2)).isPoisoned());
}

TEST(IndexExpr, RenamingIsSubstitutionBySymbols) {
  const IndexExpr expr = i * n + IndexExpr(2) * j - n + 7;
  for (SymbolId a = 0; a < 3; ++a)
    for (SymbolId b = 0; b < 3; ++b) {
      const auto name = [&](SymbolId s) { return s == I ? a : s == J ? b : N; };
      EXPECT_EQ(expr.renamed(name), expr.substituteAll([&](SymbolId s) { return IndexExpr::symbol(name(s)); }));
    }
  EXPECT_TRUE((i - j).renamed([](SymbolId) { return N; }).isZero());
}

TEST(IndexExpr, OrdersTotally) {
  const IndexExpr all[] = {IndexExpr(), IndexExpr(1), i, IndexExpr(2) * i, i * n, j};
  for (const IndexExpr &a : all)
    for (const IndexExpr &b : all)
      EXPECT_EQ(int(a < b) + int(b < a) + int(a == b), 1) << text(a) << " vs " << text(b);
}

TEST(IndexExpr, KnowsConstantsAndSymbols) {
  EXPECT_EQ(IndexExpr(7).asConstant(), 7);
  EXPECT_EQ(IndexExpr().asConstant(), 0);
  EXPECT_EQ(i.asConstant(), std::nullopt);
  EXPECT_EQ(i.asSymbol(), I);
  EXPECT_EQ((-i).asSymbol(), std::nullopt);
  EXPECT_EQ((i + 1).asSymbol(), std::nullopt);
  EXPECT_EQ((i * n + 5).constantTerm(), 5);
  EXPECT_EQ((j * n + i).symbols(), (llvm::SmallVector<SymbolId, 4>{I, J, N}));
}

TEST(IndexExpr, TellsWhatMultipliesASymbol) {
  const IndexExpr e = i * n + IndexExpr(3) * i + j;
  EXPECT_EQ(e.coefficientOf(I), n + 3);
  EXPECT_EQ(e.coefficientOf(J), IndexExpr(1));
  EXPECT_EQ(e.degreeIn(N), 1u);
  EXPECT_EQ((i * i * n).degreeIn(I), 2u);
  EXPECT_FALSE(e.uses(7));
}

TEST(IndexExpr, SubstitutesPowersToo) {
  EXPECT_EQ((i * i + j).substitute(I, n + 1), n * n + IndexExpr(2) * n + 1 + j);
  EXPECT_EQ((i + j).substituteAll([](SymbolId s) { return s == I ? j : i; }), i + j);
}

TEST(IndexExpr, DividesExactlyOrNotAtAll) {
  EXPECT_EQ((IndexExpr(4) * i - 8).dividedBy(4), i - 2);
  EXPECT_EQ((IndexExpr(4) * i - 6).dividedBy(4), std::nullopt);
}

TEST(IndexExpr, OverflowPoisons) {
  const IndexExpr big(std::numeric_limits<int64_t>::max());
  EXPECT_FALSE(big.isPoisoned());
  EXPECT_TRUE((big + 1).isPoisoned());
  EXPECT_TRUE((big * i * IndexExpr(2) - j).isPoisoned());
  EXPECT_EQ((big + 1).asConstant(), std::nullopt);
  EXPECT_TRUE((-IndexExpr(std::numeric_limits<int64_t>::min())).isPoisoned());
}

} // namespace
