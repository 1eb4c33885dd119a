// Signal processing loops.
#include <math.h>
#include <stdint.h>

// BENCH bench_fir16 | y:f32[n] x:f32[n+16] h:f32[16] | (y, x, h, n) | sizes 2000 60000 4000000 | bytes 8*n | flops 32*n
void bench_fir16(float *restrict y, const float *restrict x, const float *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    float acc = 0.0f;
    for (int k = 0; k < 16; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// BENCH bench_fir_taps | y:f32[n] x:f32[n+32] h:f32[32] | (y, x, h, n, 32) | sizes 2000 60000 2000000 | bytes 8*n | flops 64*n
void bench_fir_taps(float *restrict y, const float *restrict x, const float *restrict h, int n, int taps) {
  for (int i = 0; i < n; i++) {
    float acc = 0.0f;
    for (int k = 0; k < taps; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// BENCH bench_dot_i16 | a:i10[n] b:i10[n] | (a, b, n) | sizes 4000 200000 10000000 | bytes 4*n | flops 2*n
int32_t bench_dot_i16(const int16_t *a, const int16_t *b, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

// BENCH bench_complex_mul | o:f32[2*n] a:f32[2*n] b:f32[2*n] | (o, a, b, n) | sizes 700 30000 2000000 | bytes 24*n | flops 6*n
void bench_complex_mul(float *restrict o, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    float re = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    float im = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    o[2 * i] = re;
    o[2 * i + 1] = im;
  }
}

// BENCH bench_complex_product | o:f32[2*n] a:f32[2*n] b:f32[2*n] | (o, a, b, n) | sizes 700 30000 2000000 | bytes 24*n | flops 6*n
void bench_complex_product(float _Complex *restrict o, const float _Complex *restrict a,
                           const float _Complex *restrict b, int n) {
  for (int i = 0; i < n; i++)
    o[i] = a[i] * b[i];
}

// BENCH bench_complex_axpy | y:f64[2*n] x:f64[2*n] | (y, x, n, 0.5) | sizes 700 30000 2000000 | bytes 48*n | flops 8*n
void bench_complex_axpy(double _Complex *restrict y, const double _Complex *restrict x, int n, double _Complex k) {
  for (int i = 0; i < n; i++)
    y[i] += k * x[i];
}

// BENCH bench_complex_fir | y:f32[2*n] x:f32[2*n+32] h:f32[16] | (y, x, h, n) | sizes 700 30000 2000000 | bytes 16*n | flops 64*n
void bench_complex_fir(float _Complex *restrict y, const float _Complex *restrict x, const float *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    float _Complex acc = 0;
    for (int k = 0; k < 16; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// BENCH bench_magnitude2 | o:f32[n] z:f32[2*n] | (o, z, n) | sizes 1000 40000 4000000 | bytes 12*n | flops 3*n
void bench_magnitude2(float *restrict o, const float *restrict z, int n) {
  for (int i = 0; i < n; i++)
    o[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
}

// BENCH bench_q15_gain | y:i16[n] x:i16[n] | (y, x, n, 20000) | sizes 4000 200000 10000000 | bytes 4*n | flops 4*n
void bench_q15_gain(int16_t *restrict y, const int16_t *restrict x, int n, int16_t gain) {
  for (int i = 0; i < n; i++) {
    int32_t v = (x[i] * gain + (1 << 14)) >> 15;
    y[i] = v > 32767 ? 32767 : v < -32768 ? -32768 : v;
  }
}

// BENCH bench_window | y:f32[n] x:f32[n] w:f32[n] | (y, x, w, n) | sizes 1000 40000 4000000 | bytes 12*n | flops n
void bench_window(float *y, const float *x, const float *w, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    y[i] = x[i] * w[i];
}

// BENCH bench_decimate2 | y:f32[n] x:f32[2*n+2] | (y, x, n) | sizes 1000 40000 3000000 | bytes 12*n | flops 3*n
void bench_decimate2(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 0.25f * x[2 * i] + 0.5f * x[2 * i + 1] + 0.25f * x[2 * i + 2];
}

// BENCH bench_stereo_to_mono | m:i16[n] s:i16[2*n] | (m, s, n) | sizes 3000 100000 6000000 | bytes 6*n | flops 2*n
void bench_stereo_to_mono(int16_t *restrict m, const int16_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    m[i] = (int16_t)((s[2 * i] + s[2 * i + 1]) >> 1);
}

// BENCH bench_to_samples | y:i16[n] x:f32[n] | (y, x, n, 20000.0f) | sizes 4000 60000 4000000 | bytes 6*n | flops 4*n
void bench_to_samples(int16_t *restrict y, const float *restrict x, int n, float gain) {
  for (int i = 0; i < n; i++) {
    float v = x[i] * gain;
    v = v > 32767.0f ? 32767.0f : v;
    v = v < -32768.0f ? -32768.0f : v;
    y[i] = (int16_t)lrintf(v);
  }
}
