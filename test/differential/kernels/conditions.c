// Conditions that hold together or in part, and what may be counted on where one holds.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void skin_tones(uint8_t *restrict out, const uint8_t *restrict r, const uint8_t *restrict g,
                const uint8_t *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = r[i] < 40 || r[i] > 250 || g[i] < 30 || g[i] > 220 || r[i] <= g[i] || b[i] < 20 || g[i] < b[i] ? 0 : 255;
}

// expect: vectorized
void outside_of_box(int *restrict out, const float *restrict x, const float *restrict y, const float *restrict z, int n,
                    float lo, float hi) {
  for (int i = 0; i < n; i++)
    if (!(x[i] < lo || x[i] > hi || y[i] < lo || y[i] > hi || !(z[i] >= lo) || z[i] != z[i]))
      out[i] = i;
}

// expect: vectorized
size_t in_three_ranges(const double *x, size_t n, double a, double b, double c) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    if (x[i] < a || (x[i] > b && !(x[i] >= c)) || x[i] == 0.0)
      count++;
  return count;
}

// expect: vectorized
void white_space(uint8_t *restrict is, const char *restrict text, int n) {
  for (int i = 0; i < n; i++)
    is[i] = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r' || text[i] == '\f';
}

// expect: vectorized
void no_sign_and_small(int32_t *restrict d, const int32_t *restrict a, const int64_t *restrict b,
                       const int16_t *restrict c, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] >= 0 && b[i] < 1000 && c[i] != 7 && !(a[i] > 100 && c[i] < 0))
      d[i] += a[i];
}

// expect: vectorized
void turn_letters(char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char c = s[i];
    if (c >= 'a' && c <= 'z')
      s[i] = (char)((c - 'a' + 13) % 26 + 'a');
    else if (c >= 'A' && c <= 'Z')
      s[i] = (char)((c - 'A' + 13) % 26 + 'A');
  }
}

// expect: vectorized
void three_ways(int16_t *restrict d, const int16_t *restrict a, const uint8_t *restrict k, int n) {
  for (int i = 0; i < n; i++) {
    if (k[i] < 10)
      d[i] = (int16_t)(a[i] * k[i] / 9);
    else if (k[i] < 100)
      d[i] = (int16_t)(k[i] % 45 + a[i]);
    else if (a[i] > 3 && a[i] < 200)
      d[i] = (int16_t)(a[i] * a[i] / 7);
  }
}

// expect: vectorized
void squares_of_few(uint16_t *restrict d, const int32_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > -15 && a[i] <= 15)
      d[i] = (uint16_t)(a[i] * a[i] % 29);
}

// expect: vectorized
void sums_modulo(uint16_t *restrict d, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    uint16_t t = (uint16_t)(a[i] + b[i]);
    if (t >= 3329)
      t = (uint16_t)(t - 3329);
    d[i] = t;
  }
}

// expect: vectorized
void wrap_once(uint32_t *restrict d, const uint32_t *restrict a, uint32_t modulus, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] < modulus ? a[i] : a[i] - modulus;
}

// expect: vectorized
void wrap_beyond(uint8_t *restrict d, const uint8_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] > 199 ? (uint8_t)(a[i] - 200) : a[i];
}

// expect: vectorized
void not_quite_wrapped(uint8_t *restrict d, const uint8_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] > 199 ? (uint8_t)(a[i] - 199) : a[i];
}

// Truth values that are counted with.
// expect: vectorized
int64_t sum_where_not_null(const int64_t *d, const uint8_t *is_null, size_t n) {
  int64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += !is_null[i] * (d[i] & 0xffffffffffff);
  return sum;
}

// expect: vectorized
void either_product(int *restrict o, const int16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (a[i] > b[i]) * b[i] - (a[i] <= b[i]) * (a[i] ^ 77);
}

// expect: vectorized
void differences_above(uint16_t *restrict o, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (uint16_t)((a[i] - b[i]) & -(a[i] > b[i]));
}

// expect: vectorized
void swap_where(uint32_t *restrict a, uint32_t *restrict b, const uint8_t *restrict swaps, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t mask = 0u - (swaps[i] != 0);
    uint32_t t = mask & (a[i] ^ b[i]);
    a[i] ^= t;
    b[i] ^= t;
  }
}

// expect: vectorized
void masks_of_bytes(uint64_t *restrict o, const uint8_t *restrict a, const uint64_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t no = (uint8_t)-(a[i] < 9);
    o[i] = b[i] & no;
  }
}

// expect: vectorized
void interpolated(float *restrict o, const float *restrict table, const uint32_t *restrict phase, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t k = phase[i] >> 28;
    float f = (float)(phase[i] & 0xfffffff) * (1.f / 268435456.f);
    o[i] = table[k] + f * (table[k + 1] - table[k]);
  }
}

// Eight comparisons a byte: written out, whose streams are taken apart once.
// expect: vectorized
void comparisons_as_bits(uint8_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t bits = 0;
    for (int k = 0; k < 8; k++)
      bits |= (in[8 * i + k] != 0) << (7 - k);
    out[i] = bits;
  }
}
