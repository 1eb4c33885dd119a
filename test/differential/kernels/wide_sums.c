// Products of 16-bit integers, summed in 64 bits: four at a time, of which two may reach 2^31.
#include <stdint.h>

// expect: vectorized
int64_t wide_dot(const int16_t *a, const int16_t *b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += (int32_t)a[i] * b[i];
  return sum;
}

// expect: vectorized
void wide_power(const int16_t *x, uint32_t n, int64_t *result) {
  int64_t sum = *result;
  while (n > 0) {
    const int16_t in = *x++;
    sum += (int64_t)in * in;
    n--;
  }
  *result = sum;
}

// expect: vectorized
void wide_and_plain(const int16_t *x, int n, int64_t *squares, int32_t *total) {
  int64_t sum2 = 0;
  int32_t sum = 0;
  for (int i = 0; i < n; i++) {
    sum2 += x[i] * x[i];
    sum += x[i];
  }
  *squares = sum2;
  *total = sum;
}

// expect: vectorized
uint64_t wide_unsigned(const int16_t *a, const int16_t *b, int n) {
  uint64_t sum = 7;
  for (int i = 0; i < n; i++)
    sum += (uint64_t)(int64_t)(a[i] * b[i]);
  return sum;
}

// expect: vectorized
int64_t wide_difference(const int16_t *restrict a, const int16_t *restrict b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum -= a[i] * b[i];
  return sum;
}

// expect: vectorized
int64_t wide_where(const int16_t *a, const int16_t *b, const int16_t *on, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    if (on[i] > 0)
      sum += a[i] * b[i];
  return sum;
}

// expect: vectorized
int64_t wide_distance(const int16_t *a, const int16_t *b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++) {
    int32_t d = a[i] - b[i];
    d = d > 32767 ? 32767 : d < -32768 ? -32768 : d;
    sum += d * d;
  }
  return sum;
}

// expect: vectorized
int64_t wide_bytes(const uint8_t *a, const int8_t *b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

// expect: any
uint64_t wide_unsigned_factors(const uint16_t *a, const uint16_t *b, int n) {
  uint64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += (uint32_t)a[i] * b[i];
  return sum;
}

// expect: any
int64_t wide_scaled(const int16_t *a, const int16_t *b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += (a[i] * b[i]) >> 3;
  return sum;
}

// expect: vectorized
void wide_rows(const int16_t *restrict m, const int16_t *restrict v, int16_t *restrict y, int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    int64_t sum = 0;
    for (int j = 0; j < columns; j++)
      sum += (int32_t)m[i * columns + j] * v[j];
    y[i] = (int16_t)(sum >> 15);
  }
}

// expect: vectorized
void wide_columns(const int16_t *restrict m, const int16_t *restrict v, int64_t *restrict y, int rows, int columns) {
  for (int j = 0; j < columns; j++) {
    int64_t sum = 0;
    for (int i = 0; i < rows; i++)
      sum += (int32_t)m[i * columns + j] * v[i];
    y[j] = sum;
  }
}

// expect: vectorized
void wide_filter(const int16_t *restrict x, const int16_t *restrict h, int16_t *restrict y, int n, int taps) {
  for (int i = 0; i < n; i++) {
    int64_t sum = 0;
    for (int k = 0; k < taps; k++)
      sum += (int32_t)x[i + k] * h[k];
    const int32_t out = (int32_t)(sum >> 15);
    y[i] = (int16_t)(out > 32767 ? 32767 : out < -32768 ? -32768 : out);
  }
}

// expect: vectorized
void wide_filter16(const int16_t *x, const int16_t *h, int16_t *y, int n) {
  for (int i = 0; i < n; i++) {
    int64_t sum = 0;
    for (int k = 0; k < 16; k++)
      sum += (int32_t)x[i + k] * h[k];
    y[i] = (int16_t)(sum >> 16);
  }
}

// expect: vectorized
void wide_filter7(const int16_t *restrict x, const int16_t *restrict h, int64_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int64_t sum = 1 << 14;
    for (int k = 0; k < 7; k++)
      sum += (int32_t)x[i + k] * h[6 - k];
    y[i] = sum;
  }
}

// expect: vectorized
void wide_written(const int16_t *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t sum = (int64_t)x[i] * -32768 + (int64_t)x[i + 1] * -32768 + (int64_t)x[i + 2] * 1234 -
                        (int64_t)x[i + 3] * 77 + (int64_t)x[i + 4] * 32767;
    y[i] = (int32_t)(sum >> 8);
  }
}

// expect: vectorized
void wide_taken_away(const int16_t *restrict x, const int16_t *restrict h, int64_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int64_t sum = y[i];
    for (int k = 0; k < 8; k++)
      sum -= (int32_t)x[i + k] * h[k];
    y[i] = sum;
  }
}

// expect: vectorized
void wide_lags(const int16_t *restrict x, const int16_t *restrict y, int64_t *restrict r, int n, int lags) {
  for (int l = 0; l < lags; l++) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i + l];
    r[l] = sum;
  }
}

// expect: vectorized
void wide_decimated(const int16_t *restrict x, const int16_t *restrict h, int64_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int64_t sum = 0;
    for (int k = 0; k < 8; k++)
      sum += (int32_t)x[2 * i + k] * h[k];
    y[i] = sum;
  }
}
