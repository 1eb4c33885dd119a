// Borders: places that are clamped, mirrored or taken round at the ends of a row are neighbours everywhere else.
// Hazards: rows shorter than their borders, of no or one element; clamps to something else than the row's ends; unsigned
// counters, of which one less wraps; sums over the row, which begin with the first iteration; taps in a loop inside; in
// place.
#include <stddef.h>
#include <stdint.h>

#define CLAMPED(i, n) ((i) < 0 ? 0 : (i) >= (n) ? (n) - 1 : (i))

static inline int clamped(int i, int lo, int hi) { return i < lo ? lo : i > hi ? hi : i; }

// expect: vectorized
void blur_3(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int a = i > 0 ? i - 1 : 0, b = i + 1 < n ? i + 1 : n - 1;
    y[i] = x[a] + 2 * x[i] + x[b];
  }
}

// expect: any
void blur_3_unsigned(uint8_t *restrict y, const uint8_t *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    size_t a = i > 0 ? i - 1 : 0, b = i < n - 1 ? i + 1 : n - 1;
    y[i] = (uint8_t)((x[a] + 2 * x[i] + x[b] + 2) >> 2);
  }
}

// expect: any
void blur_3_unsigned_int(uint16_t *restrict y, const uint16_t *restrict x, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    y[i] = (uint16_t)(x[i ? i - 1 : 0] + x[i + 1 == n ? i : i + 1]);
}

// expect: vectorized
void taps_of_5(float *restrict y, const float *restrict x, const float *restrict k, int n) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = -2; j <= 2; j++)
      s += k[j + 2] * x[CLAMPED(i + j, n)];
    y[i] = s;
  }
}

// expect: vectorized
void taps_written_out(int16_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[clamped(i - 2, 0, n - 1)] - 5 * x[clamped(i - 1, 0, n - 1)] + 20 * x[i] -
                     5 * x[clamped(i + 1, 0, n - 1)] + x[clamped(i + 2, 0, n - 1)]);
}

// expect: vectorized
void rows(uint8_t *restrict y, const uint8_t *restrict x, int w, int h) {
  for (int r = 0; r < h; r++)
    for (int i = 0; i < w; i++) {
      int a = i ? i - 1 : 0, b = i == w - 1 ? i : i + 1;
      y[r * w + i] = (uint8_t)((x[r * w + a] + 2 * x[r * w + i] + x[r * w + b] + 2) >> 2);
    }
}

// expect: vectorized
void columns_too(float *restrict y, const float *restrict x, int w, int h) {
  for (int r = 0; r < h; r++)
    for (int i = 0; i < w; i++)
      y[r * w + i] = x[CLAMPED(r - 1, h) * w + i] + x[CLAMPED(r + 1, h) * w + i] + x[r * w + CLAMPED(i - 1, w)] +
                     x[r * w + CLAMPED(i + 1, w)] - 4 * x[r * w + i];
}

// expect: vectorized
void round_forward(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[(i + 1) % n] - x[i];
}

// expect: vectorized
void round_both(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[(i + 1) % n] - x[(i - 1 + n) % n];
}

// expect: vectorized
void round_chosen(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int next = i + 1 == n ? 0 : i + 1, previous = i == 0 ? n - 1 : i - 1;
    y[i] = x[next] ^ x[previous];
  }
}

// expect: vectorized
void mirrored(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int a = i - 1, b = i + 1;
    if (a < 0)
      a = -a;
    if (b >= n)
      b = 2 * n - 2 - b;
    if (b < 0)
      b = 0;
    if (a >= n)
      a = 0;
    y[i] = x[a] + x[b];
  }
}

// expect: any
void clamped_elsewhere(int *restrict y, const int *restrict x, int n, int lo, int hi) {
  if (lo < 0 || hi < lo)
    return;
  for (int i = 0; i < n; i++)
    y[i] = x[i < lo ? lo : i > hi ? hi : i] + x[i > 0 ? i - 1 : 0];
}

// expect: any
int summed(const int *restrict x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i + 1 < n ? i + 1 : 0] * x[i];
  return s;
}

// expect: any
int summed_from_first(const int *restrict x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i > 0 ? i - 1 : 0] * x[i];
  return s;
}

// expect: any
int last_difference(int *restrict y, const int *restrict x, int n) {
  int d = 0;
  for (int i = 0; i < n; i++) {
    d = x[i] - x[i > 0 ? i - 1 : 0];
    y[i] = d;
  }
  return d;
}

// expect: any
void in_place(int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i + 1 < n ? i + 1 : n - 1] - x[i];
}

// expect: any
void in_place_behind(int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += x[i > 0 ? i - 1 : 0];
}

// expect: any
void may_overlap(int *y, const int *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i > 1 ? i - 2 : 0] + x[i + 2 < n ? i + 2 : n - 1];
}

// expect: any
void under_condition(int *restrict y, const int *restrict x, const int *restrict c, int n) {
  for (int i = 0; i < n; i++)
    if (c[i] > 0)
      y[i] = x[i > 0 ? i - 1 : 0] + x[i < n - 1 ? i + 1 : i];
}

// expect: any
void from_later(int *restrict y, const int *restrict x, int from, int to, int n) {
  if (from < 0 || to > n)
    return;
  for (int i = from; i < to; i++)
    y[i] = x[i > from ? i - 1 : from] + x[i < to - 1 ? i + 1 : to - 1];
}

// expect: any
void every_third(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i += 3)
    y[i] = x[i - 1 < 0 ? 0 : i - 1] + x[i + 4 >= n ? n - 1 : i + 4];
}

// expect: vectorized
void asked_at_ends(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float s = x[i];
    if (i > 0)
      s += x[i - 1];
    if (i < n - 1)
      s += x[i + 1];
    y[i] = s;
  }
}

// expect: any
void one_or_other(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (i == 0)
      y[i] = x[i + 1];
    else if (i == n - 1)
      y[i] = x[i - 1];
    else
      y[i] = (x[i - 1] + x[i + 1]) / 2;
  }
}

// expect: any
int first_is_else(int *restrict y, const int *restrict x, int n, int k) {
  int last = k;
  for (int i = 0; i < n; i++) {
    if (i < 2)
      y[i] = k;
    else {
      y[i] = x[i - 2];
      last = x[i];
    }
  }
  return last;
}

// As many iterations as fill vectors, and one more or less.
#define NEIGHBOURS(N)                                                                                                  \
  for (int i = 0; i < N; i++)                                                                                          \
  y[i] = x[i > 0 ? i - 1 : 0] + x[i + 1 < N ? i + 1 : N - 1]

// expect: any
void fixed_16(int *restrict y, const int *restrict x) { NEIGHBOURS(16); }

// expect: any
void fixed_17(int *restrict y, const int *restrict x) { NEIGHBOURS(17); }

// expect: any
void fixed_18(int *restrict y, const int *restrict x) { NEIGHBOURS(18); }

// expect: any
void fixed_25(int *restrict y, const int *restrict x) { NEIGHBOURS(25); }

// expect: any
void fixed_26(int *restrict y, const int *restrict x) { NEIGHBOURS(26); }

// expect: any
void fixed_33(int *restrict y, const int *restrict x) { NEIGHBOURS(33); }

// expect: any
void fixed_34(int *restrict y, const int *restrict x) { NEIGHBOURS(34); }

// expect: any
void fixed_64(int *restrict y, const int *restrict x) { NEIGHBOURS(64); }

// expect: any
void fixed_66(int *restrict y, const int *restrict x) { NEIGHBOURS(66); }

// expect: any
void fixed_last(int16_t *restrict y, const int16_t *restrict x) {
  for (int i = 0; i < 64; i++)
    y[i] = (int16_t)(x[i < 62 ? i + 2 : 63] - x[i]);
}

// expect: any
void fixed_first(int16_t *x) {
  for (int i = 31; i >= 0; i--)
    x[i] = (int16_t)(x[i] + x[i > 2 ? i - 3 : 0]);
}

// expect: any
void fixed_rows(uint8_t (*restrict y)[24], const uint8_t (*restrict x)[24], int h) {
  for (int r = 0; r < h; r++)
    for (int i = 0; i < 24; i++)
      y[r][i] = (uint8_t)((x[r][i ? i - 1 : 0] + x[r][i == 23 ? 23 : i + 1] + 1) >> 1);
}
