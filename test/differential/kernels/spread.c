// Stores to every second or fourth element; what lies between stays as it is.
#include <stdint.h>

// expect: vectorized
void evens(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i] = x[i] + 0.5f;
}

// expect: vectorized
void odds(int n, int32_t *restrict y, const int32_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i + 1] = x[i] ^ 5;
}

// expect: vectorized
void every_fourth(int n, double *restrict y, const double *restrict x) {
  for (int i = 0; i < n; i++)
    y[4 * i + 3] = x[i] * 3.0;
}

// expect: vectorized
void wide_halves(int n, int64_t *restrict y, const int32_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i] = x[i] * 7LL;
}

// Each reads what lies between.
// expect: vectorized
void from_neighbours(int n, float *y) {
  for (int i = 0; i < n; i++)
    y[2 * i] = y[2 * i + 1] * 0.25f - y[2 * i];
}

// expect: any
void evens_if(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0.0f)
      y[2 * i] = x[i];
}

// expect: any
void fourth_of_bytes(int n, uint8_t *restrict y, const uint8_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[4 * i + 3] = x[i];
}

// expect: any
void down(int n, float *restrict y, const float *restrict x) {
  for (int i = n - 1; i >= 0; i--)
    y[2 * i] = x[i];
}

// expect: vectorized
void of_a_matrix(int n, float (*restrict y)[64], const float *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 32; j++)
      y[i][2 * j + 1] = x[i * 32 + j];
}

// Some members of each group are written; what lies between them stays.
// expect: vectorized avx512
void inverted_by_key(uint8_t *p, int n) {
  for (int i = 0; i < n; i++) {
    int k = p[3];
    p[0] = (uint8_t)((255 - p[0]) * k / 255);
    p[1] = (uint8_t)((255 - p[1]) * k / 255);
    p[2] = (uint8_t)((255 - p[2]) * k / 255);
    p += 4;
  }
}

// expect: any
void opaque(uint8_t *p, int n) {
  for (int i = 0; i < n; i++)
    p[4 * i + 3] = 255;
}

// expect: any
void red_and_blue_changed(uint8_t *p, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t t = p[4 * i];
    p[4 * i] = p[4 * i + 2];
    p[4 * i + 2] = t;
  }
}

// expect: any
void second_and_third(int16_t *restrict d, const int16_t *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    d[4 * i + 1] = (int16_t)(a[i] + 1);
    d[4 * i + 2] = (int16_t)(a[i] ^ 5);
  }
}

// expect: any
void every_other_pair(float *restrict d, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    d[4 * i + 1] = a[i] + 1.0f;
    d[4 * i + 3] = a[i] * b[i];
  }
}

struct pixel_f {
  float r, g, b, a;
};

// expect: any
void premultiplied(struct pixel_f *p, int n) {
  for (int i = 0; i < n; i++) {
    p[i].r *= p[i].a;
    p[i].g *= p[i].a;
    p[i].b *= p[i].a;
  }
}

// What is left out by one group is written by the next statement, and read by the last one.
// expect: any
void in_two_goes(uint16_t *restrict d, const uint16_t *restrict a, uint16_t *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    d[4 * i] = a[i];
    d[4 * i + 2] = (uint16_t)(a[i] * 3);
    s[i] = (uint16_t)(d[4 * i + 1] + d[4 * i + 2] + d[4 * i + 3]);
    d[4 * i + 1] = (uint16_t)(a[i] + 7);
  }
}

// expect: any
void first_of_eight(double *restrict d, const double *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    d[8 * i] = a[i] + a[i];
    d[8 * i + 5] = a[i] - 1;
  }
}

// Where the next group begins, some of this one is written again.
// expect: any
void overlapping_groups(int *d, const int *a, int n) {
  for (int i = 0; i < n; i++) {
    d[2 * i] = a[i];
    d[2 * i + 3] = a[i] + 1;
  }
}
