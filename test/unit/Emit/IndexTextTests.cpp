// How polynomials read, and that they are never computed in a type that is too narrow.
#include "IndexText.h"
#include "gtest/gtest.h"

namespace vecify {
namespace {

/// i, j, k are counters; n, m are ints, l a long, z a size_t, u an unsigned, c an int of at most 100.
class Symbols {
public:
  IndexExpr operator()(char name) const { return IndexExpr::symbol(SymbolId(name)); }
  std::string text(const IndexExpr &expr, bool wraps = false) const {
    return indexText(
               expr,
               [](SymbolId id) {
                 IndexSymbol symbol;
                 const char name = char(id);
                 symbol.text.text = std::string(1, name);
                 symbol.isParameter = !llvm::StringRef("ijk").contains(name);
                 switch (name) {
                 case 'n':
                 case 'm':
                   symbol.text.type = ScalarType::I32;
                   break;
                 case 'l':
                   symbol.text.type = ScalarType::I64;
                   break;
                 case 'z':
                   symbol.text.type = ScalarType::U64;
                   break;
                 case 'u':
                   symbol.text.type = ScalarType::U32;
                   break;
                 case 'c':
                   symbol.text.type = ScalarType::I32;
                   symbol.lo = 0;
                   symbol.hi = 100;
                   break;
                 default:
                   break;
                 }
                 return symbol;
               },
               wraps)
        .text;
  }
};

} // namespace

TEST(IndexText, ReadsAsWrittenByHand) {
  const Symbols s;
  const IndexExpr i = s('i'), j = s('j'), l = s('l'), m = s('m');
  EXPECT_EQ(s.text(IndexExpr(0)), "0");
  EXPECT_EQ(s.text(i + IndexExpr(8)), "i + 8");
  EXPECT_EQ(s.text(i - IndexExpr(8)), "i - 8");
  EXPECT_EQ(s.text(i * l + j + IndexExpr(8)), "i * l + j + 8");
  EXPECT_EQ(s.text(i * l + l + j), "(i + 1) * l + j");
  EXPECT_EQ(s.text(l - IndexExpr(1) - i), "l - i - 1");
  EXPECT_EQ(s.text(IndexExpr(2) * i + IndexExpr(1)), "2 * i + 1");
  EXPECT_EQ(s.text(i * l * m + j * m), "i * m * l + j * m");
  EXPECT_EQ(s.text(IndexExpr(7) - i), "7 - i");
  EXPECT_EQ(s.text(-i), "-i");
}

TEST(IndexText, WidensWhatAnIntMightNotHold) {
  const Symbols s;
  const IndexExpr n = s('n'), m = s('m'), i = s('i'), u = s('u');
  EXPECT_EQ(s.text(n), "n");
  EXPECT_EQ(s.text(n - IndexExpr(16)), "(ptrdiff_t)n - 16");
  EXPECT_EQ(s.text(n * m), "(ptrdiff_t)n * m");
  EXPECT_EQ(s.text(i + n * m), "(ptrdiff_t)n * m + i");
  EXPECT_EQ(s.text(i * n + m), "i * n + m");
  EXPECT_EQ(s.text(i + n), "i + n");
  EXPECT_EQ(s.text(IndexExpr(4) * n), "(ptrdiff_t)n * 4");
  EXPECT_EQ(s.text(-n), "-(ptrdiff_t)n");
  EXPECT_EQ(s.text(u - IndexExpr(1)), "(ptrdiff_t)u - 1");
  EXPECT_EQ(s.text(n - u), "(ptrdiff_t)n - u");
  EXPECT_EQ(s.text(IndexExpr(4294967295) - u), "4294967295 - u");
}

TEST(IndexText, StaysNarrowWhereTheRangesAllow) {
  const Symbols s;
  const IndexExpr c = s('c'), i = s('i');
  EXPECT_EQ(s.text(c * c + IndexExpr(8)), "c * c + 8");
  EXPECT_EQ(s.text(i + c * c), "i + c * c");
  EXPECT_EQ(s.text(c * c * c * c * c), "(ptrdiff_t)c * c * c * c * c");
}

TEST(IndexText, WrapsAroundInUnsigned) {
  const Symbols s;
  const IndexExpr i = s('i'), l = s('l'), n = s('n'), u = s('u'), z = s('z');
  EXPECT_EQ(s.text(z * z, true), "z * z");
  EXPECT_EQ(s.text(u * u * u, true), "(uint64_t)u * u * u");
  EXPECT_EQ(s.text(l * i - IndexExpr(3), true), "(uint64_t)i * l - 3");
  EXPECT_EQ(s.text(l - n, true), "(uint64_t)l - n");
  EXPECT_EQ(s.text(l + z, true), "z + l");
  EXPECT_EQ(s.text(-l, true), "-(uint64_t)l");
  EXPECT_EQ(s.text(IndexExpr(7) - l, true), "7 - (uint64_t)l");
}

} // namespace vecify
