// The highest bit as a sign, bytes doubled, and words that are rounded where the sum needs a bit more.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void doubled_in_a_field(uint8_t *d, int n) {
  for (int i = 0; i < n; i++) {
    const uint8_t v = d[i];
    d[i] = (uint8_t)((v << 1) ^ (v & 0x80 ? 0x1d : 0));
  }
}

// expect: vectorized
void where_clear(const uint16_t *restrict x, uint16_t *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = (x[i] & 0x8000) == 0 ? x[i] : (uint16_t)(x[i] ^ 0x1021);
}

// expect: any
void where_set(const uint32_t *restrict x, const uint32_t *restrict z, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] & 0x80000000u) == 0x80000000u ? z[i] : x[i] << 1;
}

// expect: any
void shifted_register(uint64_t *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] << 1 ^ (x[i] >> 63 & 1 ? 0x1b : 0);
}

// expect: vectorized
int negative_bytes(const int8_t *x, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += (x[i] & 0x80) != 0;
  return count;
}

// expect: vectorized
void to_eight_bits(const uint16_t *src, uint8_t *dst, int n) {
  for (int i = 0; i < n; i++) {
    const unsigned v = (src[i] + 128u) >> 8;
    dst[i] = v > 255 ? 255 : (uint8_t)v;
  }
}

// expect: vectorized
void quartered(const uint8_t *restrict src, uint8_t *restrict dst, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint8_t)((src[i] + 2) >> 2);
}

// expect: vectorized
void carried_out(const uint16_t *restrict src, uint16_t *restrict dst, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint16_t)((src[i] + 0x8000) >> 16);
}

// expect: vectorized
void wrapped_before(const uint16_t *restrict src, uint16_t *restrict dst, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint16_t)((uint16_t)(src[i] + 8) >> 4);
}

// expect: vectorized
void halved(const uint16_t *restrict src, uint16_t *restrict dst, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint16_t)((src[i] + 1) >> 1);
}

// expect: vectorized
void below_the_greatest(const int8_t *restrict x, int32_t *restrict y, int n, int8_t most) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] - most;
}

// expect: vectorized
void moved_up(const uint8_t *restrict x, int64_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 1000 - x[i];
}
