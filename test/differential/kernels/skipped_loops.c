// Inner loops that some iterations of the lanes' loop do and others do not; loops over a few channels; values that are
// only raised or lowered; rows that share one check.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// expect: any
void refined_near(const float *restrict x, const float *restrict y, float *restrict xcorr, int len, int n, int b0,
                  int b1) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    xcorr[i] = 0;
    if (abs(i - b0) > 2 && abs(i - b1) > 2)
      continue;
    for (int j = 0; j < len; j++)
      sum += x[j] * y[i + j];
    xcorr[i] = -1 > sum ? -1 : sum;
  }
}

// expect: vectorized
void summed_if_wanted(const int *restrict wanted, const int *restrict table, int *restrict out, int rows, int n) {
  for (int i = 0; i < n; i++) {
    int s = wanted[i];
    if (s > 0)
      for (int k = 0; k < rows; k++)
        s += table[k * n + i];
    out[i] = s;
  }
}

// expect: any
int counted_if_wanted(const int *restrict wanted, const int *restrict table, int rows, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    total += wanted[i] & 2;
    if (wanted[i] & 1)
      for (int k = 0; k < rows; k++)
        total += table[k * n + i] & 15;
  }
  return total;
}

// expect: any
void one_loop_or_the_other(const int16_t *restrict kind, const float *restrict a, float *restrict out, int rows, int n) {
  for (int i = 0; i < n; i++) {
    float s = 1;
    if (kind[i] > 3) {
      for (int k = 0; k < rows; k++)
        s += a[k * n + i];
    } else {
      s = 2;
      for (int k = 0; k < rows; k += 2)
        s -= a[k * n + i];
    }
    out[i] = s;
  }
}

// expect: any
void updated_in_loops(const int *restrict wanted, const int *restrict much, int *restrict field, int rows, int n) {
  for (int i = 0; i < n; i++) {
    if (wanted[i] != 0) {
      int last = much[i];
      if (last > 0)
        for (int k = 0; k < rows; k++) {
          field[k * n + i] += last ^ i;
          last = field[k * n + i] & 255;
        }
      field[i] -= last;
    }
  }
}

// expect: any
void faded_channels(const float *restrict in, float *restrict out, float g, int n, int channels) {
  for (int c = 0; c < channels; c++)
    for (int i = 0; i < n; i++)
      out[i * channels + c] = g * in[i * channels + c];
}

// expect: any
void decayed_channels(int *restrict level, const int16_t *restrict in, int n, int channels) {
  for (int c = 0; c < channels; c++) {
    int l = level[c];
    for (int i = 0; i < n; i++)
      l = (l * 31 >> 5) + (in[i * channels + c] >> 4);
    level[c] = l;
  }
}

// expect: vectorized
void lowered(float *restrict b, float v, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] > v)
      b[i] = v;
}

// expect: vectorized
void raised_to(int *restrict c, const int *restrict d, int n) {
  for (int i = 0; i < n; i++)
    if (d[i] > c[i])
      c[i] = d[i];
}

// expect: vectorized
void scaled_rows(double *c, const double *a, const double *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * m + j] = a[i * m + j] * b[i];
}

// expect: vectorized
void copied_fields(float *d0, const float *d1, float *e0, const float *e1, int h, int w, int stride) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      d0[y * stride + x] = d1[y * stride + x];
      e0[y * stride + x] = e1[y * stride + x];
    }
}
