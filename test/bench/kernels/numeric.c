// Dense numerics.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// BENCH bench_sgemm_ijk | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, a, b, c) | sizes 48 160 512 | bytes 16*n*n | flops 2*n*n*n
void bench_sgemm_ijk(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// BENCH bench_sgemm_ikj | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, a, b, c) | sizes 48 160 512 | bytes 16*n*n | flops 2*n*n*n
void bench_sgemm_ikj(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// BENCH bench_gemv_t | a:f32[n*n] x:f32[n] y:f32[n] | (n, a, x, y) | sizes 48 300 2000 | bytes 4*n*n | flops 2*n*n
void bench_gemv_t(int n, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int j = 0; j < n; j++) {
    float s = 0.0f;
    for (int i = 0; i < n; i++)
      s += a[i * n + j] * x[i];
    y[j] = s;
  }
}

// BENCH bench_gemv | a:f32[n*n] x:f32[n] y:f32[n] | (n, a, x, y) | sizes 48 300 2000 | bytes 4*n*n | flops 2*n*n | mode -ffast-math
void bench_gemv(int n, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// BENCH bench_jacobi1d | a:f32[n] b:f32[n] | (n, a, b) | sizes 3000 100000 6000000 | bytes 8*n | flops 3*n
void bench_jacobi1d(int n, const float *restrict a, float *restrict b) {
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
}

// BENCH bench_jacobi2d | a:f64[n*n] b:f64[n*n] | (n, a, b) | sizes 40 250 2000 | bytes 16*n*n | flops 5*n*n
void bench_jacobi2d(int n, const double *restrict a, double *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

// BENCH bench_normalize3 | p:f32[3*n] | (p, n) | sizes 1000 40000 3000000 | bytes 24*n | flops 9*n | mode -fno-math-errno
void bench_normalize3(float *p, int n) {
  for (int i = 0; i < n; i++) {
    float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2];
    float r = 1.0f / sqrtf(x * x + y * y + z * z + 1e-9f);
    p[3 * i] = x * r;
    p[3 * i + 1] = y * r;
    p[3 * i + 2] = z * r;
  }
}

// BENCH bench_int_poly | y:i32[n] x:i32[n] | (y, x, n) | sizes 2000 80000 5000000 | bytes 8*n | flops 6*n
void bench_int_poly(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v = (uint32_t)x[i];
    y[i] = (int32_t)((v * 3u + 7u) * v + 11u);
  }
}

// BENCH bench_count_above | x:f32[n] | (x, n, 0.5f) | sizes 3000 100000 8000000 | bytes 4*n | flops n
int bench_count_above(const float *x, int n, float t) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      count++;
  return count;
}

// BENCH bench_clamp_inplace | x:f32[n] | (x, n, 0.25f, 0.75f) | sizes 3000 100000 8000000 | bytes 8*n | flops 2*n
void bench_clamp_inplace(float *x, int n, float lo, float hi) {
  for (int i = 0; i < n; i++) {
    float v = x[i];
    v = v < lo ? lo : v;
    v = v > hi ? hi : v;
    x[i] = v;
  }
}

// BENCH bench_gather | y:f32[n] t:f32[n] k:idx[n] | (y, t, k, n) | sizes 2000 80000 3000000 | bytes 12*n | flops n
void bench_gather(float *restrict y, const float *restrict t, const int *restrict k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = t[k[i]] * 2.0f;
}

// BENCH bench_min_max | x:i32[n] o:i32[2] | (x, n, o) | sizes 4000 150000 8000000 | bytes 4*n | flops 2*n
void bench_min_max(const int32_t *restrict x, int n, int32_t *restrict o) {
  int32_t lo = x[0], hi = x[0];
  for (int i = 1; i < n; i++) {
    if (x[i] < lo)
      lo = x[i];
    if (x[i] > hi)
      hi = x[i];
  }
  o[0] = lo;
  o[1] = hi;
}

// BENCH bench_xor_hash | x:u64[n] | (x, n) | sizes 3000 100000 4000000 | bytes 8*n | flops 3*n
uint64_t bench_xor_hash(const uint64_t *x, size_t n) {
  uint64_t h = 0;
  for (size_t i = 0; i < n; i++)
    h ^= (x[i] << 13) ^ (x[i] >> 7);
  return h;
}

// BENCH bench_outer_product | a:f32[n*n] u:f32[n] v:f32[n] | (a, u, v, n) | sizes 60 300 2000 | bytes 8*n*n | flops 2*n*n
void bench_outer_product(float *restrict a, const float *restrict u, const float *restrict v, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += u[i] * v[j];
}

// BENCH bench_column_sums | a:f32[n*n] s:f32[n] | (a, s, n) | sizes 60 300 2000 | bytes 4*n*n | flops n*n
void bench_column_sums(const float *restrict a, float *restrict s, int n) {
  for (int j = 0; j < n; j++) {
    float t = 0;
    for (int i = 0; i < n; i++)
      t += a[i * n + j];
    s[j] = t;
  }
}

// BENCH bench_relu_bias | y:f32[n*n] x:f32[n*n] b:f32[n] | (y, x, b, n, n) | sizes 48 250 2000 | bytes 8*n*n | flops 2*n*n
void bench_relu_bias(float *y, const float *x, const float *b, int rows, int cols) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      float v = x[r * cols + c] + b[c];
      y[r * cols + c] = v > 0 ? v : 0;
    }
}

// BENCH bench_to_lower | s:u8[n] | (s, n) | sizes 10000 500000 20000000 | bytes 2*n | flops 3*n
void bench_to_lower(unsigned char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] >= 'A' && s[i] <= 'Z')
      s[i] += 'a' - 'A';
}
