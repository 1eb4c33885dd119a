// Subscripts in locals that count up with the lanes: from a place that a condition chooses, or a remainder.
#include <stdint.h>

// expect: vectorized
void above_or_same(int n, int y, const float *restrict t, float *restrict o) {
  for (int x = 0; x < n; x++) {
    int c = x + (y & 3) * n;
    int s = (y & 3) == 0 ? c : c - n;
    o[c] = t[c] + t[s];
  }
}

// expect: any
void relax(int nx, int ny, int nz, const float *restrict in, float *restrict out, float cc, float cn) {
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int c = x + y * nx + z * nx * ny;
        int w = x == 0 ? c : c - 1;
        int e = x == nx - 1 ? c : c + 1;
        int n = y == 0 ? c : c - nx;
        int s = y == ny - 1 ? c : c + nx;
        int b = z == 0 ? c : c - nx * ny;
        int t = z == nz - 1 ? c : c + nx * ny;
        out[c] = in[c] * cc + in[n] * cn + in[s] * cn + in[e] + in[w] + in[b] + in[t];
      }
}

// expect: vectorized
void windowed(int n, const float *restrict window, const float *restrict a, float *restrict o, int *restrict p) {
  for (int i = 0; i < n; i++) {
    int k = i & 63;
    o[i] = a[i] * window[k];
    p[i] = k;
  }
}

// Unsigned subscripts wrap: the elements in front of t are behind 2^32 of them.
// expect: any
void unsigned_rows(unsigned n, unsigned up, const int16_t *restrict t, int16_t *restrict o) {
  for (unsigned x = 0; x < n; x++) {
    unsigned s = up & 1 ? x : x + n;
    o[x] = t[s] - t[x];
  }
}

// Only some lanes read, and the first one may not.
// expect: any
void some_lanes(int n, int up, const int *restrict t, const int *restrict c, int *restrict o) {
  for (int x = 0; x < n; x++) {
    int s = up & 1 ? x : x + n;
    int v = 0;
    if (c[x] > 0)
      v = t[s];
    o[x] = v;
  }
}

// Both lanes and condition choose.
// expect: any
void either_chooses(int n, int up, const int *restrict t, const int *restrict c, int *restrict o) {
  for (int x = 0; x < n; x++) {
    int s = up & 1 ? x : c[x] > 0 ? n : n + 1;
    o[x] = t[s] * 3;
  }
}

// expect: any
void backwards_or_not(int n, int up, const float *restrict t, float *restrict o) {
  for (int x = 0; x < n; x++) {
    int s = up & 1 ? n - 1 - x : 2 * n - 1 - x;
    o[x] = t[s] * 3;
  }
}

// expect: any
void bytes_of_choice(int n, int up, const uint8_t *restrict t, int *restrict o) {
  for (uint8_t x = 0; x < (n & 127); x++) {
    uint8_t s = up & 1 ? x : (uint8_t)(x + 100);
    o[x] = t[s];
  }
}

// What is chosen between may overlap what is written.
// expect: vectorized
void neighbours_may_alias(int n, const float *t, float *o) {
  for (int x = 0; x < n; x++) {
    int w = x == 0 ? x : x - 1, e = x == n - 1 ? x : x + 1;
    o[x] = t[w] + t[e];
  }
}

// expect: vectorized
void donor_may_alias(int n, const double *f, const double *d, double *o) {
  for (int j = 1; j < n; j++) {
    int k = f[j] > 0.0 ? j - 1 : j;
    o[j] = f[j] * d[k];
  }
}

// expect: any
void planes_may_alias(int n, int m, const int *in, int *out) {
  for (int z = 0; z < m; z++)
    for (int x = 0; x < n; x++) {
      int c = x + z * n;
      int b = z > 0 ? c - n : c;
      int t = z < m - 1 ? c + n : c;
      out[c] = in[c] + 2 * in[b] - in[t];
    }
}

// What the iteration before has chosen, at the other end.
// expect: any
void chosen_before(int n, const int *in, int *out) {
  int last = n - 1;
  for (int x = 0; x < n; x++) {
    int k = x != 0 ? last : n - 1;
    out[x] = in[k] * 2;
    last = x;
  }
}

// expect: any
void reversed_or_not(int n, const short *in, short *out) {
  for (int x = 0; x < n; x++) {
    int k = n - 1 - x > 0 ? n - 2 - x : 0;
    out[x] = (short)(in[k] + 1);
  }
}
