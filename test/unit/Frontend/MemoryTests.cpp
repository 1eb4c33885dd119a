// Arrays, pointers and structs: what an access is based on, and what is a parameter.
#include "Extract.h"

using namespace vecify;

namespace {

/// Everything of the first nest of `void f(parameters) { text }`.
std::string nest(const std::string &parameters, const std::string &text, const std::string &before = "") {
  return linesOf(nestOf(before + "\nvoid f(" + parameters + ") {" + text + "}"),
                 {"param", "array", "local", "assume", "loop"});
}

/// Strides of all accesses of the first nest, in bytes.
std::string strides(llvm::StringRef code) {
  const Parsed parsed = parse(code);
  const LoopEntry &entry = *allLoops(*parsed.file)[0];
  if (!entry.nest)
    return textOf(entry);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Access &access : entry.nest->accesses) {
    os << access.pattern << ':';
    for (const IndexExpr &stride : access.strideBytes)
      os << ' ' << stride.print([&](SymbolId id) { return entry.nest->symbols[id].name; });
    os << " +" << access.offsetBytes << (access.rowsInBounds ? " rows" : "") << '\n';
  }
  return text;
}

TEST(Memory, PointersAndTheirQualifiers) {
  EXPECT_EQ(nest("const float *restrict a, float *b, int n", "for (int i = 0; i < n; i++) b[i] = a[i];"),
            "param n : i32\n"
            "array a : const float *, restrict, const, align 4, element f32\n"
            "array b : float *, align 4, element f32\n"
            "loop i = 0 to n\n"
            "  b[i] = a[i]\n");
}

TEST(Memory, ArraysOfArrays) {
  EXPECT_EQ(strides("void f(int n, int m, float (*A)[m], double B[n][3][m]) {"
                    " for (int i = 0; i < n; i++) A[i][2] = B[i][1][i]; }"),
            "B[{0}][{1}][{2}]: 24*m 8*m 8 +0 rows\n"
            "A[{0}][{1}]: 4*m 4 +0 rows\n");
  EXPECT_EQ(strides("int g[10][20]; void f(void) { for (int i = 0; i < 10; i++) g[i][3] = *(g[i] + 5); }"),
            "g[{0}][{1}]: 80 4 +0\n"
            "g[{0}][{1}]: 80 4 +0 rows\n");
}

TEST(Memory, LengthsMayBeExpressions) {
  EXPECT_EQ(strides("void f(int n, int m, float A[n + 2][2 * m + 1]) { for (int i = 0; i < n; i++) A[i][2] = 0; }"),
            "A[{0}][{1}]: 8*m + 4 4 +0 rows\n");
}

TEST(Memory, NamesOfProductsAreProducts) {
  EXPECT_EQ(nest("float *a, int n", "const int row = n, plane = row * n, next = n + 1;"
                                    "for (int i = 0; i < n; i++) a[i * plane + row + next] = 0;"),
            "param n : i32\n"
            "param next : i32\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to n\n"
            "  a[i*n*n + n + next] = 0:f32\n");
  EXPECT_EQ(nest("float *a, int n, int m", "int plane = n * m; n++; for (int i = 0; i < m; i++) a[i * plane] = 0;"),
            "param m : i32\n"
            "param plane : i32\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to m\n"
            "  a[i*plane] = 0:f32\n");
}

TEST(Memory, ALengthThatChangedIsNotTheStride) {
  const std::string why = "LengthUnknown: the length of the rows of 'A[i]' is not known at the loop: a variable in its "
                          "type has changed since, or its name means something else here";
  EXPECT_EQ(strides("void f(int m, float A[3][m + 1]) { m = 3; for (int i = 0; i < m; i++) A[i][2] = 0; }"), why);
  EXPECT_EQ(strides("void f(int m, float (*A)[m]) { m = 3; for (int i = 0; i < m; i++) A[i][2] = 0; }"), why);
}

TEST(Memory, ALengthWhoseNameIsHiddenIsNotTheStride) {
  const std::string why = "LengthUnknown: the length of the rows of 'A[i]' is not known at the loop: a variable in its "
                          "type has changed since, or its name means something else here";
  const std::string begin = "void f(int n, int m, float (*A)[m]) { ",
                    loop = "for (int i = 0; i < n; i++) A[i][2] = 0; ";
  EXPECT_EQ(strides(begin + "{ int m = 3; (void)m; " + loop + "} }"), why);
  EXPECT_EQ(strides(begin + "{ enum { k, m }; " + loop + "} }"), why);
  // Elsewhere, later, or inside of the loop it is the other one's business.
  const std::string known = strides(begin + loop + "}");
  EXPECT_EQ(strides(begin + "{ int m = 3; (void)m; } " + loop + "}"), known);
  EXPECT_EQ(strides(begin + loop + "{ int m = 3; (void)m; } }"), known);
  EXPECT_EQ(strides(begin + "for (int m = 0; m < n; m++) A[m][2] = 0; }"), known);
}

TEST(Memory, StructMembers) {
  const std::string types = "struct v { float x, y[3]; }; struct s { int n; struct v w[4]; } *p;";
  EXPECT_EQ(strides(types + "void f(struct s *p, int n) { for (int i = 0; i < n; i++) p[i].w[i].y[2] = p->w[1].x; }"),
            "p->w[{0}].x: 16 +4\n"
            "p[{0}].w[{1}].y[{2}]: 68 16 4 +8 rows\n");
  EXPECT_EQ(strides(types + "void f(struct s *p, int n) { for (int i = 0; i < n; i++) (p + i)->n = (*p).n; }"),
            "p->n: +0\n"
            "p[{0}].n: 68 +0\n");
  EXPECT_EQ(strides("union u { float f; struct { short lo, hi; }; };"
                    "void f(union u *p, int n) { for (int i = 0; i < n; i++) p[i].f = p[i].hi; }"),
            "p[{0}].hi: 4 +2\n"
            "p[{0}].f: 4 +0\n");
}

TEST(Memory, ReinterpretedBytes) {
  EXPECT_EQ(strides("void f(float *a, int n) { for (int i = 0; i < n; i++) ((unsigned *)a)[i] ^= 1; }"),
            "((unsigned int *)a)[{0}]: 4 +0\n"
            "((unsigned int *)a)[{0}]: 4 +0\n");
  EXPECT_EQ(strides("void f(char *a, int n) { for (int i = 0; i < n; i++) *(float *)(a + 4 * i) = 1; }"),
            "*((float *)&a[{0}]): 1 +0\n");
}

TEST(Memory, PointersDefinedInTheLoopAreTheirDefinition) {
  const Parsed parsed = parse("void f(float *a, int h, int w) { for (int y = 0; y < h; y++) {"
                              " float *row = a + y * w; for (int x = 0; x < w; x++) row[x] = 1; } }");
  const auto loops = allLoops(*parsed.file);
  EXPECT_EQ(linesOf(textOf(*loops[0]), {"array", "loop"}), "array a : float *, align 4, element f32\n"
                                                           "loop y = 0 to h\n"
                                                           "  loop x = 0 to w\n"
                                                           "    a[y*w + x] = 1:f32\n");
  EXPECT_EQ(linesOf(textOf(*loops[1]), {"array", "loop"}), "array row : float *, align 4, element f32\n"
                                                           "loop x = 0 to w\n"
                                                           "  row[x] = 1:f32\n");
}

TEST(Memory, GatheredSubscripts) {
  EXPECT_EQ(nest("float *a, const int *k, int n", "for (int i = 0; i < n; i++) a[i] = a[k[i] + 1] + a[i / 2];"),
            "param n : i32\n"
            "array a : float *, align 4, element f32\n"
            "array k : const int *, const, align 4, element i32\n"
            "loop i = 0 to n\n"
            "  a[i] = (a[(k[i] + 1)] + a[(i32<i> / 2)])\n");
  EXPECT_EQ(nest("float *a, const int *k, int n", "for (int i = 0; i < n; i++) { float *p = a + k[i]; p[i] = p[2]; }"),
            "param n : i32\n"
            "array a : float *, align 4, element f32\n"
            "array k : const int *, const, align 4, element i32\n"
            "local offset : i32, of loop i\n"
            "loop i = 0 to n\n"
            "  offset = k[i]\n"
            "  a[(i64(offset) + i64<i>)] = a[(i64(offset) + 2:i64)]\n");
}

TEST(Memory, NarrowCastsOfCountersAreGathered) {
  EXPECT_EQ(nest("float *a, int n", "for (int i = 0; i < n; i++) a[(unsigned char)i] = 1;"),
            "param n : i32\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to n\n"
            "  a[u8<i>] = 1:f32\n");
  EXPECT_EQ(nest("float *a", "for (int i = 0; i < 200; i++) a[(unsigned char)i] = 1;"),
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to 200\n"
            "  a[i] = 1:f32\n");
}

TEST(Memory, UnsignedSubscriptsMustNotWrap) {
  EXPECT_EQ(nest("float *a, unsigned w, unsigned h", "for (unsigned y = 0; y < h; y++)"
                                                     " for (unsigned x = 0; x < w; x++) a[y * w + x] = 1;"),
            "param h : u32\n"
            "param w : u32\n"
            "array a : float *, align 4, element f32\n"
            "assume -h*w + 4294967296 >= 0  // the unsigned int index y*w + x does not wrap\n"
            "loop y = 0 to h\n"
            "  loop x = 0 to w\n"
            "    a[y*w + x] = 1:f32\n");
  EXPECT_EQ(nest("float *a, unsigned n", "for (unsigned i = 1; i < n; i++) a[i - 1] = a[i];"),
            "param n : u32\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 1 to n\n"
            "  a[i - 1] = a[i]\n");
  EXPECT_EQ(nest("float *a, unsigned long n", "for (unsigned long i = 0; i < n; i++) a[i - 1] = a[i + 7];"),
            "param n : u64\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to n\n"
            "  a[i - 1] = a[i + 7]\n");
}

TEST(Memory, GlobalsAndLocalArrays) {
  EXPECT_EQ(nest("int n", "for (int i = 0; i < n; i++) g[i] = s * t[i];",
                 "float g[100], s; static const float t[100] = {1};"),
            "param n : i32\n"
            "array &s : float *, object, 4 bytes, align 4, element f32\n"
            "array t : const float *, object, const, 400 bytes, align 16, element f32\n"
            "array g : float *, object, 400 bytes, align 16, element f32\n"
            "loop i = 0 to n\n"
            "  g[i] = (s * t[i])\n");
  EXPECT_EQ(
      nest("float *a", "float t[8], u[8]; h(u); for (int i = 0; i < 8; i++) a[i] = t[i] + u[i];", "void h(float *);"),
      "array t : float *, local, 32 bytes, align 16, element f32\n"
      "array u : float *, object, 32 bytes, align 16, element f32\n"
      "array a : float *, align 4, element f32, noalias u\n"
      "loop i = 0 to 8\n"
      "  a[i] = (t[i] + u[i])\n");
}

TEST(Memory, BoundsInMemoryAreParametersThatRead) {
  EXPECT_EQ(nest("struct m *m",
                 "for (int i = 0; i < m->rows; i++) for (int j = 0; j < m->cols; j++)"
                 " m->data[i * m->cols + j] = m->scale;",
                 "struct m { int rows, cols; float *data; float scale; };"),
            "param m->rows : i32, reads m->rows\n"
            "param m->cols : i32, reads m->cols\n"
            "array m : struct m *, align 8, element i32\n"
            "array m->data : float *, align 4, element f32, reads m->data\n"
            "loop i = 0 to m->rows\n"
            "  loop j = 0 to m->cols\n"
            "    m->data[i*m->cols + j] = m->scale\n");
}

TEST(Memory, WhatOnlyTheBodyReadsNeedsAnIteration) {
  const Parsed parsed =
      parse("struct s { int off; float *p; };"
            "void f(struct s *s, float *a, int n) { for (int i = 0; i < n; i++) a[i + s->off] = s->p[i]; }");
  const Nest &nest = *allLoops(*parsed.file)[0]->nest;
  bool hasParam = false, hasArray = false;
  for (const Symbol &symbol : nest.symbols)
    hasParam |= symbol.name == "s->off" && symbol.needsIteration;
  for (const Array &array : nest.arrays)
    hasArray |= array.name == "s->p" && array.needsIteration;
  EXPECT_TRUE(hasParam);
  EXPECT_TRUE(hasArray);
}

TEST(Memory, WhatOnlyAPartOfTheConditionReadsIsNoParameter) {
  const std::string why = "NoTripCount: the trip count of this loop cannot be computed: ";
  EXPECT_EQ(nest("int *a, int *p, int c, int n",
                 "for (int i = 0; i < (c ? *p : n); i++) if (c) a[i + *p] = 1; else a[i] = 1;"),
            why + "'(c ? *p : n)' changes in a way that is not known");
  EXPECT_EQ(nest("int *a, int *p, int n", "for (int i = 0; i < n && i < *p; i++) a[i] = 1;"),
            "param (n) <= 0 ? 0 : (n) < (*p) ? (n) : (*p) : i32, reads *p\n"
            "array p : int *, align 4, element i32\n"
            "array a : int *, align 4, element i32\n"
            "loop i_t = 0 to ((n) <= 0 ? 0 : (n) < (*p) ? (n) : (*p))\n"
            "  a[i_t] = 1\n");
  EXPECT_EQ(
      nest("int *a, struct s *s", "for (int i = 0; i < s->n && i < s->m; i++) a[i] = 1;", "struct s { int n, m; };"),
      "param (s->n) < (s->m) ? (s->n) : (s->m) : i32, reads s->m, s->n\n"
      "array s : struct s *, align 4, element i32\n"
      "array a : int *, align 4, element i32\n"
      "loop i_t = 0 to ((s->n) < (s->m) ? (s->n) : (s->m))\n"
      "  a[i_t] = 1\n");
}

TEST(Memory, ASubscriptMayLeaveItsObjectWhereNothingIsRead) {
  const auto body = [](const std::string &text) {
    return bodyOf("int t[16]; void f(int *a, unsigned k, int n) { " + text + "}");
  };
  EXPECT_EQ(body("for (int i = 0; i < n; i++) if (k < 16) a[i + t[k]] = 1;"), "loop i = 0 to n\n"
                                                                              "  if (k < 16:u32)\n"
                                                                              "    a[(i32<i> + t[k])] = 1\n");
  EXPECT_EQ(body("for (int i = 0; i < n; i++) if (k < 16) a[i + t[15]] = 1;"), "loop i = 0 to n\n"
                                                                               "  if (k < 16:u32)\n"
                                                                               "    a[i + t[15]] = 1\n");
}

TEST(Memory, AConditionalReadIsNoParameter) {
  EXPECT_EQ(nest("float *a, int *k, int n", "for (int i = 0; i < n; i++) if (a[i] > 0) a[i + *k] = 1;"),
            "param n : i32\n"
            "array a : float *, align 4, element f32\n"
            "array k : int *, align 4, element i32\n"
            "loop i = 0 to n\n"
            "  if (a[i] > 0:f32)\n"
            "    a[(i32<i> + *k)] = 1:f32\n");
}

TEST(Memory, InvariantsThatArePolynomialsStayPolynomials) {
  EXPECT_EQ(nest("float *a, int n, int m", "for (int i = 0; i < n; i++) a[i + 2 * m - n] = a[i + m / 2];"),
            "param n : i32\n"
            "param m : i32\n"
            "param m / 2 : i32, range -1073741824..1073741823\n"
            "array a : float *, align 4, element f32\n"
            "loop i = 0 to n\n"
            "  a[i - n + 2*m] = a[i + (m / 2)]\n");
}

TEST(Memory, InvariantTruthsAreZeroOrOne) {
  for (const std::string truth : {"n > 3", "n && m", "!(m)"}) {
    const std::string text = nest("float *a, int n, int m", "for (int i = 0; i < 9; i++) a[i + (" + truth + ")] = 1;");
    EXPECT_NE(text.find("param " + truth + " : i32, range 0..1\n"), std::string::npos) << text;
  }
}

TEST(Memory, RowsOfPointersAreBasesOfTheInnerLoop) {
  const Parsed parsed = parse("void f(float **rows, int h, int w) {"
                              " for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) rows[i][j] = 0; }");
  const auto loops = allLoops(*parsed.file);
  EXPECT_EQ(textOf(*loops[0]), "PointerPerRow: 'rows[i]' is another pointer in each iteration of 'i'");
  EXPECT_EQ(linesOf(textOf(*loops[1]), {"array", "loop"}),
            "array rows : float **, align 8, element u64\n"
            "array rows[i] : float *, align 4, element f32, reads rows[i]\n"
            "loop j = 0 to w\n"
            "  rows[i][j] = 0:f32\n");
}

TEST(Memory, RestrictHoldsAgainstPointersThatAreNotBasedOnIt) {
  const auto arrays = [](const std::string &text) {
    return linesOf(nestOf("void f(float *restrict a, const float *restrict b, int n) {" + text + "}"), {"array"});
  };
  EXPECT_EQ(arrays("float *p = a + 1; for (int i = 0; i < n; i++) a[i] = p[i];"),
            "array p : float *, align 4, element f32\n"
            "array a : float *, align 4, element f32\n");
  EXPECT_EQ(arrays("float *p = a + 1; for (int i = 0; i < n; i++) p[i] = b[i];"),
            "array b : const float *, restrict, const, align 4, element f32\n"
            "array p : float *, restrict, align 4, element f32\n");
  EXPECT_EQ(arrays("float *p = a, *q = n ? p : 0; for (int i = 0; i < n; i++) p[i] = q[i];"),
            "array q : float *, align 4, element f32\n"
            "array p : float *, align 4, element f32\n");
}

TEST(Memory, PointersSetToOneAnotherWalkOneArray) {
  const std::string walk = "while (from < end) { *to++ = *from; from += 2; }";
  const auto arrays = [&](const std::string &before) {
    const std::string text = "char *from, *to, *end = a + n; " + before + walk;
    return linesOf(nestOf("void f(char *a, int n) {" + text + "}"), {"array", "loop"});
  };
  const std::string one = "array a : char *, align 1, element i8\n"
                          "loop while_t = 0 to (((ptrdiff_t)n + 1) / 2)\n"
                          "  a[while_t] = a[2*while_t]\n",
                    two = "array to : char *, align 1, element i8\n"
                          "array from : char *, align 1, element i8\n"
                          "loop while_t = 0 to (((end - from) + 1) / 2)\n"
                          "  to[while_t] = from[2*while_t]\n";
  EXPECT_EQ(arrays("to = a; from = a; "), one);
  // Where the end lay when n had another value is known by the end alone.
  EXPECT_NE(arrays("to = a; from = to; n += 0; ").find("(end - a)"), std::string::npos);
  EXPECT_EQ(arrays("from = a; to = from; a += 2; "), two);
  EXPECT_EQ(arrays("from = a; if (n > 3) to = a; else to = a + 1; "), two);
  EXPECT_EQ(arrays("from = a; to = a; again: if (n-- > 3) goto again; "), two);
}

TEST(Memory, AlignmentIsAsDeclared) {
  EXPECT_EQ(linesOf(nestOf("void f(float *a, int n) { float *p = __builtin_assume_aligned(a, 64);"
                           " _Alignas(32) float t[8]; for (int i = 0; i < 8; i++) p[i] = t[i]; }"),
                    {"array"}),
            "array t : float *, local, 32 bytes, align 32, element f32\n"
            "array p : float *, align 64, element f32\n");
}

TEST(Memory, KnownRangesOfParameters) {
  const auto params = [](const std::string &text) {
    return linesOf(nestOf("void f(float *a, int n) {" + text + "}"), {"param"});
  };
  const std::string loop = "for (int i = 0; i < n; i++) a[i] = 1;";
  EXPECT_EQ(params(loop), "param n : i32\n");
  EXPECT_EQ(params("if (n > 64) return;" + loop), "param n : i32, range -2147483648..64\n");
  EXPECT_EQ(params("__builtin_assume(n > 0 && n < 100);" + loop), "param n : i32, range 1..99\n");
  EXPECT_EQ(params("if (n % 8 != 0) return;" + loop), "param n : i32, multiple of 8\n");
  EXPECT_EQ(params("if (n > 3) {" + loop + "}"), "param n : i32, range 4..2147483647\n");
  // What it was set to last is what counts.
  EXPECT_EQ(params("if (n > 64) return; n = 100;" + loop), "param n : i32, range 100..100\n");
  EXPECT_EQ(params("n = n % 10;" + loop), "param n : i32, range -9..9\n");
  EXPECT_EQ(params("n &= 7;" + loop), "param n : i32\n");
  EXPECT_EQ(params("switch (n) { case 0: n = n & 7; case 1: a[0] = 1; " + loop + "}"), "param n : i32\n");
  EXPECT_EQ(params("if (a[0] > 0) n = n & 7;" + loop), "param n : i32\n");
}

TEST(Memory, StructVariablesAreHeldInParts) {
  const std::string types = "struct v { float x, y; };"
                            "static inline struct v sub(struct v a, struct v b) {"
                            " struct v r = {a.x - b.x}; r.y = a.y - b.y; return r; }";
  EXPECT_EQ(nest("float *r, struct v *p, struct v q, int n",
                 "for (int i = 0; i < n; i++) { struct v d = sub(p[i], q); r[i] = d.x + d.y; }", types),
            "param n : i32\n"
            "param q.x : f32\n"
            "param q.y : f32\n"
            "array p : struct v *, align 4, element f32\n"
            "array r : float *, align 4, element f32\n"
            "local d_x : f32, of loop i\n"
            "local d_y : f32, of loop i\n"
            "loop i = 0 to n\n"
            "  d_x = (p[i].x - q.x)\n"
            "  d_y = (p[i].y - q.y)\n"
            "  r[i] = (d_x + d_y)\n");
  EXPECT_EQ(
      nest("float *r, struct v *p, struct v q, int n", "for (int i = 0; i < n; i++) r[i] = sub(p[i], q).y;", types),
      "param n : i32\n"
      "param q.y : f32\n"
      "array p : struct v *, align 4, element f32\n"
      "array r : float *, align 4, element f32\n"
      "loop i = 0 to n\n"
      "  r[i] = (p[i].y - q.y)\n");
}

TEST(Memory, StructsAreCopiedPartByPart) {
  EXPECT_EQ(nest("struct p *a, const struct p *b, int n", "for (int i = 0; i < n; i++) a[i] = b[i];",
                 "struct p { unsigned char r, g; };"),
            "param n : i32\n"
            "array b : const struct p *, const, align 1, element u8\n"
            "array a : struct p *, align 1, element u8\n"
            "loop i = 0 to n\n"
            "  a[i].r = b[i].r\n"
            "  a[i].g = b[i].g\n");
  EXPECT_EQ(nest("struct p *a, int n", "for (int i = 0; i < n; i++) a[i] = (struct p){a[i].g, a[i].r};",
                 "struct p { unsigned char r, g; };"),
            "param n : i32\n"
            "array a : struct p *, align 1, element u8\n"
            "local part : u8, of loop i\n"
            "loop i = 0 to n\n"
            "  part = a[i].r\n"
            "  a[i].r = a[i].g\n"
            "  a[i].g = part\n");
  EXPECT_EQ(nest("struct p *a, const struct p *b, int n",
                 "for (int i = 0; i < n; i++) a[i] = (struct p){a[i].r + 1, b[i].r};",
                 "struct p { unsigned char r, g; };"),
            "param n : i32\n"
            "array a : struct p *, align 1, element u8\n"
            "array b : const struct p *, const, align 1, element u8\n"
            "local part : u8, of loop i\n"
            "loop i = 0 to n\n"
            "  part = b[i].r\n"
            "  a[i].r = u8((i32(a[i].r) + 1))\n"
            "  a[i].g = part\n");
  EXPECT_EQ(nest("struct p *a, const struct p *b, int n", "for (int i = 0; i < n; i++) a[i] = b[i];",
                 "struct p { char c; int padded; };"),
            "UnsupportedType: values of type 'struct p' are not vectorized");
}

TEST(Memory, PointersAreComparedWithNull) {
  EXPECT_EQ(
      nest("float *restrict w, const float *v, int n", "for (int i = 0; i < n; i++) w[i] = v == (void *)0 ? 1 : v[i];"),
      "param n : i32\n"
      "param v == 0 : i32\n"
      "array v : const float *, const, align 4, element f32\n"
      "array w : float *, restrict, align 4, element f32\n"
      "loop i = 0 to n\n"
      "  w[i] = select((v == 0 != 0), 1:f32, v[i])\n");
}

TEST(Memory, AWeakConstantMayBeAnotherOne) {
  const auto store = [](const std::string &declaration) {
    return bodyOf(declaration + " void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = limit; }");
  };
  EXPECT_EQ(store("const int limit = 10;"), "loop i = 0 to n\n  a[i] = 10\n");
  EXPECT_EQ(store("const int limit __attribute__((weak)) = 10;"), "loop i = 0 to n\n  a[i] = limit\n");
}

TEST(Memory, DeclinesWithTheReason) {
  EXPECT_EQ(nest("struct b *a, int n", "for (int i = 0; i < n; i++) a[i].y = 1;", "struct b { int x : 3, y : 5; };"),
            "BitField: 'a[i].y' is a bit-field");
  EXPECT_EQ(nest("volatile int *a, int n", "for (int i = 0; i < n; i++) a[i] = 1;"),
            "Volatile: 'a[i]' is volatile or atomic");
  EXPECT_EQ(nest("_Atomic int *a, int n", "for (int i = 0; i < n; i++) a[i] = 1;"),
            "Volatile: '_Atomic(int)' is volatile or atomic");
  EXPECT_EQ(nest("_Complex long double *a, int n", "for (int i = 0; i < n; i++) a[i] = 1;"),
            "UnsupportedType: values of type '_Complex long double' are not vectorized");
  EXPECT_EQ(nest("_Complex int *a, int n", "for (int i = 0; i < n; i++) a[i] = 1;"),
            "UnsupportedType: values of type '_Complex int' are not vectorized");
  EXPECT_EQ(
      nest("_Complex float *a, int n", "for (int i = 0; i < n; i++) a[i] = a[i] / a[0];"),
      "ComplexRange: the quotient 'a[i] / a[0]' of complex numbers is scaled against overflow, which has no vector "
      "form");
  EXPECT_EQ(nest("struct l *p, int n", "for (int i = 0; i < n; i++) { p->x = 1; p = p->next; }",
                 "struct l { int x; struct l *next; };")
                .substr(0, 13),
            "CarriedScalar");
}

// What a loop steps by is asked for before there is any loop.
TEST(Memory, StepsByHeldElements) {
  EXPECT_EQ(nest("long *ftile, long *ltile, long *tile, long *sum",
                 "long tl[2], first = 1;"
                 "for (long i = 0; i < ltile[1]; i++) {"
                 "  tl[1] = tile[1] + i;"
                 "  for (long j = ftile[0]; j <= ltile[0]; j++) { tl[0] = tl[1] * 2; first += tl[0]; }"
                 "}"
                 "*sum = first;")
                .substr(0, 13),
            "CarriedScalar");
}

} // namespace
