// Floats that C computes with as doubles and rounds back: floats give the same.
#include <math.h>
#include <stdint.h>

// expect: vectorized
void halves_and_sizes(float *restrict h, float *restrict s, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    h[i] = x[i] * 0.5;
    s[i] = fabs(x[i]);
  }
}

// expect: vectorized
void rounded_each_way(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = floor(x[i]) + ceil(x[i]) * trunc(x[i]) - rint(x[i]);
}

// Each of these rounds once.
// expect: vectorized
void four_operations(float *restrict y, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    const float sum = (double)a[i] + b[i], difference = (double)a[i] - b[i];
    const float product = (double)sum * difference, quotient = (double)product / b[i];
    y[i] = quotient;
  }
}

// Two operations in double are not two in float.
// expect: vectorized
void twice_in_double(float *restrict y, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (double)a[i] * b[i] + 1.0;
}

// A product that was rounded meets a sum: not fused.
// expect: vectorized
void product_then_sum(float *restrict y, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    const float product = (double)a[i] * b[i];
    y[i] = product + a[i];
  }
}

// No float is 0.1, 0.2 or 0.7.
// expect: vectorized
void between_tenths(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < 0.1 ? 1.0 : x[i] <= 0.2 ? 2.0 : x[i] > 0.7 ? 3.0 : x[i] >= -1e300 ? 4.0 : 5.0;
}

// expect: vectorized
void limits(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const double d = x[i] < -100.25 ? -100.25 : x[i] > 100.3 ? 100.5 : x[i];
    y[i] = (int)floor(d) + (x[i] == 0.5) + (x[i] != 0.25);
  }
}

// expect: vectorized
void small_integers(float *restrict y, const int16_t *restrict s, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (double)s[i] * x[i];
}

// expect: vectorized
void integers(float *restrict y, const int32_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (double)s[i];
}

// expect: vectorized
void signs(float *restrict y, const float *restrict x, const float *restrict of, int n) {
  for (int i = 0; i < n; i++) {
    const double v = x[i];
    y[i] = v > 0 ? copysign(v, of[i]) : -v;
  }
}

// expect: vectorized
void gate(float *restrict y, const float *restrict x, const int32_t *restrict k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = fabs(x[i]) > 0.1 ? -(x[i] * 0.5) : x[i] < 0 ? x[i] + 0.75 : k[i];
}

// Exact in doubles and in floats: no more bits than a float has.
// expect: any
void samples_by_doubles(float *restrict y, const uint8_t *restrict x, const int16_t *restrict s, const int32_t *restrict w,
                        int n) {
  for (int i = 0; i < n; i++) {
    y[4 * i] = (float)((x[i] * 1.0 / 128.0) - 1.0);
    y[4 * i + 1] = (float)((s[i] + 0.5) / 32768.0 * -3.0);
    y[4 * i + 2] = (float)(-((w[i] & 0xffff) * 0.25 - x[i]) * 64.0);
    y[4 * i + 3] = (float)((128.0 - x[i]) * -0.0);
  }
}

// These have more: a float would have rounded before.
// expect: any
void more_bits_than_floats(float *restrict y, const int16_t *restrict s, const int16_t *restrict t, const int32_t *restrict w,
                           int n) {
  for (int i = 0; i < n; i++) {
    y[4 * i] = (float)((double)s[i] * t[i] + 1.0);
    y[4 * i + 1] = (float)((s[i] + 1.0 / 1024.0) - t[i]);
    y[4 * i + 2] = (float)((w[i] & 0xffffff) * 3.0 - t[i]);
    y[4 * i + 3] = (float)(s[i] * 0.1 + t[i]);
  }
}
