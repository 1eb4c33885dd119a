// Small arrays that are looked up, and roots.
#include <math.h>
#include <stdint.h>

static const char digits[] = "0123456789abcdef";

// BENCH bench_to_hex | in:u8[n] out:u8[2*n] | (n, in, out) | sizes 4000 200000 20000000 | bytes 3*n | flops 0*n
void bench_to_hex(int n, const uint8_t *restrict in, uint8_t *restrict out) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = digits[in[i] >> 4];
    out[2 * i + 1] = digits[in[i] & 15];
  }
}

// BENCH bench_tone_curve | in:u8[n] out:u8[n] | (n, 200, in, out) | sizes 8000 300000 30000000 | bytes 2*n | flops 0*n
void bench_tone_curve(int n, int contrast, const uint8_t *restrict in, uint8_t *restrict out) {
  uint8_t curve[256];
  for (int i = 0; i < 256; i++)
    curve[i] = (uint8_t)(128 + (((i - 128) * contrast) >> 8));
  for (int i = 0; i < n; i++)
    out[i] = curve[in[i]];
}

static const int8_t levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

// BENCH bench_dequantize | in:u8[n] out:f32[2*n] | (n, 0.125f, in, out) | sizes 2000 80000 8000000 | bytes 9*n | flops 2*n
void bench_dequantize(int n, float scale, const uint8_t *restrict in, float *restrict out) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = scale * levels[in[i] & 15];
    out[2 * i + 1] = scale * levels[in[i] >> 4];
  }
}

// BENCH bench_deviations | s:f32[n] q:f32[n] y:f32[n] | (n, s, q, y) | sizes 1500 60000 6000000 | bytes 12*n | flops 3*n
void bench_deviations(int n, const float *restrict s, const float *restrict q, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(q[i] - s[i] * s[i]);
}
