// Products in cache blocks whose rows do more than run their columns, or compute what all columns share: so small a
// stack and the last plan make several blocks out of few iterations.
// vecify: --stack=4096 --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void scaled_rows(int n, int m, int p, double alpha, double beta, double C[restrict n][m], double A[restrict n][p],
                 double B[restrict p][m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      C[i][j] *= beta;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

// expect: vectorized
void scaled_triangle(int n, int p, float alpha, float beta, float *restrict c, const float *restrict a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < p; k++)
      for (int j = 0; j <= i; j++)
        c[i * n + j] += alpha * a[i * p + k] * a[j * p + k];
  }
}

// expect: vectorized
void scaled_upper_triangle(int n, int p, float alpha, float C[restrict n][n], float A[restrict n][p]) {
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++)
      C[i][j] = 0.5f * C[i][j] + 1;
    for (int k = 0; k < p; k++)
      for (int j = i; j < n; j++)
        C[i][j] -= alpha * A[i][k] * A[j][k];
  }
}

// The first row has no columns.
// expect: vectorized
void strict_triangle(int n, int p, float alpha, float C[restrict n][n], float A[restrict n][p]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      C[i][j] *= alpha;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < i; j++)
        C[i][j] += (A[i][k] + alpha) * A[j][k];
  }
}

// What the rows do first is read by what the columns share.
// expect: vectorized
void changes_what_is_shared(int n, int m, int p, double C[restrict n][m], double A[restrict n][p],
                            double B[restrict p][m]) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < p; k++)
      A[i][k] = 2 * A[i][k] + i;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += (A[i][k] - 3) * B[k][j];
  }
}

// expect: vectorized
void keeps_the_first(int n, int m, int p, double C[restrict n][m], double A[restrict n][p], double B[restrict p][m],
                     double *restrict first) {
  for (int i = 0; i < n; i++) {
    first[i] = m > 0 ? C[i][0] : 0;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] / (B[k][j] * B[k][j] + 1);
  }
}

// A scalar of the row.
// expect: vectorized
void row_factor(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m],
                float *restrict x) {
  for (int i = 0; i < n; i++) {
    const float s = x[i] * x[i];
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += s * A[i][k] * B[k][j];
  }
}

// Two values of the row in each step, one of them converted.
// expect: vectorized
void two_shared(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], int16_t Q[restrict n][p],
                float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += (A[i][k] * A[i][k]) * B[k][j] + (float)Q[i][k];
}

// expect: vectorized
void shared_bytes(int n, int m, int p, int scale, int32_t C[restrict n][m], int8_t A[restrict n][p],
                  int32_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] = (int32_t)((uint32_t)C[i][j] + (uint32_t)(A[i][k] * (scale & 255)) * (uint32_t)B[k][j]);
}

// A quotient that some columns do not want.
// expect: vectorized
void shared_where_wanted(int n, int m, int p, int32_t C[restrict n][m], int32_t A[restrict n][p],
                         int32_t B[restrict p][m], int32_t D[restrict n][p]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] ^= B[k][j] > 0 ? (A[i][k] & 0xffff) + D[i][k] % 7 : (A[i][k] | 1);
}

// expect: vectorized
void shared_down(int n, int m, int p, double alpha, double C[restrict n][m], double A[restrict p][n],
                 double B[restrict p][m]) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        C[i][j] += alpha * A[k][i] * B[k][j];
}

// Sums kept from block to block beside what is shared.
// expect: vectorized
void shared_sums(int n, int m, int p, double alpha, double C[restrict n][m], double A[restrict n][p],
                 double B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = C[i][j];
      for (int k = 0; k < p; k++)
        s += (alpha - A[i][k]) * B[k][j];
      C[i][j] = s;
    }
}
