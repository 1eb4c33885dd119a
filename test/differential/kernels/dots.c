// Sums of narrow products in tiles and cache blocks, whose panels have groups of products side by side.
// vecify: --stack=2048 --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void dots_signed(int n, int m, int p, int32_t C[restrict n][m], int8_t A[restrict n][p], int8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = 0; k < p; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void dots_mixed(int n, int m, int p, int32_t C[restrict n][m], uint8_t A[restrict n][p], int8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] = (int32_t)((uint32_t)C[i][j] + (uint32_t)(A[i][k] * B[k][j]));
}

// expect: vectorized
void dots_mixed_order(int n, int m, int p, int32_t C[restrict n][m], int8_t A[restrict n][p], uint8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 7;
      for (int k = 0; k < p; k++)
        s += B[k][j] * A[i][k];
      C[i][j] = s * 2 + 1;
    }
}

// expect: vectorized
void dots_unsigned(int n, int m, int p, uint32_t C[restrict n][m], uint8_t A[restrict n][p], uint8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = C[i][j];
      for (int k = 0; k < p; k++)
        s += (uint32_t)A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void dots_shorts(int n, int m, int p, uint32_t C[restrict n][m], int16_t A[restrict n][p], int16_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = 0;
      for (int k = 0; k < p; k++)
        s += (uint32_t)(A[i][k] * B[k][j]);
      C[i][j] = s;
    }
}

// expect: vectorized
void dots_widths(int n, int m, int p, uint32_t C[restrict n][m], int16_t A[restrict n][p], uint8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = 0;
      for (int k = 0; k < p; k++)
        s += (uint32_t)(A[i][k] * B[k][j]);
      C[i][j] = s;
    }
}

// B's rows are its columns.
// expect: vectorized
void dots_transposed(int n, int m, int p, int32_t C[restrict n][m], int8_t A[restrict n][p], int8_t B[restrict m][p]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = 0; k < p; k++)
        s += A[i][k] * B[j][k];
      C[i][j] = s;
    }
}

// The words of A lie apart.
// expect: vectorized
void dots_columns(int n, int m, int p, int32_t C[restrict n][m], uint8_t A[restrict p][n], int8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = 0; k < p; k++)
        s += A[k][i] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void dots_signed_columns(int n, int m, int p, int32_t C[restrict n][m], int8_t A[restrict p][n], int8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = 0; k < p; k++)
        s += A[k][i] * B[k][j];
      C[i][j] = s;
    }
}

// Two sums in one loop, of the same words.
// expect: vectorized
void dots_twice(int n, int m, int p, int32_t C[restrict n][m], int32_t D[restrict n][m], int8_t A[restrict n][p],
                int8_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0, t = 0;
      for (int k = 0; k < p; k++) {
        s += A[i][k] * B[k][j];
        t += A[i][k] * 3;
      }
      C[i][j] = s;
      D[i][j] = t;
    }
}

// expect: vectorized
void dots_of_nine(int n, int m, int32_t C[restrict n][m], int8_t A[restrict n][9], int8_t B[restrict 9][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = 0; k < 9; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}
