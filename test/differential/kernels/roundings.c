// Floats rounded to integers by <math.h>.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void samples_of_floats(int16_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i] * 32768.0f;
    v = v > 32767.0f ? 32767.0f : v;
    v = v < -32768.0f ? -32768.0f : v;
    y[i] = (int16_t)lrintf(v);
  }
}

// expect: vectorized
void words_of_floats(int16_t *restrict y, const float *restrict x, float gain, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)lrintf(x[i] * gain);
}

// expect: vectorized
void ints_of_floats(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)lrintf(x[i]);
}

// expect: vectorized
void ints_of_doubles(int *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)lrint(x[i]);
}

// expect: vectorized
void unsigned_of_floats(uint32_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)llrintf(x[i]);
}

// expect: any
void longs_of_doubles(int64_t *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = llround(x[i]);
}

// expect: vectorized
void rounded_away(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)lroundf(x[i]);
}

// expect: vectorized
void low_bits(int *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)(int64_t)(x[i] * 1e4);
}

// What is divided is less than the divisor.
// expect: any
void small_over_large(uint8_t *restrict q, uint8_t *restrict r, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    q[i] = (uint8_t)((x[i] > 7) / 100);
    r[i] = (uint8_t)((x[i] & 15) % 100 + (x[i] & 31) / 32u);
  }
}
