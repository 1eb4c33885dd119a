// Local arrays, and structs with arrays, that functions get a pointer to and name the elements of.
#include <math.h>
#include <stdint.h>

static inline void cross(const double a[3], const double b[3], double c[3]) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void turned(const float in[3], float *out, const float *m) {
  for (int r = 0; r < 3; r++)
    out[r] = m[3 * r] * in[0] + m[3 * r + 1] * in[1] + m[3 * r + 2] * in[2];
}

static inline void added(float *a, const float *b) {
  for (int k = 0; k < 4; k++)
    a[k] += b[k];
}

static inline void first_two_swapped(int *p) {
  int t = *p;
  *p = p[1];
  p[1] = t;
}

static inline void sorted3(int *p) {
  if (p[0] > p[1])
    first_two_swapped(p);
  if (p[1] > p[2]) {
    int t = p[1];
    p[1] = p[2];
    p[2] = t;
  }
  if (p[0] > p[1])
    first_two_swapped(p);
}

struct matrix {
  float m[2][2];
};

static inline void multiplied(const float a[2][2], const float b[2][2], struct matrix *c) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c->m[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
}

static inline float largest(const float v[4]) {
  float most = v[0];
  for (int k = 1; k < 4; k++)
    most = v[k] > most ? v[k] : most;
  return most;
}

static inline void correlated(const float *x, const float *y, float sum[4], int len) {
  float y0 = *y++, y1 = *y++, y2 = *y++;
  for (int j = 0; j < len; j++) {
    const float y3 = *y++, t = *x++;
    sum[0] = sum[0] + t * y0;
    sum[1] = sum[1] + t * y1;
    sum[2] = sum[2] + t * y2;
    sum[3] = sum[3] + t * y3;
    y0 = y1;
    y1 = y2;
    y2 = y3;
  }
  sum[0] += y0;
  sum[1] += y1;
  sum[2] += y2;
}

static inline void gathered(const int *x, int stride, int len, int v[2]) {
  v[0] = v[1];
  for (int k = 0; k < len; k++) {
    const int t = v[0];
    v[0] = v[1] + x[k * stride];
    if (x[k * stride] & 1)
      v[1] = t;
  }
}

// expect: vectorized
void areas(const double (*restrict a)[3], const double (*restrict b)[3], double *restrict area2, int n) {
  for (int i = 0; i < n; i++) {
    double c[3];
    cross(a[i], b[i], c);
    area2[i] = dot(c, c);
  }
}

// expect: vectorized
void turned_points(const float (*restrict a)[3], float (*restrict b)[3], const float *restrict m, int n) {
  for (int i = 0; i < n; i++) {
    float t[3];
    turned(a[i], t, m);
    b[i][0] = t[0] + 1;
    b[i][1] = t[1] - 1;
    b[i][2] = t[2];
  }
}

// expect: vectorized
void medians(const int *restrict a, const int *restrict b, const int *restrict c, int *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    int v[3] = {a[i], b[i], c[i]};
    sorted3(v);
    out[i] = v[1];
  }
}

// expect: any
void sums_of_fours(const float (*restrict a)[4], float *restrict out, int rows, int n) {
  for (int i = 0; i < n; i++) {
    float s[4] = {0, 0, 0, 0};
    for (int k = 0; k < rows; k++)
      added(s, a[k * n + i]);
    out[i] = largest(s) + s[3];
  }
}

// expect: any
void squared_matrices(const float *restrict x, float *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    float a[2][2] = {{x[i], 1}, {2, x[i] * 0.5f}};
    struct matrix c;
    multiplied(a, a, &c);
    multiplied(c.m, a, &c);
    out[i] = c.m[0][0] + c.m[1][1] * c.m[0][1] - c.m[1][0];
  }
}

// expect: any
void swapped_in_turn(int *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    int pair[2] = {a[i], i};
    for (int k = 0; k < 3; k++) {
      first_two_swapped(pair);
      pair[0] += k;
    }
    a[i] = pair[0] ^ (pair[1] << 1);
  }
}

// expect: any
void if_larger(const int *restrict a, const int *restrict b, int *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    int v[3] = {a[i], b[i], 7};
    if (a[i] > b[i])
      sorted3(v);
    out[i] = v[0] - 2 * v[2];
  }
}

// expect: any
void correlated_by_four(const float *restrict x, const float *restrict y, float *restrict out, int len, int max) {
  for (int i = 0; i < max - 3; i += 4) {
    float sum[4] = {0, 0, 0, 0};
    correlated(x, y + i, sum, len);
    out[i] = sum[0];
    out[i + 1] = sum[1];
    out[i + 2] = sum[2];
    out[i + 3] = sum[3];
  }
}

// expect: any
void gathered_columns(const int *restrict x, int *restrict out, int rows, int n) {
  for (int i = 0; i < n; i++) {
    int v[2] = {i, 3};
    gathered(x + i, n, rows, v);
    out[i] = v[0];
    gathered(x + i, n, rows - 1, v);
    out[i] += v[0] * 5 + v[1];
  }
}
