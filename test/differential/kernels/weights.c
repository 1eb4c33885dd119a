// Weighted sums of neighbours and of interleaved values, averages of more than two, and counts.
#include <stdint.h>

// expect: vectorized
void average_truncated(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((a[i] + b[i]) >> 1);
}

// expect: vectorized
void binomial3(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((s[i] + 2 * s[i + 1] + s[i + 2] + 2) >> 2);
}

// expect: vectorized
void three_quarters(uint16_t *restrict d, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)((3u * a[i] + b[i] + 1u) >> 2);
}

// expect: vectorized
void mostly_b(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((a[i] + 7 * b[i] + 5) / 8);
}

// expect: vectorized
void binomial5(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((s[i] + 4 * s[i + 1] + 6 * s[i + 2] + 4 * s[i + 3] + s[i + 4] + 8) >> 4);
}

// expect: vectorized
void gray_rgb(uint8_t *restrict g, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    g[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8);
}

// expect: vectorized
void gray_rgba(uint8_t *restrict g, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    g[i] = (uint8_t)((77 * rgba[4 * i] + 150 * rgba[4 * i + 1] + 29 * rgba[4 * i + 2] + 128) >> 8);
}

// expect: vectorized
void gray_bgra_wide(int32_t *restrict g, const uint8_t *restrict bgra, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    g[i] = 1000 * bgra[4 * i + 3] - 29 * bgra[4 * i] - 150 * bgra[4 * i + 1] + 77 * bgra[4 * i + 2];
}

// expect: vectorized
void difference_of_four(int16_t *restrict d, const int8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (int16_t)(5 * s[4 * i] - 128 * s[4 * i + 1] + 127 * s[4 * i + 2] - s[4 * i + 3]);
}

// expect: vectorized
void chroma_rgb(uint8_t *restrict u, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    u[i] = (uint8_t)(((-38 * rgb[3 * i] - 74 * rgb[3 * i + 1] + 112 * rgb[3 * i + 2] + 128) >> 8) + 128);
}

// expect: vectorized
void pairs_of_bytes(uint16_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)(3 * s[2 * i] + 5 * s[2 * i + 1]);
}

// expect: vectorized
void decimate3(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 0.25f * x[2 * i] + 0.5f * x[2 * i + 1] + 0.25f * x[2 * i + 2];
}

// expect: vectorized
void decimate5(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] - 3 * x[2 * i + 1] + 5 * x[2 * i + 2] - 3 * x[2 * i + 3] + x[2 * i + 4];
}

// expect: any
void decimate_by_three(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[3 * i] + x[3 * i + 1] + x[3 * i + 2] + x[3 * i + 3];
}

// expect: vectorized
void fir8(float *restrict y, const float *restrict x, const float *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    float acc = 0.0f;
    for (int k = 0; k < 8; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// expect: vectorized
void fir7_i16(int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    int32_t acc = 1 << 14;
    for (int k = 0; k < 7; k++)
      acc += (h[k] >> 4) * (x[i + 6 - k] >> 4);
    y[i] = (int16_t)(acc >> 15);
  }
}

// expect: vectorized
int count_greater(const float *x, int n, float t) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      count++;
  return count;
}

// expect: vectorized
unsigned long count_bytes(const char *s, unsigned long n, char c) {
  unsigned long count = 0;
  for (unsigned long i = 0; i < n; i++)
    count += s[i] == c;
  return count;
}

// expect: vectorized
int count_between(const uint16_t *x, int n, uint16_t lo, uint16_t hi) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += x[i] >= lo && x[i] < hi;
  return count;
}

// expect: vectorized
int sum_where(const int32_t *restrict x, const uint8_t *restrict wanted, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (wanted[i])
      sum += x[i] & 0xffff;
  return sum;
}

// expect: vectorized
int32_t dot_s8(const int8_t *a, const int8_t *b, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

// expect: vectorized
uint32_t dot_u8(const uint8_t *a, const uint8_t *b, unsigned n) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += (uint32_t)a[i] * b[i];
  return sum;
}

// Signed bytes, three a pixel: what is shuffled together is biased before the product.
// expect: vectorized
void weigh_signed(int n, const int8_t *restrict p, int32_t *restrict out) {
  for (int j = 0; j < n; j++)
    out[j] = (189 + p[3 * j] * -19 + p[3 * j + 1] * -43 + p[3 * j + 2] * 235) & 511;
}

// Weights of more bits than a byte: the bytes of a pixel in pairs.
// expect: vectorized
void gray_thousandths(uint8_t *restrict g, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    g[i] = (uint8_t)((299 * rgba[4 * i] + 587 * rgba[4 * i + 1] + 114 * rgba[4 * i + 2] + 500) / 1000);
}

// expect: vectorized
void luma_rgb_sixteen_bits(uint8_t *restrict y, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((19595 * rgb[3 * i] + 32767 * rgb[3 * i + 1] + 7471 * rgb[3 * i + 2] + (1 << 15)) >> 16);
}

// expect: vectorized
void chroma_wide(int *restrict u, int *restrict v, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++) {
    u[i] = (-11059 * rgb[3 * i] - 21709 * rgb[3 * i + 1] + 32767 * rgb[3 * i + 2]) >> 8;
    v[i] = (32767 * rgb[3 * i] - 27439 * rgb[3 * i + 1] - 5329 * rgb[3 * i + 2]) >> 8;
  }
}

// expect: vectorized
void outer_two_of_four(int *restrict d, const uint8_t *restrict s, const int *restrict other, int n) {
  for (int i = 0; i < n; i++)
    d[i] = other[i] - 1000 * s[4 * i + 3] + 999 * s[4 * i + 1] - 7;
}

// expect: vectorized
void signed_quads(int *restrict d, const int8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = 1000 * s[4 * i] - 2000 * s[4 * i + 1] + 3000 * s[4 * i + 2] - 32768 * s[4 * i + 3];
}
