// Sums whose terms share factors, and sums clamped to fewer bits than they have.
#include <stddef.h>
#include <stdint.h>

static inline int clip8(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
static inline int clamped(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

// expect: vectorized
void half_sample(size_t n, uint8_t *restrict d, const uint8_t *restrict s) {
  for (size_t i = 0; i < n; i++)
    d[i] = clip8((s[i] - 5 * s[i + 1] + 20 * s[i + 2] + 20 * s[i + 3] - 5 * s[i + 4] + s[i + 5] + 16) >> 5);
}

// expect: vectorized
void half_sample_of_8(size_t n, int16_t *restrict d, const int16_t *restrict s) {
  for (size_t i = 0; i < n; i++)
    d[i] = (-s[i] + 4 * s[i + 1] - 11 * s[i + 2] + 40 * s[i + 3] + 40 * s[i + 4] - 11 * s[i + 5] + 4 * s[i + 6] -
            s[i + 7] + 32) >>
           6;
}

// expect: vectorized
void binomial(size_t n, uint8_t *restrict d, const uint8_t *restrict s) {
  for (size_t i = 0; i < n; i++)
    d[i] = (s[i] + 4 * s[i + 1] + 6 * s[i + 2] + 4 * s[i + 3] + s[i + 4] + 8) >> 4;
}

// expect: vectorized
void symmetric(size_t n, int32_t *restrict y, const int32_t *restrict x, const uint32_t w[restrict static 3]) {
  for (size_t i = 0; i < n; i++)
    y[i] = (int32_t)(w[0] * ((uint32_t)x[i + 2]) + w[1] * (uint32_t)x[i + 1] + w[1] * (uint32_t)x[i + 3] +
                     w[2] * (uint32_t)x[i] + w[2] * (uint32_t)x[i + 4]);
}

// expect: vectorized
void antisymmetric(size_t n, uint32_t *restrict y, const uint32_t *restrict x) {
  for (size_t i = 0; i < n; i++)
    y[i] = 3 * x[i] - 7 * x[i + 1] + 7 * x[i + 3] - 3 * x[i + 4];
}

// expect: vectorized
void all_taken_away(size_t n, uint16_t *restrict y, const uint16_t *restrict x) {
  for (size_t i = 0; i < n; i++)
    y[i] = (uint16_t)(0u - 9u * x[i] - 9u * x[i + 1] - 5u * x[i + 2] - 5u * x[i + 3]);
}

// expect: vectorized
void of_many_bits(size_t n, uint64_t *restrict y, const uint64_t *restrict x, uint64_t k) {
  for (size_t i = 0; i < n; i++)
    y[i] = k * x[i] + 11 * x[i + 1] + k * x[i + 2] - 11 * x[i + 3] + x[i + 4] * (uint64_t)-11;
}

// expect: vectorized
void bytes_that_wrap(size_t n, uint8_t *restrict y, const uint8_t *restrict x) {
  for (size_t i = 0; i < n; i++)
    y[i] = 100 * x[i] + 100 * x[i + 1] - 37 * x[i + 2] - 37 * x[i + 3];
}

// expect: vectorized
void used_elsewhere(size_t n, int *restrict y, int *restrict z, const int16_t *restrict x) {
  for (size_t i = 0; i < n; i++) {
    const int p = 9 * x[i], q = 9 * x[i + 1];
    y[i] = p + q + 9 * x[i + 2] + 9 * x[i + 3];
    z[i] = p - 1;
  }
}

// expect: vectorized
void added_residual(size_t n, uint8_t *restrict d, const int16_t *restrict r) {
  for (size_t i = 0; i < n; i++)
    d[i] = clip8(d[i] + r[i]);
}

// expect: vectorized
void residual_taken_away(size_t n, uint8_t *restrict d, const int16_t *restrict r) {
  for (size_t i = 0; i < n; i++)
    d[i] = clip8(d[i] - r[i]);
}

// expect: vectorized
void residual_of_10_bits(size_t n, uint16_t *restrict d, const int16_t *restrict s, const int16_t *restrict r) {
  for (size_t i = 0; i < n; i++)
    d[i] = clamped(s[i] + r[i], 0, 1023);
}

// expect: vectorized
void narrow_ends(size_t n, int8_t *restrict d, const int8_t *restrict s, const int8_t *restrict r) {
  for (size_t i = 0; i < n; i++)
    d[i] = clamped(s[i] - r[i], -100, 90);
}

// expect: vectorized
void ends_in_a_wide_sum(size_t n, int *restrict d, const int16_t *restrict s, const int16_t *restrict r) {
  for (size_t i = 0; i < n; i++)
    d[i] = clamped(s[i] + r[i], -40000, 1000) + clamped(s[i] - r[i], -5, 32767);
}

// expect: vectorized
void no_room_between(size_t n, int16_t *restrict d, const int16_t *restrict s, const int16_t *restrict r) {
  for (size_t i = 0; i < n; i++) {
    int v = s[i] + r[i];
    v = v > -3 ? -3 : v;
    d[i] = (v < 12 ? 12 : v) + s[i] - r[i];
  }
}

// expect: vectorized
void a_block(uint8_t *restrict d, ptrdiff_t pitch, const int16_t r[restrict static 64]) {
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++)
      d[y * pitch + x] = clip8(d[y * pitch + x] + r[8 * y + x]);
}

// expect: declined NotProfitable
void filled_downwards(size_t n, uint8_t *restrict y, const uint8_t *restrict x) {
  uint8_t *p = y + n;
  for (size_t i = 0; i < n; i++)
    *--p = x[1];
}
