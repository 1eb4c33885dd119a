// Fixed-point signal processing: 16-bit samples, rounding, saturation.
#include <stdint.h>

static inline int clamp16(int v) { return v > 32767 ? 32767 : v < -32768 ? -32768 : v; }

// expect: vectorized
void q15_gain(int16_t *restrict out, const int16_t *restrict in, int16_t gain, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)((in[i] * gain + 16384) >> 15);
}

// expect: vectorized
void mix_saturated(int16_t *restrict out, const int16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)clamp16(a[i] + b[i]);
}

// expect: vectorized
int32_t mac_i16(const int16_t *x, const int16_t *y, int n) {
  int32_t acc = 0;
  for (int i = 0; i < n; i++)
    acc += (int32_t)x[i] * y[i];
  return acc;
}

// expect: vectorized
int64_t energy_i16(const int16_t *x, unsigned n) {
  int64_t sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += (int64_t)(x[i] * x[i]);
  return sum;
}

// expect: vectorized
int16_t peak_i16(const int16_t *x, int n) {
  int peak = 0;
  for (int i = 0; i < n; i++) {
    const int magnitude = x[i] < 0 ? -x[i] : x[i];
    peak = magnitude > peak ? magnitude : peak;
  }
  return (int16_t)(peak > 32767 ? 32767 : peak);
}

// expect: vectorized
void narrow_with_shift(int16_t *restrict out, const int32_t *restrict in, int shift, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)clamp16(in[i] >> shift);
}

// expect: vectorized
void to_float(float *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * (1.0f / 32768.0f);
}

// expect: vectorized
void from_float(int16_t *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    float scaled = in[i] * 32767.0f;
    scaled = scaled < -32768.0f ? -32768.0f : scaled;
    scaled = scaled > 32767.0f ? 32767.0f : scaled;
    out[i] = (int16_t)scaled;
  }
}

// expect: vectorized
void swap_channels(int16_t *restrict stereo, int frames) {
  for (int f = 0; f < frames; f++) {
    const int16_t left = stereo[2 * f];
    stereo[2 * f] = stereo[2 * f + 1];
    stereo[2 * f + 1] = left;
  }
}

// expect: vectorized
void delta_decode(int16_t *restrict samples, const int8_t *restrict deltas, int n) {
  int16_t value = 0;
  for (int i = 0; i < n; i++) {
    value = (int16_t)(value + deltas[i]);
    samples[i] = value;
  }
}

// expect: vectorized
void delta_encode(int8_t *restrict deltas, const int8_t *restrict samples, int n) {
  for (int i = 1; i < n; i++)
    deltas[i] = (int8_t)(samples[i] - samples[i - 1]);
}

// Half a register of products, rounded.
// expect: vectorized
void q15_in_fours(int16_t *restrict y, const int16_t *restrict a, const int16_t *restrict b, int n) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((a[i] * b[i] + 0x4000) >> 15);
}

// Products of twice the width: of samples in Q31, of hashes, of factors that are no longer than half.
// expect: vectorized
void scale_q31(int32_t *restrict y, const int32_t *restrict x, int32_t gain, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)x[i] * gain) >> 31);
}

// expect: vectorized
void products_u32(uint64_t *restrict y, const uint32_t *restrict a, const uint32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint64_t)a[i] * b[i];
}

// expect: vectorized
void fold_hashes(uint64_t *restrict h, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    h[i] = (h[i] ^ x[i] * 0x9E3779B1ull) + (uint64_t)(x[i] >> 7) * (h[i] & 0xffffffff);
}

// expect: any
void reciprocals(uint32_t *restrict q, const uint32_t *restrict x, const uint32_t *restrict m, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    q[i] = (uint32_t)(((uint64_t)x[i] * m[i]) >> (s[i] & 63));
}

// expect: any
int64_t energy_q31(const int32_t *x, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += (int64_t)x[i] * x[i] >> 16;
  return sum;
}

// expect: any
int64_t mixed_widths(const int32_t *a, const uint16_t *b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += (int64_t)a[i] * b[i];
  return sum;
}
