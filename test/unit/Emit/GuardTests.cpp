// Guards: how they read, and that they hold only where the polynomial is really not negative.
#include "Compilers.h"
#include "EmitTesting.h"
#include "Guards.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

namespace vecify {
namespace {

struct P {
  const char *name;
  ScalarType type;
  std::optional<int64_t> lo = {}, hi = {};
};

class GuardBuilder {
public:
  explicit GuardBuilder(llvm::ArrayRef<P> parameters) {
    F.body = F.addBlock();
    for (const P &p : parameters) {
      const ValueId v = F.addValue(VectorType::scalar(p.type), p.name);
      F.parameters.push_back({v, p.name, p.type, p.lo, p.hi, 1});
    }
  }
  IndexExpr operator[](unsigned i) const { return IndexExpr::symbol(F.parameters[i].value); }
  std::string nonNegative(const IndexExpr &expr) {
    RuntimeGuard guard;
    guard.expr = expr;
    F.guards = {guard};
    return text();
  }
  using Ends = llvm::SmallVector<IndexExpr, 2>;
  RuntimeGuard &disjoint(Ends lowerA, Ends upperA, Ends lowerB, Ends upperB) {
    RuntimeGuard guard;
    guard.kind = RuntimeGuard::Disjoint;
    guard.a = 0;
    guard.b = 1;
    guard.lowerA = std::move(lowerA);
    guard.upperA = std::move(upperA);
    guard.lowerB = std::move(lowerB);
    guard.upperB = std::move(upperB);
    F.guards = {guard};
    return F.guards[0];
  }
  std::string text() const { return llvm::join(guardText(F).conditions, " && "); }
  Function F;
};

} // namespace

TEST(Guard, ComparesWithoutArithmeticWherePossible) {
  GuardBuilder g({{"n", ScalarType::I32}, {"m", ScalarType::I64}, {"u", ScalarType::U32}, {"s->n", ScalarType::I32}});
  EXPECT_EQ(g.nonNegative(g[0] - IndexExpr(16)), "n >= 16");
  EXPECT_EQ(g.nonNegative(g[1] - IndexExpr(16)), "m >= 16");
  EXPECT_EQ(g.nonNegative(g[2] - IndexExpr(16)), "u >= 16");
  EXPECT_EQ(g.nonNegative(g[3] - IndexExpr(16)), "s->n >= 16");
  EXPECT_EQ(g.nonNegative(IndexExpr(100) - g[0]), "n <= 100");
}

TEST(Guard, LeavesOutWhatIsAlwaysTrue) {
  GuardBuilder g({{"u", ScalarType::U16}, {"n", ScalarType::I32, 0, 100}});
  EXPECT_EQ(g.nonNegative(g[0]), "");
  EXPECT_EQ(g.nonNegative(IndexExpr(100) - g[1]), "");
  EXPECT_EQ(g.nonNegative(IndexExpr(99) - g[1]), "n <= 99");
}

TEST(Guard, WidensBeforeItAdds) {
  GuardBuilder g({{"i", ScalarType::U32}, {"off", ScalarType::U32}, {"n", ScalarType::I32}, {"h", ScalarType::I16}});
  EXPECT_EQ(g.nonNegative(IndexExpr(4294967295) - g[0] - g[1]), "(ptrdiff_t)i + off <= 4294967295");
  EXPECT_EQ(g.nonNegative(g[2] - g[0] - IndexExpr(8)), "(ptrdiff_t)n - i >= 8");
  EXPECT_EQ(g.nonNegative(g[2] * g[2] - IndexExpr(8)), "(ptrdiff_t)n * n >= 8");
  // A short is an int in C, and so are these sums.
  EXPECT_EQ(g.nonNegative(g[3] + g[3] + IndexExpr(1)), "2 * h >= -1");
}

TEST(Guard, Takes128BitsWhere64MightOverflow) {
  GuardBuilder g({{"a", ScalarType::I64}, {"b", ScalarType::I64}, {"n", ScalarType::U64}});
  EXPECT_EQ(g.nonNegative(g[0] - g[1] - IndexExpr(8)), "__extension__ ((__int128)a - (__int128)b >= 8)");
  EXPECT_EQ(g.nonNegative(g[2] - IndexExpr(8)), "(ptrdiff_t)n >= 8");
}

TEST(Guard, ComparesByteRanges) {
  GuardBuilder g({{"n", ScalarType::I64}});
  g.F.arrays = {{"x", "const float *", ScalarType::F32, true, false, 4, {}},
                {"s->y", "float *", ScalarType::F32, false, false, 4, {}}};
  g.disjoint({IndexExpr(-4)}, {IndexExpr(4) * g[0]}, {IndexExpr(0)}, {IndexExpr(4) * g[0], IndexExpr(8)}).equalIsFine =
      true;
  EXPECT_EQ(g.text(), "((uintptr_t)(x + n) <= (uintptr_t)s->y || (uintptr_t)(s->y + vecify_max(n, 2)) <= "
                      "(uintptr_t)(x - 1) || (uintptr_t)x == (uintptr_t)s->y)");
}

TEST(Guard, AsksEachRowBehindAPointer) {
  GuardBuilder g({{"n", ScalarType::I64}, {"rows", ScalarType::I32}});
  g.F.arrays = {{"in", "const float *const *", ScalarType::F32, true, false, 4, {}},
                {"y", "float *", ScalarType::F32, false, false, 4, {}}};
  RuntimeGuard &guard =
      g.disjoint({IndexExpr(-4)}, {IndexExpr(4) * g[0], IndexExpr(64)}, {IndexExpr(0)}, {IndexExpr(4) * g[0]});
  guard.rowPointer = "in[{0}].samples";
  guard.rowStride = 16;
  guard.firstRow = IndexExpr(2);
  guard.rowCount = g[1] - 2;
  EXPECT_EQ(g.text(),
            "vecify_rows_apart((const void *)&in[2].samples, 16, (ptrdiff_t)rows - 2, -4, vecify_max(4 * n, 64), "
            "(uintptr_t)y, (uintptr_t)(y + n))");
}

namespace {

/// A random polynomial guard, its parameters, and what it is in Z.
struct RandomGuard {
  GuardBuilder builder{{}};
  std::string text;
};

__int128 clampedProduct(__int128 a, __int128 b) {
  // Beyond this nothing but the sign matters.
  const __int128 limit = __int128(1) << 120;
  const long double product = (long double)a * (long double)b;
  if (product > (long double)limit)
    return limit;
  if (product < -(long double)limit)
    return -limit;
  return a * b;
}

} // namespace

TEST(Guard, HoldsOnlyWhereItIsTrue) {
  std::mt19937_64 random(7);
  const auto pick = [&](unsigned n) { return unsigned(random() % n); };
  static const ScalarType types[] = {ScalarType::I8,  ScalarType::U16, ScalarType::I32, ScalarType::I32,
                                     ScalarType::U32, ScalarType::I64, ScalarType::U64};
  std::string functions, main;
  std::vector<bool> mayHold, mustHold;
  for (unsigned k = 0; k < 150; ++k) {
    std::vector<P> parameters;
    static const char *const names[] = {"a", "b", "c"};
    for (unsigned p = 0; p < 1 + pick(3); ++p)
      parameters.push_back({names[p], types[pick(std::size(types))], {}, {}});
    GuardBuilder g(parameters);
    IndexExpr expr(int64_t(random() % 64) - 32);
    for (unsigned t = 0; t < 1 + pick(3); ++t) {
      IndexExpr term(int64_t(pick(9)) - 4);
      for (unsigned factors = 1 + pick(4) / 2; factors > 0; --factors)
        term = term * g[pick(parameters.size())];
      expr += term;
    }
    if (expr.isPoisoned())
      continue;
    const std::string text = g.nonNegative(expr);
    std::string signature;
    for (const P &p : parameters)
      signature += (signature.empty() ? "" : ", ") + cSpelling(p.type).str() + " " + p.name;
    functions += "__attribute__((noinline)) static int guard" + std::to_string(k) + "(" + signature + ") {\n";
    for (const P &p : parameters)
      functions += std::string("  (void)") + p.name + ";\n";
    functions += "  return " + (text.empty() ? "1" : text) + ";\n}\n";
    for (unsigned run = 0; run < 12; ++run) {
      std::string call;
      std::vector<__int128> values;
      bool isSmall = true;
      for (const P &p : parameters) {
        const unsigned bits = bitsOf(p.type);
        uint64_t value = pick(3) == 0 ? random()
                         : pick(2)    ? uint64_t(int64_t(pick(9)) - 4)
                                      : uint64_t(minValue(p.type)) - pick(2);
        value &= bits < 64 ? (uint64_t(1) << bits) - 1 : ~uint64_t(0);
        __int128 exact = value;
        if (isSignedInteger(p.type) && value >> (bits - 1))
          exact -= __int128(1) << bits;
        isSmall &= exact < 1000 && exact > -1000;
        values.push_back(exact);
        call += (call.empty() ? "(" : ", (") + cSpelling(p.type).str() + ")" + std::to_string(value) + "u";
      }
      __int128 sum = 0;
      for (const IndexExpr::Term &term : expr.terms()) {
        __int128 product = term.coefficient;
        for (SymbolId s : term.symbols)
          for (unsigned p = 0; p < parameters.size(); ++p)
            if (g.F.parameters[p].value == s)
              product = clampedProduct(product, values[p]);
        sum += product;
      }
      mayHold.push_back(sum >= 0);
      mustHold.push_back(sum >= 0 && isSmall);
      main += "  putchar('0' + guard" + std::to_string(k) + "(" + call + "));\n";
    }
  }
  const std::string file = "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n" + functions +
                           "int main(void) {\n" + main + "  return 0;\n}\n";
  for (const Toolchain &toolchain : toolchainsFor("avx2")) {
    const RunResult result = compileAndRun(toolchain,
                                           {"-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-type-limits",
                                            "-std=c99", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"},
                                           file);
    ASSERT_EQ(result.status, 0) << result.output << file;
    ASSERT_EQ(result.output.size(), mayHold.size());
    for (size_t i = 0; i < mayHold.size(); ++i) {
      if (result.output[i] == '1')
        EXPECT_TRUE(mayHold[i]) << "run " << i << "\n" << functions;
      else
        EXPECT_FALSE(mustHold[i]) << "run " << i << "\n" << functions;
    }
  }
}

} // namespace vecify
