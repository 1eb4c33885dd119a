// What loops carry from one iteration to the next as wide as C's promotions made it, though it came narrow; and members
// of structures of which each carries its own.
#include <stdint.h>

// expect: vectorized
unsigned difference_of_pixels(uint8_t *restrict cp, int n, unsigned r2, unsigned g2, unsigned b2) {
  for (int i = 0; i < n; i++) {
    unsigned r1 = cp[3 * i], g1 = cp[3 * i + 1], b1 = cp[3 * i + 2];
    cp[3 * i] = (uint8_t)(r1 - r2);
    cp[3 * i + 1] = (uint8_t)(g1 - g2);
    cp[3 * i + 2] = (uint8_t)(b1 - b2);
    r2 = r1, g2 = g1, b2 = b1;
  }
  return r2 + 3 * g2 + 5 * b2;
}

// expect: vectorized
int difference_of_four(const int16_t *restrict a, int16_t *restrict d, int n, int w, int x, int y, int z) {
  for (int i = 0; i < n; i++) {
    d[4 * i] = (int16_t)(a[4 * i] - w);
    d[4 * i + 1] = (int16_t)(a[4 * i + 1] - x);
    d[4 * i + 2] = (int16_t)(a[4 * i + 2] - y);
    d[4 * i + 3] = (int16_t)(a[4 * i + 3] - z);
    w = a[4 * i], x = a[4 * i + 1], y = a[4 * i + 2], z = a[4 * i + 3];
  }
  return w ^ x ^ y ^ z;
}

// expect: vectorized
int difference_of_bytes(const int8_t *restrict a, int8_t *restrict d, int n, int last) {
  for (int i = 0; i < n; i++) {
    d[i] = (int8_t)(a[i] - last);
    last = a[i];
  }
  return last;
}

// All bits of the first one count.
// expect: vectorized
int difference_as_ints(const int8_t *restrict a, int *restrict d, int n, int last) {
  for (int i = 0; i < n; i++) {
    d[i] = a[i] - last;
    last = a[i];
  }
  return last;
}

// expect: vectorized
void difference_from_zero(const uint8_t *restrict a, int16_t *restrict d, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    d[i] = (int16_t)(a[i] - last);
    last = a[i];
  }
}

// expect: vectorized
long second_difference(const int16_t *restrict a, int16_t *restrict d, int n, long x1, long x2) {
  for (int i = 0; i < n; i++) {
    d[i] = (int16_t)(a[i] - 2 * x1 + x2);
    x2 = x1;
    x1 = a[i];
  }
  return x1 - x2;
}

// expect: vectorized
unsigned long delayed_low_byte(const uint16_t *restrict a, uint8_t *restrict d, int n, unsigned long last) {
  for (int i = 0; i < n; i++) {
    d[i] = (uint8_t)((last >> 3) + a[i]);
    last = a[i];
  }
  return last;
}

// expect: vectorized
unsigned sum_of_changes(const uint8_t *restrict a, int n, int last) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    int change = a[i] - last;
    sum += (unsigned)(change < 0 ? -change : change);
    last = a[i];
  }
  return sum + (unsigned)last;
}

struct pair {
  float l, r;
};

// expect: vectorized
float stereo_difference(const struct pair *restrict x, struct pair *restrict y, int n, float l1, float r1) {
  for (int i = 0; i < n; i++) {
    y[i].l = x[i].l - 0.97f * l1;
    y[i].r = x[i].r - 0.97f * r1;
    l1 = x[i].l;
    r1 = x[i].r;
  }
  return l1 + r1;
}

// expect: vectorized
float three_channels(const float *restrict x, float *restrict y, int n, float a, float b, float c) {
  for (int i = 0; i < n; i++) {
    y[3 * i] = 0.5f * (x[3 * i] + a);
    y[3 * i + 1] = 0.5f * (x[3 * i + 1] + b);
    y[3 * i + 2] = 0.5f * (x[3 * i + 2] + c);
    a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];
  }
  return a - b + c;
}
