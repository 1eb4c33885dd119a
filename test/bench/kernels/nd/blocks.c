/* Short rows: points, pixels of four channels, and blocks of a picture. */
#include <stdint.h>

// BENCH nd_points | r:f32[4*n] m:f32[16] v:f32[4*n] | (n, m, v, r) | sizes 500 10000 | bytes 32*n | flops 32*n
// expect: any
void nd_points(int n, const float m[restrict 4][4], const float (*restrict v)[4], float (*restrict r)[4]) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 4; j++) {
      float s = 0.0f;
      for (int k = 0; k < 4; k++)
        s += v[p][k] * m[k][j];
      r[p][j] = s;
    }
}

// BENCH nd_over | d:f32[4*n] s:f32[4*n] | (n, d, s) | sizes 500 10000 | bytes 48*n | flops 9*n
// expect: any
void nd_over(int n, float (*restrict d)[4], const float (*restrict s)[4]) {
  for (int i = 0; i < n; i++) {
    float a = 1.0f - s[i][3];
    for (int c = 0; c < 4; c++)
      d[i][c] = s[i][c] + d[i][c] * a;
  }
}

// BENCH nd_over_bytes | d:u8[4*n] s:u8[4*n] | (n, d, s) | sizes 2000 40000 | bytes 12*n | flops 25*n | peak i16
// expect: any
void nd_over_bytes(int n, uint8_t *restrict d, const uint8_t *restrict s) {
  for (int i = 0; i < n; i++) {
    int a = 255 - s[4 * i + 3];
    for (int c = 0; c < 4; c++) {
      int t = d[4 * i + c] * a + 128;
      d[4 * i + c] = (uint8_t)(s[4 * i + c] + ((t + (t >> 8)) >> 8));
    }
  }
}

// BENCH nd_bias4 | x:f32[4*n] b:f32[4] | (n, x, b) | sizes 1000 20000 | bytes 32*n | flops 8*n
// expect: any
void nd_bias4(int n, float (*restrict x)[4], const float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) {
      float t = x[i][j] + b[j];
      x[i][j] = t > 0 ? t : 0;
    }
}

// BENCH nd_depth4 | o:f32[4*n] x:f32[4*n+32] w:f32[36] | (n, x, w, o) | sizes 500 10000 | bytes 32*n | flops 72*n
// expect: any
void nd_depth4(int n, const float *restrict x, const float w[restrict 9][4], float *restrict o) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 4; c++) {
      float s = 0;
      for (int k = 0; k < 9; k++)
        s += x[4 * (i + k) + c] * w[k][c];
      o[4 * i + c] = s;
    }
}

// Differences of n pairs of blocks, 64 bytes from row to row.
// BENCH nd_sad8 | s:i32[n] a:u8[512*n] b:u8[512*n] | (n, s, a, b) | sizes 30 400 | bytes 128*n | flops 192*n | peak i8
// expect: any
void nd_sad8(int n, int32_t *restrict sums, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 8; x++) {
        int t = a[512 * i + 64 * y + x] - b[512 * i + 64 * y + x];
        s += t < 0 ? -t : t;
      }
    sums[i] = s;
  }
}

// BENCH nd_sse16 | s:i32[n] a:u8[1024*n] b:u8[1024*n] | (n, s, a, b) | sizes 12 200 | bytes 512*n | flops 768*n | peak i16
// expect: any
void nd_sse16(int n, int32_t *restrict sums, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int y = 0; y < 16; y++)
      for (int x = 0; x < 16; x++) {
        int t = a[1024 * i + 64 * y + x] - b[1024 * i + 64 * y + x];
        s += t * t;
      }
    sums[i] = s;
  }
}
