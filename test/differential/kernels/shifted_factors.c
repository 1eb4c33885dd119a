// Products of what is shifted and a factor that all iterations share, which is shifted in its place.
#include <stdint.h>

// expect: vectorized
void weighted_prediction(const uint8_t *restrict src, uint8_t *restrict dst, int n, int16_t weight, int16_t offset) {
  const int by = (weight & 127) * 3 - 60;
  for (int i = 0; i < n; i++) {
    const int16_t val = (int16_t)(src[i] << 6);
    const int v = ((by * 1000 * val + 4096) >> 13) + offset;
    dst[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
  }
}

// expect: vectorized
void wraps(const uint16_t *restrict x, uint32_t *restrict y, int n, uint32_t factor) {
  for (int i = 0; i < n; i++)
    y[i] = ((uint32_t)x[i] << 13) * factor;
}

// expect: vectorized
void loses_bits(const uint16_t *restrict x, uint32_t *restrict y, int n, uint32_t factor) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)(x[i] << 5) * factor;
}

// expect: vectorized
void of_signed(const int8_t *restrict x, int32_t *restrict y, int n, int32_t factor) {
  const int32_t by = factor & 0xffff;
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(x[i] * 16) * by;
}

// expect: vectorized
void short_factor(const int16_t *restrict x, int32_t *restrict y, int n, int16_t factor) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] * 2) * (factor >> 2) + (x[i] >> 1) * 3;
}

// expect: any
void long_factor(const uint32_t *restrict x, uint64_t *restrict y, int n, uint64_t factor) {
  for (int i = 0; i < n; i++)
    y[i] = ((uint64_t)x[i] << 20) * factor;
}

// expect: any
void rounds_between(const uint32_t *restrict x, uint32_t *restrict y, int n, uint32_t factor) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)(float)((x[i] & 0x1ffffff) << 5) * factor;
}
