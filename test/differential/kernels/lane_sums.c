// Rows that add up what they share: several rows at once, lanes along the sums.
#include <stdint.h>

// expect: vectorized
void products(int m, int n, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    uint32_t s = 0;
    for (int j = 0; j < n; j++)
      s += (uint32_t)a[i * n + j] * (uint32_t)x[j];
    y[i] = (int32_t)s;
  }
}

// expect: vectorized
void float_products(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// The sum begins with what stands there.
// expect: vectorized
void double_products(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    double s = y[i];
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s * 0.5;
  }
}

// Two matrices.
// expect: vectorized
void two_matrices(int m, int n, const float *restrict a, const float *restrict b, const float *restrict x,
                  float *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float s = 0.0f, t = 0.0f;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += b[i * n + j] * x[j];
    }
    y[i] = 1.5f * s + 1.2f * t;
  }
}

// Other operators.
// expect: vectorized
void nearest(int m, int n, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    int32_t least = INT32_MAX;
    for (int j = 0; j < n; j++) {
      int32_t d = a[i * n + j] ^ x[j];
      if (d < least)
        least = d;
    }
    y[i] = least;
  }
}

// expect: vectorized
void in_all(int m, int n, const uint32_t *restrict a, const uint32_t *restrict x, uint32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    uint32_t all = ~0u;
    for (int j = 0; j < n; j++)
      all &= a[i * n + j] | x[j];
    y[i] = all;
  }
}

// Under a condition, of another width.
// expect: vectorized
void counted(int m, int n, const uint8_t *restrict a, const uint8_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    int32_t count = 3;
    for (int j = 0; j < n; j++)
      if (a[i * n + j] == x[j])
        count++;
    y[i] = count;
  }
}

// Distances.
// expect: vectorized
void distances(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++) {
      float d = a[i * n + j] - x[j];
      s += d * d;
    }
    y[i] = s;
  }
}

// A triangle: rows of other lengths.
// expect: any
void below_the_diagonal(int n, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 0;
    for (int j = 0; j <= i; j++)
      s += (uint32_t)a[i * n + j] * (uint32_t)x[j];
    y[i] = (int32_t)s;
  }
}

// expect: any
void above_the_diagonal(int n, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 0;
    for (int j = i; j < n; j++)
      s += (uint32_t)a[i * n + j] * (uint32_t)x[j];
    y[i] = (int32_t)s;
  }
}

// A loop around, and one inside.
// expect: vectorized
void batches(int m, int n, int k, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int b = 0; b < k; b++)
    for (int i = 0; i < m; i++) {
      uint32_t s = 0;
      for (int j = 0; j < n; j++)
        s += (uint32_t)a[(b * m + i) * n + j] * (uint32_t)x[b * n + j];
      y[b * m + i] = (int32_t)s;
    }
}

// expect: vectorized
void in_pairs(int m, int n, const int16_t *restrict a, const int16_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    int32_t s = 0;
    for (int j = 0; j < n; j++)
      for (int c = 0; c < 2; c++)
        s += (a[(i * n + j) * 2 + c] & 127) * (x[j] & 127);
    y[i] = s;
  }
}

// Sums that a later statement of the row reads twice.
// expect: vectorized
void normalized(int m, int n, const float *restrict a, const float *restrict x, float *restrict y, float *restrict z) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float s = 1.0f, q = 0.0f;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      q += x[j];
    }
    y[i] = s - q;
    z[i] = s * q;
  }
}

// Sums in memory.
// expect: vectorized
void into_memory(int m, int n, const int32_t *restrict a, const int32_t *restrict x, uint32_t *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += (uint32_t)a[i * n + j] * (uint32_t)x[j];
}

// Which may be what is added up.
// expect: vectorized
void into_what_it_reads(int m, int n, const uint32_t *a, const uint32_t *x, uint32_t *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
}

// expect: any
void times_itself(int m, int n, const uint32_t *a, const uint32_t *b, const uint32_t *x, uint32_t *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[j] * x[i] + b[j];
}

// Both products with one pass over the matrix.
// expect: vectorized
void both_products(int m, int n, const float *restrict a, const float *restrict p, const float *restrict r,
                   float *restrict q, float *restrict s) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
      s[j] += r[i] * a[i * n + j];
      sum += a[i * n + j] * p[j];
    }
    q[i] = sum;
  }
}

// expect: vectorized
void there_and_back(int m, int n, const uint32_t *restrict a, const uint32_t *restrict x, uint32_t *restrict t,
                    uint32_t *restrict y) {
  for (int i = 0; i < m; i++) {
    t[i] = 0;
    for (int j = 0; j < n; j++)
      t[i] += a[i * n + j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * t[i];
  }
}

// The row's sum is needed by the next row.
// expect: any
void row_after_row(int m, int n, const uint32_t *restrict a, uint32_t *restrict t, uint32_t *restrict y) {
  for (int i = 1; i < m; i++) {
    t[i] = 0;
    for (int j = 0; j < n; j++)
      t[i] += a[i * n + j] * y[j];
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * t[i - 1];
  }
}

// Where some lanes add nothing, and where the loop does not run.
// expect: any
void some_of_them(int m, int n, const int32_t *restrict a, const int32_t *restrict x, int32_t *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n - 3; j++)
      if (a[i * n + j] > x[j])
        y[i] ^= x[j];
}

// Two cells.
// expect: vectorized
void two_cells(int m, int n, const uint32_t *restrict a, const uint32_t *restrict x, uint32_t *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[2 * i] += a[i * n + j] * x[j];
      y[2 * i + 1] ^= a[i * n + j] + x[j];
    }
}
