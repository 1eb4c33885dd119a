// What codecs write for a clamp, and what only looks like one.
#include <stdint.h>

static inline uint8_t by_mask_and_negation(int x) { return (x & ~255) ? (-x) >> 31 & 255 : x; }

static inline uint8_t by_mask_and_complement(int a) {
  if (a & (~0xFF))
    return (~a) >> 31;
  else
    return a;
}

static inline uint8_t by_unsigned_comparison(int x) {
  if ((unsigned int)x > 255) {
    if (x < 0)
      return 0;
    if (x > 255)
      return 255;
  }
  return (uint8_t)x;
}

static inline int16_t to_words(int a) {
  if ((a + 0x8000U) & ~0xFFFF)
    return (a >> 31) ^ 0x7FFF;
  else
    return a;
}

static inline int8_t to_signed_bytes(int a) {
  if (((a + 0x80U) & ~0xFF))
    return (a >> 31) ^ 0x7F;
  return a;
}

static inline int twelve_bits(int a) {
  if (a & ~((1 << 12) - 1))
    return (~a) >> 31 & ((1 << 12) - 1);
  return a;
}

// expect: vectorized
void weighted_bytes(uint8_t *restrict out, const uint8_t *restrict in, int scale, int offset, int n) {
  for (int i = 0; i < n; i++)
    out[i] = by_mask_and_negation(((in[i] * (scale & 127) + 32) >> 6) + (offset & 255) - 128);
}

// expect: vectorized
void added_residual(uint8_t *restrict out, const int16_t *restrict residual, int n) {
  for (int i = 0; i < n; i++)
    out[i] = by_mask_and_complement(out[i] + residual[i]);
}

// expect: vectorized
void scaled_residual(uint8_t *restrict out, const int16_t *restrict residual, int n) {
  for (int i = 0; i < n; i++)
    out[i] = by_unsigned_comparison(residual[i] * 5 >> 3);
}

// expect: vectorized
void doubled_words(int16_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = to_words(in[i] * 2 + 1);
}

// expect: vectorized
void halved_bytes(int8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = to_signed_bytes(in[i] >> 1);
}

// expect: vectorized
void all_words(int32_t *restrict out, const int32_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = twelve_bits(in[i]);
}

// Unsigned: what is below wraps to the top.
// expect: vectorized
void unsigned_difference(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    unsigned d = (unsigned)a[i] - b[i];
    out[i] = d > 255 ? 0 : d;
  }
}

// Seven bits decide, eight are kept.
// expect: vectorized
void nearly_by_mask(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i];
    out[i] = (x & ~127) ? (-x) >> 31 & 255 : x;
  }
}

// The wrong way round.
// expect: vectorized
void nearly_by_sign(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i];
    out[i] = (x & ~255) ? x >> 31 & 255 : x;
  }
}

// The mask leaves out a bit.
// expect: vectorized
void nearly_all_bits(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i];
    out[i] = (x & ~511 & ~255) ? (~x) >> 31 : x;
  }
}

// Another value is kept.
// expect: vectorized
void nearly_its_value(int16_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i];
    out[i] = (x & ~255) ? (~x) >> 31 & 255 : x + 1;
  }
}

// By bits alone.
static inline int clamp0(int v) { return -(v >= 0) & v; }
static inline int clamp255(int v) { return (-(v >= 255) | v) & 255; }

// expect: vectorized
void by_bits(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (uint8_t)clamp255(clamp0(in[i] * 3 >> 4));
}

// expect: vectorized
void by_sign_bits(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int v = in[i];
    v &= ~(v >> 31);
    v |= (255 - v) >> 31;
    out[i] = (uint8_t)v;
  }
}

// The last one is not a clamp: 255 stays only in its low bits.
// expect: vectorized
void nearly_by_bits(int16_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)((-(in[i] >= 200) | in[i]) & 255);
}

// Bits that clamp in two steps, in a helper that stores: what the first step leaves is known in the second.
static inline int32_t not_negative(int32_t v) { return -(v >= 0) & v; }
static inline int32_t at_most_255(int32_t v) { return (-(v >= 255) | v) & 255; }
static inline uint8_t byte_of(int32_t v) {
  const int32_t w = not_negative(v);
  return (uint8_t)at_most_255(w);
}
static inline void store_three(uint8_t *to, int32_t y, int32_t u, int32_t v) {
  to[0] = byte_of((y + u) >> 6);
  to[1] = byte_of((y - u - v) >> 6);
  to[2] = byte_of((y + v) >> 6);
}

// expect: vectorized
void store_clamped_bits(uint8_t *restrict to, const int16_t *restrict y, const int16_t *restrict u,
                        const int16_t *restrict v, int n) {
  for (int i = 0; i < n; i++)
    store_three(to + 3 * i, y[i], u[i], v[i]);
}

// The second step alone is no clamp below 0.
// expect: any
void upper_bits_alone(uint8_t *restrict to, const int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    const int32_t w = y[i] < -5 ? -5 : y[i];
    to[i] = (uint8_t)at_most_255(w);
  }
}
