// Sums of narrow products whose lanes slide along memory, or lie in rows that no panel holds.
#include <stddef.h>
#include <stdint.h>

// expect: any
void sliding_shorts(int n, int taps, int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict h) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 1 << 14;
    for (int t = 0; t < taps; t++)
      s += (uint32_t)(x[i + t] * h[t]);
    y[i] = (int16_t)(s >> 15);
  }
}

// expect: any
void sliding_signed(int n, int taps, int32_t *restrict y, const int8_t *restrict x, const int8_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t s = y[i];
    for (int t = 0; t < taps; t++)
      s += x[i + t] * h[t];
    y[i] = s;
  }
}

// expect: any
void sliding_mixed(int n, int taps, int32_t *restrict y, const uint8_t *restrict x, const int8_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int t = 0; t < taps; t++)
      s += x[i + t] * h[t];
    y[i] = s;
  }
}

// Taps run the other way.
// expect: any
void sliding_back(int n, int taps, int32_t *restrict y, const uint8_t *restrict x, const int8_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int t = 0; t < taps; t++)
      s += x[i + t] * h[taps - 1 - t];
    y[i] = s;
  }
}

// expect: any
void sliding_by_two(int n, int taps, int32_t *restrict y, const int8_t *restrict x, const int8_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int t = 0; t < taps; t++)
      s += x[i + 2 * t] * h[t];
    y[i] = s;
  }
}

// expect: any
void sliding_strided(int n, int taps, uint32_t *restrict y, const int16_t *restrict x, const int16_t *restrict h) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 0;
    for (int t = 0; t < taps; t++)
      s += (uint32_t)(x[2 * i + t] * h[t]);
    y[i] = s;
  }
}

// expect: any
void rows_by_rows(int n, int m, uint32_t *restrict y, int16_t A[restrict m][n], int16_t B[restrict m][n]) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 0;
    for (int k = 0; k < m; k++)
      s += (uint32_t)(A[k][i] * B[k][i]);
    y[i] = s;
  }
}

// expect: any
void rows_by_bytes(int n, int m, int32_t *restrict y, uint8_t A[restrict m][n], int8_t B[restrict m][n]) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int k = 0; k < m; k++)
      s += A[k][i] * B[k][i];
    y[i] = s;
  }
}

// expect: any
void depthwise_bytes(int h, int w, int c, int32_t *restrict out, const int8_t *restrict in, const int8_t *restrict k) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int o = 0; o < c; o++) {
        int32_t s = 0;
        for (int q = 0; q < 3; q++)
          s += in[(y * (w + 2) + x + q) * c + o] * k[q * c + o];
        out[(y * w + x) * c + o] = s;
      }
}

// expect: any
void weighted_columns(int n, int m, int32_t *restrict y, int8_t A[restrict m][n], const int8_t *restrict w) {
  for (int i = 0; i < n; i++) {
    int32_t s = 1;
    for (int k = 0; k < m; k++)
      s += A[k][i] * w[k];
    y[i] -= s;
  }
}
