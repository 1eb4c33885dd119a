// One row for each lane, in C's order along it: rows are read and written whole, a register's worth of columns at once.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void row_sums(int m, int n, const float *restrict a, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j];
    y[i] = s;
  }
}

// Rows of a part of a matrix; its width may be less than nothing.
// expect: any
void part_sums(int m, int n, int from, int to, double a[restrict m][n], double y[restrict m]) {
  for (int i = 0; i < m; i++) {
    double s = y[i];
    for (int j = from; j < to; j++)
      s = s * 0.75 + a[i][j];
    y[i] = s;
  }
}

// expect: any
void wide_dots(size_t m, size_t n, const double *restrict a, const float *restrict x, double *restrict y) {
  for (size_t i = 0; i < m; i++) {
    double s = 0;
    for (size_t j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// A filter along each row, in place.
// expect: any
void smooth_rows(int m, int n, float *restrict a) {
  for (int i = 0; i < m; i++) {
    float last = 0;
    for (int j = 0; j < n; j++) {
      last = last * 0.6f + a[i * n + j] * 0.4f;
      a[i * n + j] = last;
    }
  }
}

// Backwards, what came before and what is read ahead.
// expect: any
void smooth_back(int m, int n, float *restrict a, const float *restrict b) {
  for (int i = 0; i < m; i++) {
    float last = 1;
    for (int j = n - 1; j >= 0; j--) {
      last = last * 0.6f + b[i * n + j];
      a[i * n + j] = last;
    }
  }
}

// expect: any
void sums_so_far(int m, int n, int32_t a[restrict m][n], const int32_t b[restrict m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = a[i][j - 1] + b[i][j];
}

// expect: any
void row_hashes(int m, int n, const uint32_t *restrict a, uint32_t *restrict h) {
  for (int i = 0; i < m; i++) {
    uint32_t x = 17;
    for (int j = 0; j < n; j++)
      x = (x ^ a[i * n + j]) * 16777619u;
    h[i] = x;
  }
}

// expect: any
void byte_hashes(int m, int n, const uint8_t *restrict a, uint32_t *restrict h) {
  for (int i = 0; i < m; i++) {
    uint32_t x = 2166136261u;
    for (int j = 0; j < n; j++)
      x = (x ^ a[i * n + j]) * 16777619u;
    h[i] = x;
  }
}

// expect: any
void words_crc(int m, int n, const uint16_t *restrict a, uint16_t *restrict h) {
  for (int i = 0; i < m; i++) {
    uint16_t x = 1;
    for (int j = 0; j < n; j++)
      x = (uint16_t)(x * 31 + a[i * n + j]);
    h[i] = x;
  }
}

// Constant rows, and such as hold a few.
// expect: any
void norms20(int m, const float a[restrict][20], float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int j = 0; j < 20; j++)
      s += a[i][j] * a[i][j];
    y[i] = sqrtf(s);
  }
}

// expect: any
void padded_rows(int m, int n, int pitch, const float *restrict a, const float *restrict b, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int j = 0; j < n; j++)
      s += fabsf(a[i * pitch + j] - b[i * pitch + j]);
    y[i] = s;
  }
}

// Under a condition, which keeps lanes from reading.
// expect: any
void some_rows(int m, int n, const float *restrict a, const int *restrict take, float *restrict y) {
  for (int i = 0; i < m; i++)
    if (take[i]) {
      float s = 0;
      for (int j = 0; j < n; j++)
        s += a[i * n + j];
      y[i] = s;
    }
}

// Triangles: each row is longer than the one before.
// expect: any
void lower_rows(int n, double a[restrict n][n], double y[restrict n], const double x[restrict n]) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j <= i; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}

// Two matrices, and the values of one column to the next.
// expect: any
void recurrences(int m, int n, double a[restrict m][n], const double b[restrict m][n], const double c[restrict m][n]) {
  for (int i = 0; i < m; i++) {
    double p = 0, q = 0;
    for (int j = 0; j < n; j++) {
      const double t = b[i][j] + 0.5 * p - 0.25 * q;
      q = p;
      p = t;
      a[i][j] = t + c[i][j];
    }
  }
}

// The diagonals of a band.
// expect: any
void band_rows(int m, int n, int width, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int j = 0; j < width; j++)
      s += a[i * width + j] * x[i + j];
    y[i] = s + n;
  }
}

// Thomas: the rows of a tridiagonal system each.
// expect: any
void tridiagonal_rows(int m, int n, const double *restrict lower, const double *restrict diagonal, const double *restrict upper, double *restrict c, double *restrict d) {
  for (int i = 0; i < m; i++) {
    for (int j = 1; j < n; j++) {
      const double w = 1.0 / (diagonal[i * n + j] - lower[i * n + j] * c[i * n + j - 1]);
      c[i * n + j] = upper[i * n + j] * w;
      d[i * n + j] = (d[i * n + j] - lower[i * n + j] * d[i * n + j - 1]) * w;
    }
    for (int j = n - 2; j >= 0; j--)
      d[i * n + j] -= c[i * n + j] * d[i * n + j + 1];
  }
}

// In place: iterations meet the next ones where rows are nearer to each other than so many columns.
// expect: any
void norm_rows(int w, int h, float *restrict a) {
  for (int y = 0; y < h; y++) {
    float s = 0;
    for (int x = 0; x < w; x++)
      s += a[y * w + x];
    for (int x = 0; x < w; x++)
      a[y * w + x] /= s;
  }
}

// expect: any
void smooth_any(int m, int n, int pitch, float *a, float *b) {
  for (int i = 0; i < m; i++) {
    float last = 0;
    for (int j = 0; j < n; j++) {
      last = last * 0.6f + a[i * pitch + j] * 0.4f;
      b[i * pitch + j] = last;
    }
  }
}

// expect: any
void smooth_both(int m, int n, int pitch, double *restrict a, double *restrict b) {
  for (int i = 0; i < m; i++) {
    double last = 0, other = 0;
    for (int j = 0; j < n; j++) {
      last = last * 0.6f + a[i * pitch + j] * 0.4f;
      other = other * 0.6f + b[i * pitch + j] * 0.4f;
      b[i * pitch + j] = last;
      a[i * pitch + j] = other;
    }
  }
}

// expect: any
void smooth_fixed(int m, float a[restrict][300]) {
  for (int i = 0; i < m; i++) {
    float last = 0;
    for (int j = 0; j < 300; j++) {
      last = last * 0.6f + a[i][j] * 0.4f;
      a[i][j] = last;
    }
  }
}

// expect: any
void box_rows(int w, int h, const uint8_t *restrict src, uint8_t *restrict dst) {
  for (int y = 0; y < h; y++) {
    int sum = 0;
    for (int x = 0; x < 8; x++)
      sum += src[y * w + x];
    for (int x = 8; x < w; x++) {
      dst[y * w + x] = (uint8_t)(sum >> 3);
      sum += src[y * w + x] - src[y * w + x - 8];
    }
  }
}

// expect: any
void integral_rows(int w, int h, const uint8_t *restrict src, uint32_t *restrict dst) {
  for (int y = 0; y < h; y++) {
    uint32_t sum = 0;
    for (int x = 0; x < w; x++) {
      sum += src[y * w + x];
      dst[y * w + x] = sum;
    }
  }
}

// expect: any
void iir_rows(int w, int h, const int16_t *restrict src, int16_t *restrict dst) {
  for (int y = 0; y < h; y++) {
    int last = 0;
    for (int x = 0; x < w; x++) {
      last += ((src[y * w + x] - last) * 77) >> 8;
      dst[y * w + x] = (int16_t)last;
    }
  }
}

// expect: any
void row_argmax(int w, int h, const float *restrict a, int *restrict m) {
  for (int y = 0; y < h; y++) {
    int best = 0;
    for (int x = 1; x < w; x++)
      if (a[y * w + x] > a[y * w + best])
        best = x;
    m[y] = best;
  }
}

// expect: any
void envelopes(int channels, int n, const float *restrict x, float *restrict e) {
  for (int c = 0; c < channels; c++) {
    float env = 0;
    for (int i = 0; i < n; i++) {
      float v = x[c * n + i] < 0 ? -x[c * n + i] : x[c * n + i];
      env = v > env ? v : env * 0.999f;
      e[c * n + i] = env;
    }
  }
}

// expect: any
void biquads(int channels, int n, const float *restrict x, float *restrict y, const float *restrict b, const float *restrict a) {
  for (int c = 0; c < channels; c++) {
    float z1 = 0, z2 = 0;
    for (int i = 0; i < n; i++) {
      float in = x[c * n + i];
      float out = in * b[0] + z1;
      z1 = in * b[1] + z2 - a[1] * out;
      z2 = in * b[2] - a[2] * out;
      y[c * n + i] = out;
    }
  }
}
