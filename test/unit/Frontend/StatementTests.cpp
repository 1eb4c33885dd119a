// Statements and expressions: C's conversions, conditions, side effects, and what becomes of them.
#include "Extract.h"

using namespace vecify;

namespace {

TEST(Statement, PromotesNarrowIntegers) {
  EXPECT_EQ(statement("u[i] = u[i] + h[i];"), "u[i] = u8((i32(u[i]) + i32(h[i])))");
  EXPECT_EQ(statement("u[i] += 3;"), "u[i] = u8((i32(u[i]) + 3))");
  EXPECT_EQ(statement("h[i] = -c[i];"), "h[i] = i16(-(i32(c[i])))");
  EXPECT_EQ(statement("c[i] <<= 2;"), "c[i] = i8((i32(c[i]) << 2))");
  EXPECT_EQ(statement("u[i]++;"), "u[i] = u8((i32(u[i]) + 1))");
  EXPECT_EQ(statement("h[i] = ~h[i];"), "h[i] = i16(~(i32(h[i])))");
}

TEST(Statement, ConvertsMixedSignsAndWidths) {
  EXPECT_EQ(statement("w[i] = w[i] + k[i];"), "w[i] = (w[i] + u32(k[i]))");
  EXPECT_EQ(statement("l[i] = k[i] * l[i];"), "l[i] = (i64(k[i]) * l[i])");
  EXPECT_EQ(statement("k[i] = w[i] >> u[i];"), "k[i] = i32((w[i] >> u32(i32(u[i]))))");
  EXPECT_EQ(statement("a[i] = k[i] / 2;"), "a[i] = f32((k[i] / 2))");
}

TEST(Statement, KeepsFloatsInTheirPrecision) {
  EXPECT_EQ(statement("a[i] = a[i] * 0.1;"), "a[i] = f32((f64(a[i]) * 0.10000000000000001:f64))");
  EXPECT_EQ(statement("a[i] = a[i] * 0.5f;"), "a[i] = (a[i] * 0.5:f32)");
  EXPECT_EQ(statement("d[i] = a[i] + k[i];"), "d[i] = f64((a[i] + f32(k[i])))");
  EXPECT_EQ(statement("a[i] = (float)d[i];"), "a[i] = f32(d[i])");
  EXPECT_EQ(statement("k[i] = (int)a[i];"), "k[i] = i32(a[i])");
  EXPECT_EQ(statement("a[i] += d[i];"), "a[i] = f32((f64(a[i]) + d[i]))");
  EXPECT_EQ(statement("k[i] += x;"), "k[i] = i32((f32(k[i]) + x))");
}

TEST(Statement, FusesProductsWhereTheLanguageAllows) {
  EXPECT_EQ(statement("a[i] += b[i] * x;"), "a[i] = muladd(b[i], x, a[i])");
  EXPECT_EQ(statement("a[i] = a[i] - b[i] * x;"), "a[i] = nmuladd(b[i], x, a[i])");
  EXPECT_EQ(statement("a[i] = b[i] * x - a[i];"), "a[i] = mulsub(b[i], x, a[i])");
  EXPECT_EQ(statement("a[i] = -(b[i] * x) + a[i];"), "a[i] = nmuladd(b[i], x, a[i])");
  EXPECT_EQ(statement("a[i] = a[i] * x + b[i] * x;"), "a[i] = muladd(a[i], x, (b[i] * x))");
  EXPECT_EQ(statement("float t = b[i] * x; a[i] = t + 1;"), "t = (b[i] * x)\na[i] = (t + 1:f32)");
  EXPECT_EQ(statement("a[i] += b[i] * x;", {"-ffp-contract=off"}), "a[i] = (a[i] + (b[i] * x))");
  EXPECT_EQ(statement("{\n#pragma STDC FP_CONTRACT OFF\n a[i] += b[i] * x; }"), "a[i] = (a[i] + (b[i] * x))");
  EXPECT_EQ(statement("k[i] += k[i] * n;"), "k[i] = (k[i] + (k[i] * n))");
}

TEST(Statement, CarriesTheFlagsInForce) {
  EXPECT_EQ(statement("a[i] = a[i] * x;", {"-ffast-math"}), "a[i] = (a[i] *{contract,reassoc,nnan,ninf,nsz} x)");
  EXPECT_EQ(statement("a[i] = a[i] * x;", {"-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"}),
            "a[i] = (a[i] *{reassoc,nsz} x)");
  FrontendOptions strict;
  strict.compileFlags = {"-ffast-math"};
  strict.fp = FpMode::Strict;
  const Parsed parsed =
      parse("void f(float *a, float x, int n) { for (int i = 0; i < n; i++) a[i] += a[i] * x; }", strict);
  EXPECT_EQ(linesOf(textOf(*allLoops(*parsed.file)[0]), {"loop"}), "loop i = 0 to n\n  a[i] = (a[i] + (a[i] * x))\n");
}

TEST(Statement, ConditionsAreTruthValues) {
  EXPECT_EQ(statement("if (k[i]) a[i] = 1;"), "if (k[i] != 0)\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (u[i]) a[i] = 1;"), "if (u[i] != 0:u8)\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (a[i]) a[i] = 1;"), "if (a[i] != 0:f32)\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (!k[i] || a[i] < x) a[i] = 1; else a[i] = 2;"),
            "if (!((k[i] != 0)) || (a[i] < x))\n  a[i] = 1:f32\nelse\n  a[i] = 2:f32");
  EXPECT_EQ(statement("k[i] = a[i] < b[i];"), "k[i] = i32((a[i] < b[i]))");
  EXPECT_EQ(statement("k[i] += (a[i] < b[i]) == 0;"), "k[i] = (k[i] + i32((i32((a[i] < b[i])) == 0)))");
  EXPECT_EQ(statement("if (n > 1 && 0) a[i] = 1;"), statement("if (0) a[i] = 1;"));
}

TEST(Statement, BoolIsZeroOrOne) {
  EXPECT_EQ(statement("t[i] = k[i];"), "t[i] = select((k[i] != 0), 1:u8, 0:u8)");
  EXPECT_EQ(statement("t[i] = a[i];"), "t[i] = select((a[i] != 0:f32), 1:u8, 0:u8)");
  EXPECT_EQ(statement("t[i] = t[i];"), "t[i] = t[i]");
  EXPECT_EQ(statement("k[i] = t[i];"), "k[i] = i32(t[i])");
  EXPECT_EQ(statement("t[i] = k[i] < 3;"), "t[i] = select((k[i] < 3), 1:u8, 0:u8)");
}

TEST(Statement, IntegerMinimumMaximumAndAbs) {
  EXPECT_EQ(statement("k[i] = k[i] < n ? k[i] : n;"), "k[i] = min(k[i], n)");
  EXPECT_EQ(statement("k[i] = k[i] > n ? n : k[i];"), "k[i] = min(k[i], n)");
  EXPECT_EQ(statement("k[i] = k[i] >= n ? k[i] : n;"), "k[i] = max(k[i], n)");
  EXPECT_EQ(statement("k[i] = k[i] < 0 ? -k[i] : k[i];"), "k[i] = abs(k[i])");
  EXPECT_EQ(statement("k[i] = k[i] > 0 ? k[i] : -k[i];"), "k[i] = abs(k[i])");
  EXPECT_EQ(statement("k[i] = u[i] > c[i] ? u[i] - c[i] : c[i] - u[i];"), "k[i] = abs((i32(u[i]) - i32(c[i])))");
  EXPECT_EQ(statement("k[i] = k[i] < n ? k[i] : m;"), "k[i] = select((k[i] < n), k[i], m)");
  // The comparison is unsigned, the result is not.
  EXPECT_EQ(statement("k[i] = k[i] < v ? k[i] : n;"), "k[i] = select((u32(k[i]) < v), k[i], n)");
}

TEST(Statement, FloatMinimumIsWhatItsTernarySays) {
  EXPECT_EQ(statement("a[i] = a[i] < b[i] ? a[i] : b[i];"), "a[i] = cmin(a[i], b[i])");
  EXPECT_EQ(statement("a[i] = a[i] > b[i] ? b[i] : a[i];"), "a[i] = cmin(b[i], a[i])");
  EXPECT_EQ(statement("a[i] = a[i] > b[i] ? a[i] : b[i];"), "a[i] = cmax(a[i], b[i])");
  EXPECT_EQ(statement("a[i] = a[i] >= 1 ? 1 : a[i];"), "a[i] = cmin(1:f32, a[i])");
  // Zeros of different sign would show which operand equal ones give.
  EXPECT_EQ(statement("a[i] = a[i] <= b[i] ? a[i] : b[i];"), "a[i] = select((a[i] <= b[i]), a[i], b[i])");
  EXPECT_EQ(statement("a[i] = a[i] <= b[i] ? a[i] : b[i];", {"-fno-signed-zeros"}), "a[i] = cmin{nsz}(a[i], b[i])");
  // fabs clears the sign of -0.0 and of NaN, this does not.
  EXPECT_EQ(statement("a[i] = a[i] < 0 ? -a[i] : a[i];"), "a[i] = select((a[i] < 0:f32), -(a[i]), a[i])");
}

TEST(Statement, ConditionalAssignmentOfAMinimumIsOne) {
  EXPECT_EQ(statement("int s = k[i]; if (s > 255) s = 255; if (s < 0) s = 0; k[i] = s;"),
            "s = k[i]\ns = min(s, 255)\ns = max(s, 0)\nk[i] = s");
  EXPECT_EQ(statement("float s = a[i]; if (b[i] > s) s = b[i]; a[i] = s;"), "s = a[i]\ns = cmax(b[i], s)\na[i] = s");
  EXPECT_EQ(statement("uint8_t s = u[i]; if (s > 99) s = 99; u[i] = s;"), "s = u[i]\ns = min(s, 99:u8)\nu[i] = s");
  EXPECT_EQ(statement("int s = k[i]; if (s > n) s = m; k[i] = s;"), "s = k[i]\nif (s > n)\n  s = m\nk[i] = s");
}

TEST(Statement, LocalsWithPolynomialValuesAreThatValue) {
  EXPECT_EQ(statement("int j = 2 * i + 1; a[j] = b[j + n];"), "a[2*i + 1] = b[2*i + n + 1]");
  EXPECT_EQ(statement("float *p = a + 3 * i; *p = p[1];"), "a[3*i] = a[3*i + 1]");
  EXPECT_EQ(statement("k[i] = i * i - n;"), "k[i] = i32<i*i - n>");
  EXPECT_EQ(statement("int j = i; if (k[i]) j = 0; a[j] = 1;"), "j = i32<i>\nif (k[i] != 0)\n  j = 0\na[j] = 1:f32");
}

TEST(Statement, SideEffectsComeInOrder) {
  EXPECT_EQ(statement("a[i] = b[i] = x;"), "b[i] = x\na[i] = x");
  EXPECT_EQ(statement("a[i] = b[i] = a[i] * x;"), "stored = (a[i] * x)\nb[i] = stored\na[i] = stored");
  EXPECT_EQ(statement("int s; k[i] = (s = k[i] & 1) + s;"), "s = (k[i] & 1)\nk[i] = (s + s)");
  EXPECT_EQ(statement("k[i] = u[i]++;"), "old = u[i]\nu[i] = u8((i32(old) + 1))\nk[i] = i32(old)");
  EXPECT_EQ(statement("a[i] = 1, b[i] = 2;"), "a[i] = 1:f32\nb[i] = 2:f32");
  EXPECT_EQ(statement("(void)x; ; {} a[i] = (k[i], x);"), "a[i] = x");
  EXPECT_EQ(statement("k[i] && (a[i] = 1);"), "if (k[i] != 0)\n  a[i] = 1:f32");
  EXPECT_EQ(statement("k[i] ? (a[i] = 1) : (b[i] = 2);"), "if (k[i] != 0)\n  a[i] = 1:f32\nelse\n  b[i] = 2:f32");
}

TEST(Statement, ContinueBecomesTheOtherBranch) {
  EXPECT_EQ(statement("if (k[i]) continue; a[i] = 1;"), "if !((k[i] != 0))\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i]) { b[i] = 2; continue; } a[i] = 1;"),
            "if (k[i] != 0)\n  b[i] = 2:f32\nelse\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i]) a[i] = 3; else continue; b[i] = 1;"),
            "if (k[i] != 0)\n  a[i] = 3:f32\n  b[i] = 1:f32");
  EXPECT_EQ(statement("{ if (k[i]) continue; } a[i] = 1;"), "if !((k[i] != 0))\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i]) { if (u[i]) continue; b[i] = 1; } a[i] = 1;"),
            "if (k[i] != 0)\n  if !((u[i] != 0:u8))\n    b[i] = 1:f32\n    a[i] = 1:f32\nelse\n  a[i] = 1:f32");
  EXPECT_EQ(statement("__attribute__((nomerge)) if (k[i] < 0) continue; a[i] = 1;"),
            statement("if (k[i] < 0) continue; a[i] = 1;"));
}

TEST(Statement, SwitchIsAChainOfIfs) {
  EXPECT_EQ(statement("switch (k[i]) { case 1: case 2: a[i] = 1; break; case 7: a[i] = 2; break; default: a[i] = 3; }"),
            "selected = k[i]\n"
            "if ((selected == 1) || (selected == 2))\n"
            "  a[i] = 1:f32\n"
            "else\n"
            "  if (selected == 7)\n"
            "    a[i] = 2:f32\n"
            "  else\n"
            "    a[i] = 3:f32");
  EXPECT_EQ(statement("switch (k[i]) { default: break; case 7: { a[i] = 2; break; } }"),
            "selected = k[i]\nif (selected == 7)\n  a[i] = 2:f32");
  EXPECT_EQ(statement("switch (k[i]) { case 1: a[i] = 1; case 2: a[i] = 2; }"),
            "UnsupportedStmt: a switch that falls through cannot be vectorized");
}

TEST(Statement, CaseRangesAreComparedWithBothEnds) {
  EXPECT_EQ(statement("switch (k[i]) { case 1 ... 5: case 9 ... 9: a[i] = 1; break; case -3 ... -1: a[i] = 2; }"),
            "selected = k[i]\n"
            "if (((selected >= 1) && (selected <= 5)) || (selected == 9))\n"
            "  a[i] = 1:f32\n"
            "else\n"
            "  if ((selected >= -3) && (selected <= -1))\n"
            "    a[i] = 2:f32");
  EXPECT_EQ(statement("switch (k[i]) { case 5 ... 1: a[i] = 1; break; case 7: a[i] = 2; }"),
            "selected = k[i]\nif (selected == 7)\n  a[i] = 2:f32");
}

TEST(Statement, MathFunctionsAreOperators) {
  EXPECT_EQ(statement("a[i] = fabsf(a[i]) + floorf(b[i]);"), "a[i] = (abs(a[i]) + floor(b[i]))");
  EXPECT_EQ(statement("d[i] = ceil(d[i]) * trunc(d[i]);"), "d[i] = (ceil(d[i]) * trunc(d[i]))");
  EXPECT_EQ(statement("a[i] = rintf(a[i]) - nearbyintf(a[i]);"), "a[i] = (rint(a[i]) - rint(a[i]))");
  EXPECT_EQ(statement("a[i] = roundf(a[i]);"), "a[i] = round(a[i])");
  EXPECT_EQ(statement("a[i] = fminf(a[i], fmaxf(b[i], x));"), "a[i] = fmin(a[i], fmax(b[i], x))");
  EXPECT_EQ(statement("d[i] = fma(d[i], 2, copysign(d[i], 1));"), "d[i] = fma(d[i], 2:f64, copysign(d[i], 1:f64))");
  EXPECT_EQ(statement("k[i] = __builtin_abs(k[i]);"), "k[i] = abs(k[i])");
  EXPECT_EQ(statement("if (__builtin_expect(k[i] > 0, 0)) a[i] = 1;"), "if (k[i] > 0)\n  a[i] = 1:f32");
  EXPECT_EQ(statement("a[i] = INFINITY;"), "a[i] = inf:f32");
}

TEST(Statement, CopiesOfBitsAreAssignments) {
  EXPECT_EQ(bodyOf("void f(float *a, unsigned *w, int n) { for (int i = 0; i < n; i++) {"
                   " float x = a[i]; unsigned bits; __builtin_memcpy(&bits, &x, sizeof x); w[i] = bits; } }"),
            "loop i = 0 to n\n"
            "  x = a[i]\n"
            "  bits = bits(x)\n"
            "  w[i] = bits\n");
  EXPECT_EQ(bodyOf("void f(int *a, unsigned *w, int n) { for (int i = 0; i < n; i++) {"
                   " int x = a[i]; unsigned bits; __builtin_memcpy(&bits, &x, 4); w[i] = bits; } }"),
            "loop i = 0 to n\n"
            "  x = a[i]\n"
            "  bits = u32(x)\n"
            "  w[i] = bits\n");
  // Of another size, or of a variable that is known elsewhere too.
  EXPECT_EQ(bodyOf("void f(float *a, unsigned *w, int n) { for (int i = 0; i < n; i++) {"
                   " float x = a[i]; unsigned bits; __builtin_memcpy(&bits, &x, 2); w[i] = bits; } }"),
            "UnsupportedStmt: the declaration of 'x', which lives in memory, cannot be vectorized");
  EXPECT_EQ(
      bodyOf("void g(float *); void f(float *a, unsigned *w, int n) { float x; g(&x); for (int i = 0; i < n; i++) {"
             " x = a[i]; unsigned bits; __builtin_memcpy(&bits, &x, 4); w[i] = bits; } }"),
      "UnsupportedExpr: the expression '__builtin_memcpy(&bits, &x, 4)' cannot be vectorized");
}

TEST(Statement, StatementExpressionsAreTheirLastValue) {
  const std::string macro = "#define MIN(p, q) ({ typeof(p) _p = (p); typeof(q) _q = (q); _p < _q ? _p : _q; })\n";
  EXPECT_EQ(statement(macro + "k[i] = MIN(k[i], n);"), "_p = k[i]\nk[i] = min(_p, n)");
  EXPECT_EQ(statement(macro + "k[i] = u[i] ? MIN(k[i], n) : 0;"), "k[i] = select((u[i] != 0:u8), min(k[i], n), 0)");
}

/// The loop that calls the function in front of it.
std::string inlined(const std::string &function, const std::string &text) {
  const Parsed parsed = parse(function +
                              "\nvoid f(float *a, int *k, unsigned char *u, int n, float x) {"
                              " for (int i = 0; i < n; i++) { " +
                              text + " } }");
  return linesOf(textOf(*allLoops(*parsed.file).back()), {"loop"});
}

TEST(Statement, CompoundLiteralsAreTheirInitializers) {
  const auto literal = [](const std::string &text) {
    return inlined("struct v { float x, y; }; struct w { int m[4]; };", text);
  };
  EXPECT_EQ(literal("a[i] = ((struct v){a[i + 1], 2}).x;"), "loop i = 0 to n\n  a[i] = a[i + 1]\n");
  EXPECT_EQ(literal("a[i] = ((struct v){.y = a[i]}).x;"), "loop i = 0 to n\n  a[i] = 0:f32\n");
  EXPECT_EQ(literal("k[i] = ((struct w){k[i], .m[0] = n}).m[0];"), "loop i = 0 to n\n  k[i] = n\n");
  EXPECT_EQ(literal("k[i] = ((struct w){{[1 ... 3] = k[i]}}).m[2];"), "loop i = 0 to n\n  k[i] = k[i]\n");
  // Once as C has it, not once for each part, and not never.
  for (const char *initializer : {"{++t, .m[0] = n}", "{{[1 ... 3] = ++t}}"})
    EXPECT_EQ(literal("int t = k[i]; k[i] = ((struct w)" + std::string(initializer) + ").m[0] + t;").substr(0, 15),
              "UnsupportedExpr");
  EXPECT_EQ(literal("int t = k[i]; k[i] = ((struct w){++t}).m[1] + t;").substr(0, 4), "loop");
}

TEST(Statement, AddressesOfLocalsNameThem) {
  const std::string square = "static void square(float v, float *o) { *o = v * v; }";
  EXPECT_EQ(inlined(square, "float t; square(a[i], &t); a[i] = t + 1;"),
            "loop i = 0 to n\n  v = a[i]\n  t = (v * v)\n  a[i] = (t + 1:f32)\n");
  EXPECT_EQ(inlined("static int next(int *s) { *s += 3; return *s; }", "int t = k[i]; k[i] = next(&t);"),
            "loop i = 0 to n\n  t = k[i]\n  t = (t + 3)\n  next = t\n  k[i] = next\n");
  EXPECT_EQ(
      inlined("static float *g; static void keep(float *o) { g = o; }", "float t; keep(&t); a[i] = t;").substr(0, 14),
      "CallNotInlined");
  EXPECT_EQ(inlined("void keep(float *o);", "float t; keep(&t); a[i] = t;"),
            "UnsupportedStmt: the declaration of 't', which lives in memory, cannot be vectorized");
}

TEST(Statement, SmallFunctionsAreInlined) {
  EXPECT_EQ(inlined("static inline int g(int v) { if (v < 0) return 0; return v > 255 ? 255 : v; }", "u[i] = g(k[i]);"),
            "loop i = 0 to n\n  u[i] = u8(max(min(k[i], 255), 0))\n");
  EXPECT_EQ(inlined("static float g(float v, float w) { float t = v * w; if (t > 1) t = 1; t += v; return t; }",
                    "a[i] = g(a[i], x);"),
            "loop i = 0 to n\n  a[i] = (cmin(1:f32, (a[i] * x)) + a[i])\n");
  EXPECT_EQ(inlined("static int g(int v) { switch (v) { case 1: v = 7; break; default: v++; } return v; }",
                    "k[i] = g(k[i]);"),
            "loop i = 0 to n\n"
            "  selected = k[i]\n"
            "  k[i] = select((selected == 1), 7, (k[i] + 1))\n");
  EXPECT_EQ(inlined("static inline void g(float *p, float v) { *p = v; p[1] = *p; }", "g(a + 2 * i, a[i] * x);"),
            "loop i = 0 to n\n  v = (a[i] * x)\n  a[2*i] = v\n  a[2*i + 1] = a[2*i]\n");
  EXPECT_EQ(
      inlined("static int h(int v) { return v + 1; } static int g(int v) { return h(v) * h(2); }", "k[i] = g(i);"),
      "loop i = 0 to n\n  k[i] = i32<3*i + 3>\n");
  EXPECT_EQ(inlined("static int g(int v) { return v ? g(v - 1) : 0; }", "k[i] = g(k[i]);"),
            "CallNotInlined: the body of 'g' cannot take the place of its call: it calls itself");
  EXPECT_EQ(inlined("static int c; static int g(int v) { return c++ + v; }", "k[i] = g(k[i]);").substr(0, 4), "loop");
  EXPECT_EQ(inlined("int g(int v);", "k[i] = g(k[i]);"), "UnknownCall: the call to 'g' may have side effects");
}

TEST(Statement, WithoutAPrototypeNothingIsConverted) {
  const auto inlined = [](const std::string &function) {
    return bodyOf(function + "\nvoid f(int *k, int n) { for (int i = 0; i < n; i++) { k[i] = g(k[i]); } }",
                  {"-std=gnu17"})
        .substr(0, 4);
  };
  EXPECT_EQ(inlined("static int g(v) unsigned char v; { return v; }"), "Unkn");
  EXPECT_EQ(inlined("static int g(v) int v; { return v + 1; }"), "loop");
  EXPECT_EQ(inlined("static int g(unsigned char v) { return v; }"), "loop");
}

TEST(Statement, ErrnoIsObserved) {
  EXPECT_EQ(statement("a[i] = expf(a[i]);"), "MathErrno: 'expf' may set errno");
  EXPECT_EQ(statement("a[i] = sqrtf(a[i]);", {"-fno-math-errno"}), "a[i] = sqrt(a[i])");
  EXPECT_EQ(statement("a[i] = sqrtf(a[i]);").substr(0, 18), "if (a[i] < 0:f32)\n");
  EXPECT_EQ(statement("a[i] = sqrtf(a[i] * a[i]);"), "a[i] = sqrt((a[i] * a[i]))") << "no negative number";
  EXPECT_EQ(statement("d[i] = sqrt((unsigned)k[i] / 2);").substr(0, 4), "d[i]");
  EXPECT_EQ(statement("d[i] = sqrt(d[i] > 1 ? d[i] : 1);").substr(0, 4), "d[i]");
  EXPECT_EQ(statement("d[i] = sqrt(d[i] > 1 ? 1 : d[i]);").substr(0, 2), "if") << "that of a NaN or of -1";
  EXPECT_EQ(statement("d[i] = sqrt(d[i] * d[i] - 1);").substr(0, 2), "if");
  EXPECT_EQ(statement("d[i] = pow(d[i] + 1, 2);"), "d[i] = ((d[i] + 1:f64) * (d[i] + 1:f64))");
  EXPECT_EQ(statement("a[i] = sinf(a[i]);", {"-fno-math-errno"}), "a[i] = sinf(a[i])");
  EXPECT_EQ(statement("d[i] = pow(d[i], 2.5);", {"-fno-math-errno"}), "d[i] = pow(d[i], 2.5:f64)");
  EXPECT_EQ(statement("a[i] = atanf(a[i]);"), "a[i] = atanf(a[i])") << "sets none";
  EXPECT_EQ(statement("a[i] = sinf(a[i]);", {"-ffast-math"}),
            "a[i] = sinf{4 ulp}{contract,reassoc,nnan,ninf,nsz}(a[i])");
  EXPECT_EQ(statement("a[i] = fabsf(a[i]);", {"-fno-builtin"}),
            "UnknownCall: the call to 'fabsf' may have side effects");
}

TEST(Statement, FloatingPointEnvironmentIsObserved) {
  EXPECT_EQ(statement("a[i] += x;", {"-frounding-math"}),
            "FenvAccess: the loop runs under FENV_ACCESS or a non-default rounding mode");
  EXPECT_EQ(statement("a[i] += x;", {"-ffp-exception-behavior=strict"}),
            "FenvAccess: the loop runs under FENV_ACCESS or a non-default rounding mode");
  EXPECT_EQ(statement("{\n#pragma STDC FENV_ACCESS ON\n a[i] += x; }"),
            "FenvAccess: the loop runs under FENV_ACCESS or a non-default rounding mode");
  EXPECT_EQ(statement("k[i] += n;", {"-frounding-math"}), "k[i] = (k[i] + n)");
  for (const char *rounds : {"a[i] = k[i];", "k[i] = (int)a[i];", "a[i] = (float)d[i];", "a[i]++;"}) {
    EXPECT_EQ(statement(rounds, {"-frounding-math"}),
              "FenvAccess: the loop runs under FENV_ACCESS or a non-default rounding mode");
    EXPECT_EQ(statement("{\n#pragma STDC FENV_ACCESS ON\n " + std::string(rounds) + " }"),
              "FenvAccess: the loop runs under FENV_ACCESS or a non-default rounding mode");
  }
}

TEST(Statement, ForwardGotosAreBranches) {
  EXPECT_EQ(statement("out: a[i] = 1;"), "a[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i]) goto out; a[i] = 1; out:;"), "if !((k[i] != 0))\n  a[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i]) goto yes; a[i] = 1; goto out; yes: a[i] = 2; out: k[i] = 3;"),
            "if (k[i] != 0)\n  a[i] = 2:f32\nelse\n  a[i] = 1:f32\nk[i] = 3");
}

TEST(Statement, SmallArraysAreHeldInParts) {
  EXPECT_EQ(statement("int s[4]; s[0] = k[i]; k[i] = s[0];"), "s_0 = k[i]\nk[i] = s_0");
  EXPECT_EQ(statement("int s[2]; for (int j = 0; j < 2; j++) s[j] = k[i + j]; k[i] = s[0] + s[1];"),
            statement("int s[2]; s[0] = k[i]; s[1] = k[i + 1]; k[i] = s[0] + s[1];"));
  // Down, in steps of two, nested, and the counter's value behind it.
  EXPECT_EQ(statement("int s[4], j; for (j = 3; j >= 0; j -= 2) s[j] = k[i + j]; k[i] = s[1] - s[3] + j;"),
            statement("int s[4]; s[3] = k[i + 3]; s[1] = k[i + 1]; k[i] = s[1] - s[3] + -1;"));
  EXPECT_EQ(statement("int s[2][2]; for (int j = 0; j < 2; j++) for (int h = 0; h < 2; h++) s[h][j] = k[i + j];"
                      "k[i] = s[1][0];"),
            statement("int s[2][2]; s[0][0] = k[i]; s[1][0] = k[i]; s[0][1] = k[i + 1]; s[1][1] = k[i + 1];"
                      "k[i] = s[1][0];"));
  const std::string no =
      "UnsupportedStmt: the array 's', which is large or has a subscript that is no constant, cannot be vectorized";
  EXPECT_EQ(statement("int s[4]; s[k[i] & 3] = 1; k[i] = s[0];"), no);
  EXPECT_EQ(statement("int s[4]; for (int j = 0; j < n; j++) s[j] = 1; k[i] = s[0];"), no);
  EXPECT_EQ(statement("int s[4]; for (int j = 0; j < 2; j++) { s[j++] = 1; } k[i] = s[0];"), no);
  EXPECT_EQ(statement("int s[4]; for (int j = 0; j < 2; j++) { if (k[i]) break; s[j] = 1; } k[i] = s[0];"), no);
  EXPECT_EQ(statement("int s[4]; int *p = s; *p = k[i]; k[i] = s[0];"), no);
}

TEST(Statement, FunctionsNameElementsOfArraysThatAreHeldInParts) {
  EXPECT_EQ(inlined("static void turn(const int *v, int out[2]) { out[0] = v[1]; *(out) = out[0] + 1; out[1] = v[0]; }",
                    "int t[2]; turn(k + i, t); k[i] = t[0] - t[1];"),
            "loop i = 0 to n\n  t_0 = k[i + 1]\n  t_0 = (t_0 + 1)\n  t_1 = k[i]\n  k[i] = (t_0 - t_1)\n");
  EXPECT_EQ(inlined("static void fill(int *p) { for (int j = 0; j < 2; j++) p[j] = j + 5; }",
                    "int t[2]; fill(t); k[i] = t[0] - t[1];"),
            "loop i = 0 to n\n  t_0 = 5\n  t_1 = 6\n  k[i] = (t_0 - t_1)\n");
  const std::string no =
      "UnsupportedStmt: the array 't', which is large or has a subscript that is no constant, cannot be vectorized";
  const std::string use = "int t[2]; lent(t, i); k[i] = t[0] - t[1];";
  EXPECT_EQ(inlined("static void lent(int *p, int j) { p[j & 1] = 3; }", use), no);
  EXPECT_EQ(inlined("static void lent(int *p, int j) { *p++ = j; *p = 2; }", use), no);
  EXPECT_EQ(inlined("static void lent(int *p, int j) { if (j > 0) lent(p, j - 1); p[0] = j; }", use), no);
  EXPECT_EQ(inlined("static int *kept; static void lent(int *p, int j) { kept = p; p[0] = j; }", use), no);
  EXPECT_EQ(inlined("void lent(int *p, int j);", use), no);
}

TEST(Statement, MayLeaveTheLoop) {
  EXPECT_EQ(statement("if (k[i]) break;"), "exit if (k[i] != 0)");
  EXPECT_EQ(statement("if (k[i]) { x = 1; k[0] = 9; return; } else a[i] = 1;"), "exit if (k[i] != 0)\na[i] = 1:f32");
  EXPECT_EQ(statement("if (k[i] > 0) a[i] = 1; else break;"), "exit if !((k[i] > 0))\na[i] = 1:f32");
  // What the condition needs moves with it.
  EXPECT_EQ(statement("float t = a[i] * 2; k[i] = 1; if (t < 0) break;"),
            "t = (a[i] * 2:f32)\nexit if (t < 0:f32)\nk[i] = 1");
  EXPECT_EQ(statement("if (k[i]) __builtin_trap();"), "exit if (k[i] != 0)");
}

TEST(Statement, ClampsAreRecognizedByWhatTheyDo) {
  const std::string clamped = "a[i] = u8(max(min(x, 255), 0))";
  const auto kept = [](const std::string &text, std::vector<std::string> flags = {}) {
    const std::string code =
        "void f(unsigned char *a, int *b, int n) { for (int i = 0; i < n; i++) { int x = b[i] >> 4; " + text + " } }";
    return llvm::StringRef(linesOf(nestOf(code, std::move(flags)), {"loop"})).rtrim().rsplit('\n').second.trim().str();
  };
  EXPECT_EQ(kept("a[i] = x & ~255 ? -x >> 31 & 255 : x;"), clamped);
  EXPECT_EQ(kept("a[i] = !(x & ~255) ? x : -x >> 31;"), clamped);
  EXPECT_EQ(kept("a[i] = (unsigned)x > 255 ? x < 0 ? 0 : 255 : x;"), clamped);
  EXPECT_EQ(kept("a[i] = (unsigned)x < 256 ? x : ~x >> 31;"), clamped);
  EXPECT_EQ(kept("a[i] = x < 0 ? 0 : x > 255 ? 255 : x;"), clamped);
  EXPECT_EQ(kept("a[i] = x < 1 ? 0 : x >= 255 ? 255 : x;"), clamped);
  // The least int stays what it is where integers wrap, and its complement is none of them.
  EXPECT_NE(kept("a[i] = x & ~255 ? -x >> 31 & 255 : x;", {"-fwrapv"}), clamped);
  EXPECT_EQ(kept("a[i] = x & ~255 ? ~x >> 31 & 255 : x;", {"-fwrapv"}), clamped);
  for (const char *other : {"a[i] = x & ~127 ? ~x >> 31 : x;", "a[i] = x & ~254 ? ~x >> 31 : x;",
                            "a[i] = x & ~255 ? ~x >> 30 : x;", "a[i] = x & ~255 ? x >> 31 : x;",
                            "a[i] = (unsigned)x > 253 ? ~x >> 31 : x;", "a[i] = (unsigned)x > 255 ? 255 : x;"})
    EXPECT_NE(kept(other), clamped) << other;
}

TEST(Statement, InnerLoopsThatDataEnds) {
  EXPECT_EQ(statement("for (int j = 0; j < 9; j++) if (k[j] == i) break;"), "loop j = 0 to 9\n"
                                                                            "  exit if (k[j] == i32<i>)");
  // What is the same for all counts; where the counter is read behind the loop, a scalar keeps it.
  EXPECT_EQ(statement("int j = 0; while (k[i] > j && j < 9) j++; k[i] = j;"), "j = 0\n"
                                                                              "loop j = 0 to 9\n"
                                                                              "  exit if !((k[i] > i32<j>))\n"
                                                                              "  j = i32<j + 1>\n"
                                                                              "k[i] = j");
  // What wraps around does not count.
  EXPECT_EQ(statement("for (unsigned char j = 250; j != k[i]; j++) a[i] += 1;"), "j = 250:u8\n"
                                                                                 "loop j_t = 0 to 72057594037927936\n"
                                                                                 "  exit if !((i32(j) != k[i]))\n"
                                                                                 "  a[i] = (a[i] + 1:f32)\n"
                                                                                 "  j = u8((i32(j) + 1))");
  // What is done on the way out, and by those that stay.
  EXPECT_EQ(statement("for (int j = 0; j < 9; j++) { if (k[j] == i) { a[i] = 2; break; } a[i] = 1; }"),
            "loop j = 0 to 9\n"
            "  leaves = (k[j] == i32<i>)\n"
            "  if leaves\n"
            "    a[i] = 2:f32\n"
            "  exit if leaves\n"
            "  a[i] = 1:f32");
  EXPECT_EQ(statement("for (int j = 0; j < 9; j++) { if (k[j] > i) { if (k[j] > 7) break; a[i] = 2; } a[i] += 1; }"),
            "loop j = 0 to 9\n"
            "  leaves = 0\n"
            "  if (k[j] > i32<i>)\n"
            "    if (k[j] > 7)\n"
            "      leaves = 1\n"
            "    else\n"
            "      a[i] = 2:f32\n"
            "      a[i] = (a[i] + 1:f32)\n"
            "  else\n"
            "    a[i] = (a[i] + 1:f32)\n"
            "  exit if (leaves != 0)");
  EXPECT_EQ(statement("int v = k[i]; do v /= 2; while (v > 9); k[i] = v;"), "v = k[i]\n"
                                                                            "loop do_t = 0 to 72057594037927936\n"
                                                                            "  v = (v / 2)\n"
                                                                            "  exit if !((v > 9))\n"
                                                                            "k[i] = v");
}

TEST(Statement, CalleesWithLoopsThatDataEnds) {
  const std::string shrinks = "static int shrinks(int v) { int c = 0; while (v > 9) { v /= 2; c++; } return c; }";
  EXPECT_EQ(inlined(shrinks, "k[i] = shrinks(k[i]);"), "loop i = 0 to n\n"
                                                       "  v = k[i]\n"
                                                       "  c = 0\n"
                                                       "  loop c = 0 to 2147483647\n"
                                                       "    exit if !((v > 9))\n"
                                                       "    v = (v / 2)\n"
                                                       "    c = i32<c + 1>\n"
                                                       "  shrinks = c\n"
                                                       "  k[i] = shrinks\n");
  // What follows the loop is returned where it has not.
  EXPECT_EQ(
      inlined("static int finds(int v) { for (int j = 0; j < 9; j++) { if (v > 99) return j; v += v; } return -1; }",
              "k[i] = finds(k[i]);"),
      "loop i = 0 to n\n"
      "  v = k[i]\n"
      "  returned = 0\n"
      "  loop j = 0 to 9\n"
      "    leaves = (v > 99)\n"
      "    if leaves\n"
      "      result = i32<j>\n"
      "      returned = 1\n"
      "    exit if leaves\n"
      "    v = (v + v)\n"
      "  finds = select((returned != 0), result, -1)\n"
      "  k[i] = finds\n");
  EXPECT_EQ(inlined(shrinks, "k[i] = k[i] > 3 ? shrinks(k[i]) : 0;"),
            "CallNotInlined: the body of 'shrinks' cannot take the place of its call: it has a loop");
}

TEST(Statement, CalleesWithCountedLoops) {
  EXPECT_EQ(
      inlined("static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
              "k[i] = sum(k, n);"),
      "loop i = 0 to n\n"
      "  s = 0\n"
      "  loop i_ = 0 to n\n"
      "    s = (s + k[i_])\n"
      "  sum = s\n"
      "  k[i] = sum\n");
}

TEST(Statement, DeclinesWithTheReason) {
  EXPECT_EQ(statement("if (x > 0) { if (k[i]) break; a[i] = 1; }"), "EarlyExit: the loop is left early by break");
  EXPECT_EQ(statement("switch (k[i]) { case 1: return; }"), "EarlyExit: the loop is left early by return");
  EXPECT_EQ(statement("for (int j = 0; j < 9; j++) if (k[j] == i) return;"),
            "EarlyExit: the loop is left early by return");
  EXPECT_EQ(statement("k[i + 1] = 3; if (k[i]) break;"),
            "EarlyExit: the loop is left early by a condition on what the iteration itself stores");
  EXPECT_EQ(statement("again: a[i] -= 1; if (a[i] > x) goto again;"),
            "LabelInside: the loop holds the label 'again', so it cannot be copied");
  EXPECT_EQ(statement("if (k[i]) { if (a[i] > x) goto in; } else { in: a[i] = 1; }"),
            "EarlyExit: the loop is left early by goto");
  EXPECT_EQ(statement("static int s; k[i] = s;"),
            "LabelInside: the loop holds a static variable, so it cannot be copied");
  EXPECT_EQ(statement("__asm__(\"nop\");"), "UnsupportedStmt: inline assembly cannot be vectorized");
  EXPECT_EQ(statement("volatile int s = k[i]; k[i] = s;"), "Volatile: 's' is volatile or atomic");
  EXPECT_EQ(statement("k[i] = *(volatile int *)&k[i];"), "Volatile: '*(volatile int *)&k[i]' is volatile or atomic");
  EXPECT_EQ(statement("long double s = a[i]; a[i] = s;"),
            "UnsupportedType: values of type 'long double' are not vectorized");
  EXPECT_EQ(statement("__int128 s = k[i]; k[i] = s;"), "UnsupportedType: values of type '__int128' are not vectorized");
  EXPECT_EQ(statement("extern int g(int); k[i] = g(k[i]);"), "UnknownCall: the call to 'g' may have side effects");
  EXPECT_EQ(
      statement("int s[33]; s[0] = k[i]; k[i] = s[0];"),
      "UnsupportedStmt: the array 's', which is large or has a subscript that is no constant, cannot be vectorized");
}

} // namespace
