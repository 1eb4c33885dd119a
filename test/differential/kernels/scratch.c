// Struct variables of the function that every iteration sets anew.
#include <stdint.h>
typedef struct { float r, i; } cf;
typedef struct { double r, i; } cd;
#define C_MUL(m, a, b) do { (m).r = (a).r * (b).r - (a).i * (b).i; (m).i = (a).r * (b).i + (a).i * (b).r; } while (0)

// expect: vectorized
void butterflies(cf *restrict f, cf *restrict g, const cf *restrict tw, int n) {
  cf t, u;
  for (int k = 0; k < n; k++) {
    C_MUL(t, g[k], tw[k]);
    u.r = f[k].r;
    u.i = f[k].i;
    g[k].r = u.r - t.r;
    g[k].i = u.i - t.i;
    f[k].r += t.r;
    f[k].i += t.i;
  }
}

// expect: vectorized
int scaled(int n, double da, cd *zx) {
  int i__, i__1, i__2, i__3;
  cd z__1, z__2;
  --zx;
  i__1 = n;
  for (i__ = 1; i__ <= i__1; ++i__) {
    i__2 = i__;
    z__2.r = da, z__2.i = 0.;
    i__3 = i__;
    z__1.r = z__2.r * zx[i__3].r - z__2.i * zx[i__3].i, z__1.i = z__2.r * zx[i__3].i + z__2.i * zx[i__3].r;
    zx[i__2].r = z__1.r, zx[i__2].i = z__1.i;
  }
  return 0;
}

// What the last iteration leaves is read.
// expect: any
float read_afterwards(float *restrict y, const cf *restrict x, int n) {
  cf t;
  t.r = 1;
  t.i = 2;
  for (int i = 0; i < n; i++) {
    t.r = x[i].r * 2;
    y[i] = t.r + x[i].i;
  }
  return t.r + t.i;
}

// One part is, the other is not.
// expect: any
float half_read_afterwards(float *restrict y, const cf *restrict x, int n) {
  cf t = {3, 4};
  for (int i = 0; i < n; i++) {
    t.r = x[i].r * 2;
    t.i = x[i].i + t.r;
    y[i] = t.r * t.i;
  }
  return t.i;
}

// expect: any
void set_on_one_way(float *restrict y, const cf *restrict x, int n) {
  cf t = {5, 6};
  for (int i = 0; i < n; i++) {
    if (x[i].r > 0)
      t.r = x[i].r;
    t.i = x[i].i;
    y[i] = t.r + t.i;
  }
}

// expect: any
void set_before_continue(float *restrict y, const cf *restrict x, int n) {
  cf t = {5, 6};
  for (int i = 0; i < n; i++) {
    if (x[i].r > 0)
      continue;
    t.r = x[i].r;
    t.i = x[i].i;
    y[i] = t.r + t.i;
  }
}

// Whole and in parts.
// expect: vectorized
void wholes(cf *restrict y, const cf *restrict x, int n) {
  cf t, s;
  for (int i = 0; i < n; i++) {
    t = x[i];
    t.r += 1;
    s = t;
    s.i *= t.r;
    y[i] = s;
  }
}

// The next iteration reads what this one leaves.
// expect: any
void carried(float *restrict y, const cf *restrict x, int n) {
  cf t = {0, 0};
  for (int i = 0; i < n; i++) {
    y[i] = t.r;
    t.r = x[i].r;
    t.i = x[i].i;
    y[i] += t.i;
  }
}

// expect: any
void summed(cf *restrict out, const cf *restrict x, int n) {
  struct { int32_t a, b; } t = {0, 1};
  for (int i = 0; i < n; i++) {
    t.a += x[i].r > 0;
    t.b ^= x[i].i > 0;
  }
  out->r = t.a;
  out->i = t.b;
}

// Around the nest another loop reads it first.
// expect: any
void read_next_time(float *restrict y, const float *restrict x, int n, int m) {
  cf t = {1, 2};
  for (int j = 0; j < m; j++) {
    float keep = t.r;
    for (int i = 0; i < n; i++) {
      t.r = x[i] * keep;
      t.i = t.r + 1;
      y[j * n + i] = t.i;
    }
  }
}

// By a subscript that varies.
// expect: any
void by_number(float *restrict y, const float *restrict x, const int *restrict k, int n) {
  struct { float v[4]; } t = {{0}};
  for (int i = 0; i < n; i++) {
    t.v[0] = x[i];
    t.v[1] = x[i] * 2;
    y[i] = t.v[k[i] & 3] + t.v[0];
  }
}

// expect: any
void by_number_inside(float *restrict y, const float *restrict x, const int *restrict k, int n) {
  for (int i = 0; i < n; i++) {
    struct { float v[4]; } t = {{0}};
    t.v[0] = x[i];
    t.v[1] = x[i] * 2;
    y[i] = t.v[k[i] & 3] + t.v[0];
  }
}

// expect: any
void inner_sets(float *restrict y, const float *restrict x, int n, int m) {
  cf t = {1, 1};
  for (int i = 0; i < n; i++) {
    t.i = 0;
    for (int j = 0; j < m; j++) {
      t.r = x[i * m + j];
      t.i += t.r * t.r;
    }
    y[i] = t.i;
  }
}

// expect: any
void inner_leaves(float *restrict y, const float *restrict x, int n, int m) {
  cf t = {1, 1};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      t.r = x[i * m + j] - t.r;
      t.i = t.r * t.r;
    }
    y[i] = t.i + t.r;
  }
}

// expect: any
void counted_by_part(float *restrict y, const float *restrict x, int n) {
  struct { int i, n; } k;
  k.n = n;
  for (k.i = 0; k.i < k.n; k.i++)
    y[k.i] = x[k.i] * 2;
}

// expect: any
void while_changes(int *restrict y, const int *restrict x, int n) {
  struct { int a, b; } t = {7, 8};
  int i = 0;
  do {
    t.a = x[i] & 0xffff;
    t.b = t.a * 3;
    y[i] = t.b;
  } while (++i < n && i < 100);
  y[0] = (t.a = y[0] & 0xff) + 1;
}

// expect: any
void by_value(float *restrict y, const float *restrict x, cf t, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * t.i;
    t.r = y[i] + 1;
    y[i] -= t.r * 0.5f;
  }
}

// expect: any
void switched(float *restrict y, const cf *restrict x, const int *restrict k, int n) {
  cf t = {1, 2};
  for (int i = 0; i < n; i++) {
    switch (k[i] & 1) {
    case 0: t.r = x[i].r; break;
    default: t.i = x[i].i;
    }
    y[i] = t.r + t.i;
  }
}
