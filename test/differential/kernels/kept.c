// Products in cache blocks that keep scalars from block to block, or begin and end with statements of their own.
// vecify: --stack=2048 --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void kept_sum(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// The cell itself: the first block sets it.
// expect: vectorized
void kept_in_memory(int n, int m, int p, double C[restrict n][m], double A[restrict n][p], double B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      C[i][j] *= 0.5;
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}

// expect: vectorized
void kept_scaled(int n, int m, int p, float alpha, float beta, float C[restrict n][m], float A[restrict n][p],
                 float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = alpha * s + beta * C[i][j];
    }
}

// Starts from what differs from cell to cell, and ends in a branch.
// expect: vectorized
void kept_from_bias(int n, int m, int p, int32_t C[restrict n][m], const int32_t A[restrict n][p],
                    const int32_t B[restrict p][m], const int32_t bias[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = (uint32_t)bias[j] + (uint32_t)i;
      for (int k = 0; k < p; k++)
        s += (uint32_t)A[i][k] * (uint32_t)B[k][j];
      if ((int32_t)s > 0)
        C[i][j] = (int32_t)s;
    }
}

// Two sums, one of which the other needs only at the end.
// expect: vectorized
void kept_pair(int n, int m, int p, uint32_t C[restrict n][m], uint32_t D[restrict n][m],
               const uint32_t A[restrict n][p], const uint32_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = 1, t = 0;
      for (int k = 0; k < p; k++) {
        s += A[i][k] * B[k][j];
        t += A[i][k] ^ B[k][j];
      }
      C[i][j] = s * t;
      D[i][j] = s - t;
    }
}

// A scalar that the depth only reads.
// expect: vectorized
void kept_factor(int n, int m, int p, uint32_t C[restrict n][m], const uint32_t A[restrict n][p],
                 const uint32_t B[restrict p][m], const uint32_t w[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const uint32_t f = w[j] + 3 * (uint32_t)i;
      for (int k = 0; k < p; k++)
        C[i][j] += (A[i][k] * B[k][j]) ^ f;
    }
}

// Columns outside rows, and a variable that outlives the loops without being needed.
// expect: vectorized
void kept_columns_first(int n, int m, int p, float *restrict c, const float *restrict a, const float *restrict b) {
  float s;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      s = c[i * m + j];
      for (int k = 0; k < p; k++)
        s -= a[i * p + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// The row's minimum with a start of its own.
// expect: vectorized
void kept_minimum(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float best = 1e30f;
      for (int k = 0; k < p; k++) {
        const float t = A[i][k] + B[k][j];
        if (t < best)
          best = t;
      }
      C[i][j] = best;
    }
}
