// Values that are clamped while they become other integers: by choices between the bounds and a conversion.
#include <math.h>
#include <stdint.h>

// expect: vectorized
void clamp_q15(const float *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    float in = x[i] * 32768.0f;
    in += in > 0.0f ? 0.5f : -0.5f;
    y[i] = in >= 32767.0f ? 32767 : in <= -32768.0f ? -32768 : (int16_t)in;
  }
}

// expect: vectorized
void clamp_byte(const float *restrict x, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      y[i] = 0;
    else if (x[i] > 255)
      y[i] = 255;
    else
      y[i] = (uint8_t)x[i];
  }
}

// expect: vectorized
void clamp_inside(const float *restrict x, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > -100 ? x[i] < 100 ? (int8_t)x[i] : 100 : -100;
}

// expect: vectorized
void clamp_below(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? (int32_t)(x[i] < 1000 ? x[i] : 1000) : 0;
}

// expect: vectorized
void clamp_doubles(const double *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >= 2147483647.0 ? INT32_MAX : x[i] <= -2147483648.0 ? INT32_MIN : (int32_t)x[i];
}

// expect: any
void clamp_doubles_to_shorts(const double *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 32767 ? 32767 : x[i] < -32768 ? -32768 : (int16_t)x[i];
}

// expect: vectorized
void clamp_other_value(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 255 ? 254 : x[i] < 0 ? -1 : (int32_t)x[i];
}

// expect: vectorized
void clamp_fraction(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 99.5f ? 99 : x[i] < 0.5f ? 0 : (int32_t)x[i];
}

// expect: vectorized
void clamp_crossed(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 10 ? 10 : x[i] < 20 ? 20 : (int32_t)x[i];
}

// expect: vectorized
void clamp_of_nan(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < 0 ? 0 : x[i] < 50 ? (int32_t)x[i] : 50;
}

// expect: vectorized
void clamp_in_place(float *x, int n) {
  for (int i = 0; i < n; i++) {
    const int v = x[i] > 127 ? 127 : x[i] < -128 ? -128 : (int)x[i];
    x[i] = (float)v * 0.25f;
  }
}

// The same of integers.

// expect: vectorized
void clamp_wide(const int64_t *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > INT32_MAX ? INT32_MAX : x[i] < INT32_MIN ? INT32_MIN : (int32_t)x[i];
}

// expect: vectorized
void clamp_sums(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t sum = (int64_t)a[i] - b[i];
    y[i] = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
  }
}

// expect: vectorized
void clamp_unsigned(const uint32_t *restrict x, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 255 ? 255 : (uint8_t)x[i];
}

// expect: vectorized
void clamp_wrapped(const int32_t *restrict x, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 300 ? 44 : (int8_t)x[i];
}

// expect: vectorized
void clamp_inside_out(const int32_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < 1000 ? x[i] > -1000 ? (int16_t)x[i] : -1000 : 1000;
}

// expect: vectorized
void clamp_other_bound(const int64_t *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 1000 ? 999 : x[i] <= -5 ? -4 : (int32_t)x[i];
}

// Rounded as a double, which holds a float's number.
// expect: vectorized
void bytes_of_floats(uint8_t *b, const float *a, int n) {
  for (int i = 0; i < n; i++) {
    float v = (float)(a[i] * 127.0 + 128.0);
    v = v < 0.0 ? 0.0f : v > 255.0 ? 255.0f : v;
    b[i] = (uint8_t)rint(v);
  }
}
