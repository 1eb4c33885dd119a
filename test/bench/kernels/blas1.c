// Vector-vector loops.
#include <stddef.h>

// BENCH bench_axpy | x:f32[n] y:f32[n] | (n, 1.0001f, x, y) | sizes 1500 60000 6000000 | bytes 12*n | flops 2*n
void bench_axpy(size_t n, float alpha, const float *restrict x, float *restrict y) {
  for (size_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}

// BENCH bench_daxpby | x:f64[n] y:f64[n] | (n, 1.0001, 0.999, x, y) | sizes 750 30000 3000000 | bytes 24*n | flops 3*n
void bench_daxpby(int n, double a, double b, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + b * y[i];
}

// BENCH bench_triad_noalias_free | a:f32[n] b:f32[n] c:f32[n] | (a, b, c, 3.0f, n) | sizes 1000 40000 4000000 | bytes 12*n | flops 2*n
void bench_triad_noalias_free(float *a, const float *b, const float *c, float s, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

// BENCH bench_dot | x:f32[n] y:f32[n] | (n, x, y) | sizes 1500 60000 6000000 | bytes 8*n | flops 2*n | mode -ffast-math
float bench_dot(int n, const float *x, const float *y) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// BENCH bench_dsum | x:f64[n] | (n, x) | sizes 1500 60000 6000000 | bytes 8*n | flops n | mode -ffast-math
double bench_dsum(long n, const double *x) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}

// BENCH bench_norm_inf | x:f32[n] | (x, n) | sizes 3000 120000 8000000 | bytes 4*n | flops n | mode -ffast-math
float bench_norm_inf(const float *x, int n) {
  float m = 0.0f;
  for (int i = 0; i < n; i++) {
    float a = x[i] < 0 ? -x[i] : x[i];
    m = a > m ? a : m;
  }
  return m;
}

// BENCH bench_strict_chain | x:f32[n] y:f32[n] z:f32[n] | (n, x, y, z) | sizes 1000 40000 4000000 | bytes 12*n | flops 4*n
void bench_strict_chain(int n, const float *restrict x, const float *restrict y, float *restrict z) {
  for (int i = 0; i < n; i++) {
    float p = x[i] * y[i];
    float q = p - 0.5f;
    z[i] = q * q + p;
  }
}

// BENCH bench_scale_reverse | x:f32[n] y:f32[n] | (y, x, n) | sizes 1500 60000 6000000 | bytes 8*n | flops n
void bench_scale_reverse(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = 2.5f * in[n - 1 - i];
}
