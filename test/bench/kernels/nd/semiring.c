// Products over other semirings than (+, *).
#include <stdint.h>

// BENCH nd_min_plus | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, a, b, c) | sizes 200 400 | bytes 16*n*n | flops 2*n*n*n | peak pair
// expect: any
void nd_min_plus(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float best = 1e30f;
      for (int k = 0; k < n; k++) {
        const float way = a[i * n + k] + b[k * n + j];
        if (way < best)
          best = way;
      }
      c[i * n + j] = best;
    }
}

// BENCH nd_max_plus | a:i32[n*n] b:i32[n*n] c:i32[n*n] | (n, a, b, c) | sizes 200 400 | bytes 16*n*n | flops 2*n*n*n | peak pair
// expect: any
void nd_max_plus(int n, uint32_t a[restrict n][n], uint32_t b[restrict n][n], int32_t c[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        const int32_t way = (int32_t)(a[i][k] + b[k][j]);
        c[i][j] = way > c[i][j] ? way : c[i][j];
      }
}

// BENCH nd_max_plus_dag | w:f64[n*n] x:f64[n*n] y:f64[n*n] | (n, w, x, y) | sizes 160 300 | bytes 32*n*n | flops 2*n*n*n | peak pair64
// expect: any
void nd_max_plus_dag(int n, const double (*restrict w)[n], const double (*restrict x)[n], double (*restrict y)[n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double best = y[i][j];
      for (int k = 0; k < n; k++)
        best = w[i][k] + x[k][j] > best ? w[i][k] + x[k][j] : best;
      y[i][j] = best;
    }
}

// BENCH nd_or_and | a:u8[n*n] b:u8[n*n] c:u8[n*n] | (n, a, b, c) | sizes 256 509 | bytes 4*n*n | flops 2*n*n*n | peak pair8
// expect: any
void nd_or_and(int n, const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      uint8_t any = 0;
      for (int k = 0; k < n; k++)
        any |= a[i * n + k] & b[k * n + j];
      c[i * n + j] = any;
    }
}

// BENCH nd_closure | r:u8[n*n] | (n, r) | sizes 256 509 | bytes 2*n*n | flops 2*n*n*n | peak pair8 | fresh
// expect: any
void nd_closure(int n, uint8_t *r) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i * n + j] |= r[i * n + k] & r[k * n + j];
}

// BENCH nd_closure_if | r:u8[n*n] | (n, r) | sizes 256 509 | bytes 2*n*n | flops n*n*n | peak pair8 | fresh
// expect: any
void nd_closure_if(int n, unsigned char (*r)[n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      if (r[i][k])
        for (int j = 0; j < n; j++)
          if (r[k][j])
            r[i][j] = 1;
}

// BENCH nd_shortest_paths | d:f32[n*n] | (n, d) | sizes 200 400 | bytes 8*n*n | flops 2*n*n*n | peak pair | fresh
// expect: any
void nd_shortest_paths(int n, float *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

// BENCH nd_shortest_paths_int | d:i10w[n*n] | (n, d) | sizes 200 400 | bytes 8*n*n | flops 2*n*n*n | peak pair | fresh
// expect: any
void nd_shortest_paths_int(int n, int d[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      const int first = d[i][k];
      for (int j = 0; j < n; j++) {
        const int way = (int)((unsigned)first + (unsigned)d[k][j]);
        d[i][j] = way < d[i][j] ? way : d[i][j];
      }
    }
}
