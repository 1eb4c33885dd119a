// Convolutions and the products of small integers and short floats.
#include <stdint.h>
#include <string.h>

// BENCH nd_conv2d_nhwc | in:f32[(n+2)*(n+2)*16] w:f32[9*16*32] bias:f32[32] out:f32[n*n*32] | (n, n, 16, 32, in, w, bias, out) | sizes 30 90 | bytes 4*n*n*(16+2*32) | flops 2*9*16*32*n*n | expert conv2d_nhwc
// expect: any
void nd_conv2d_nhwc(int h, int width, int ci, int co, const float *restrict in, const float *restrict w,
                    const float *restrict bias, float *restrict out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      for (int o = 0; o < co; o++) {
        float s = bias[o];
        for (int r = 0; r < 3; r++)
          for (int q = 0; q < 3; q++)
            for (int c = 0; c < ci; c++)
              s += in[((y + r) * (width + 2) + x + q) * ci + c] * w[((r * 3 + q) * ci + c) * co + o];
        out[(y * width + x) * co + o] = s;
      }
}

// BENCH nd_conv2d_nchw | in:f32[(n+2)*(n+2)*16] w:f32[9*16*32] out:f32[n*n*32] | (16, 32, n, n, in, w, out) | sizes 30 90 | bytes 4*n*n*(16+2*32) | flops 2*9*16*32*n*n | expert conv2d_nchw
// expect: any
void nd_conv2d_nchw(int ci, int co, int h, int width, const float in[restrict ci][h + 2][width + 2],
                    const float w[restrict co][ci][3][3], float out[restrict co][h][width]) {
  for (int o = 0; o < co; o++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < width; x++) {
        float s = 0.0f;
        for (int c = 0; c < ci; c++)
          for (int r = 0; r < 3; r++)
            for (int q = 0; q < 3; q++)
              s += in[c][y + r][x + q] * w[o][c][r][q];
        out[o][y][x] = s;
      }
}

// BENCH nd_depthwise | in:f32[(n+2)*(n+2)*32] w:f32[9*32] out:f32[n*n*32] | (n, n, 32, in, w, out) | sizes 30 90 | bytes 4*n*n*32*3 | flops 18*32*n*n
// expect: any
void nd_depthwise(int h, int width, int c, const float *restrict in, const float *restrict w, float *restrict out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      for (int k = 0; k < c; k++) {
        float s = 0.0f;
        for (int r = 0; r < 3; r++)
          for (int q = 0; q < 3; q++)
            s += in[((y + r) * (width + 2) + x + q) * c + k] * w[(r * 3 + q) * c + k];
        out[(y * width + x) * c + k] = s;
      }
}

// BENCH nd_conv1d | in:f32[n+24] w:f32[25] out:f32[n] | (n, 25, in, w, out) | sizes 20000 300000 | bytes 8*n | flops 50*n
// expect: any
void nd_conv1d(int n, int taps, const float *restrict in, const float *restrict w, float *restrict out) {
  for (int i = 0; i < n; i++) {
    float s = 0.0f;
    for (int t = 0; t < taps; t++)
      s += in[i + t] * w[t];
    out[i] = s;
  }
}

// BENCH nd_image5x5 | in:f32[(n+4)*(n+4)] w:f32[25] out:f32[n*n] | (n, n, w, in, out) | sizes 200 700 | bytes 12*n*n | flops 50*n*n
// expect: any
void nd_image5x5(int h, int width, const float w[restrict 5][5], const float in[restrict h + 4][width + 4],
                 float out[restrict h][width]) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++) {
      float s = 0.0f;
      for (int r = 0; r < 5; r++)
        for (int q = 0; q < 5; q++)
          s += w[r][q] * in[y + r][x + q];
      out[y][x] = s;
    }
}

// BENCH nd_gemm_i8 | a:i8[n*n] b:i8[n*n] c:i32[n*n] | (n, n, n, a, b, c) | sizes 256 509 | bytes 10*n*n | flops 2*n*n*n | peak i8
// expect: any
void nd_gemm_i8(int m, int n, int k, const int8_t *restrict a, const int8_t *restrict b, int32_t *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int32_t s = 0;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = s;
    }
}

// BENCH nd_gemm_i8_nt | a:i8[n*n] b:i8[n*n] c:i32[n*n] | (n, n, n, a, b, c) | sizes 256 509 | bytes 10*n*n | flops 2*n*n*n | peak i8
// expect: any
void nd_gemm_i8_nt(int m, int n, int k, const int8_t (*restrict a)[k], const int8_t (*restrict b)[k], int32_t (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int32_t s = 0;
      for (int p = 0; p < k; p++)
        s += a[i][p] * b[j][p];
      c[i][j] = s;
    }
}

// BENCH nd_gemm_u8i8 | a:u8[n*n] b:i8[n*n] c:i32[n*n] | (n, a, b, c) | sizes 256 509 | bytes 10*n*n | flops 2*n*n*n | peak i8
// expect: any
void nd_gemm_u8i8(int n, const uint8_t *restrict a, const int8_t *restrict b, int32_t *restrict c) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < n; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// BENCH nd_fir_i16 | y:i16[n] x:i10[n+31] h:i10[32] | (n, 32, y, x, h) | sizes 20000 300000 | bytes 4*n | flops 64*n | peak i16
// expect: any
void nd_fir_i16(int n, int taps, int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t s = 1 << 14;
    for (int t = 0; t < taps; t++)
      s += x[i + t] * h[t];
    y[i] = (int16_t)(s >> 15);
  }
}

static inline float widen(uint16_t half) {
  uint32_t bits = (uint32_t)half << 16;
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

// BENCH nd_dot_bf16 | x:bf16[n] y:bf16[n] | (n, x, y) | sizes 40000 4000000 | bytes 4*n | flops 2*n | peak bf16 | mode -ffast-math
// expect: any
float nd_dot_bf16(int n, const uint16_t *x, const uint16_t *y) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    s += widen(x[i]) * widen(y[i]);
  return s;
}

// BENCH nd_gemv_bf16 | a:bf16[n*n] x:bf16[n] y:f32[n] | (n, n, a, x, y) | sizes 600 2000 | bytes 2*n*n | flops 2*n*n | peak bf16
// expect: any
void nd_gemv_bf16(int m, int n, const uint16_t *restrict a, const uint16_t *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += widen(a[i * n + j]) * widen(x[j]);
    y[i] = s;
  }
}
