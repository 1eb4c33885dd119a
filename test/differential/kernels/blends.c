// Blends: two weights that make up a constant, so that a sum of products is no more than one of them; and divisions of
// what is never negative.
#include <stdint.h>

// expect: vectorized
void over_by_255(uint8_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict alpha, int n) {
  for (int i = 0; i < n; i++) {
    int a = alpha[i], rest = 255 - a;
    d[i] = (uint8_t)((s[i] * a + d[i] * rest) / 255);
  }
}

// expect: vectorized
void over_rounded(uint8_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict alpha, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(((255 - alpha[i]) * d[i] + alpha[i] * s[i] + 127) / 255);
}

// The weights make up 256: a sum of 65280, and a weight that is no byte.
// expect: vectorized
void over_by_256(uint8_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict alpha, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((s[i] * alpha[i] + d[i] * (256 - alpha[i])) >> 8);
}

// Not a blend: the weight may be more than 100.
// expect: vectorized
void over_by_100(uint16_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict alpha, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)((s[i] * alpha[i] + s[i + 1] * (100 - alpha[i])) / 100);
}

// expect: vectorized
void between_shorts(int16_t *restrict d, const int16_t *restrict a, const int16_t *restrict b,
                    const uint8_t *restrict weight, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (int16_t)((a[i] * (weight[i] & 63) + b[i] * (64 - (weight[i] & 63)) + 32) / 64);
}

// Other weights than those that make it up.
// expect: vectorized
void two_weights(uint16_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict v,
                 const uint8_t *restrict w, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)((s[i] * v[i] + s[i + 1] * (255 - w[i])) / 255);
}

struct Pixel {
  uint8_t b, g, r, a;
};

// expect: vectorized
void over_pixels(struct Pixel *restrict d, const struct Pixel *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    int a = s[i].a, rest = 255 - a;
    d[i].r = (uint8_t)((s[i].r * a + d[i].r * rest) / 255);
    d[i].g = (uint8_t)((s[i].g * a + d[i].g * rest) / 255);
    d[i].b = (uint8_t)((s[i].b * a + d[i].b * rest) / 255);
    d[i].a = (uint8_t)(a + d[i].a * rest / 255);
  }
}

// expect: vectorized
void quotients_of_products(int *restrict d, const uint8_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] * a[i] / 7 + a[i] * b[i] / 1000 + (a[i] * 257 + 128) / 641 + b[i] * 3 / 1001;
}

// expect: vectorized
void remainders_of_products(uint32_t *restrict d, const uint8_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint32_t)(a[i] * a[i] % 7 + a[i] * b[i] % 1000 + (a[i] + b[i]) % 48);
}

// May be negative: rounded towards zero.
// expect: vectorized
void quotients_of_differences(int *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (a[i] - b[i]) * 1000 / 24 + (b[i] * b[i] - a[i]) / 1000;
}

// expect: vectorized
void halves_of_words(uint16_t *restrict d, const uint32_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)(a[i] / 10000 % 10000 + (a[i] >> 4) / 240);
}

// expect: vectorized
void quotients_of_longs(uint64_t *restrict d, const uint32_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint64_t)a[i] * b[i] / 1000;
}

// expect: vectorized
void conditions_that_types_decide(int n, const uint8_t *restrict x, const int16_t *restrict y, int16_t *restrict d) {
  for (int i = 0; i < n; i++) {
    int a = x[i], b = y[i];
    if (a >= 0 && b < 40000)
      d[i] = (int16_t)(a - b);
    if (a > 300)
      d[i] = 7;
    d[i] += b == 70000 ? 1 : 2;
  }
}
