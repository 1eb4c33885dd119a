// Rows that become columns: squares of registers turned around by shuffles.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void turn_f32(int n, int m, const float A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[j][i] = A[i][j];
}

// expect: vectorized
void turn_f64(int n, int m, const double A[restrict n][m], double B[restrict m][n]) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      B[j][i] = A[i][j];
}

// expect: vectorized
void turn_u8(int n, int m, const uint8_t *restrict a, uint8_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}

// expect: vectorized
void turn_i16(int n, int m, const int16_t A[restrict n][m], int16_t B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[j][i] = (int16_t)(2 * A[i][j]);
}

// What is read in columns is added to what stands there.
// expect: any
void turn_and_add(int n, int m, const float A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[j][i] += A[i][j];
}

// Both ways at once.
// expect: any
void turn_two(int n, int m, const uint32_t A[restrict n][m], const uint32_t B[restrict m][n], uint32_t C[restrict m][n],
              uint32_t D[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      C[j][i] = A[i][j] ^ B[j][i];
      D[i][j] = A[i][j] + B[j][i];
    }
}

// Wider in the result.
// expect: any
void turn_widened(int n, int m, const uint8_t A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[j][i] = (float)A[i][j] / 255.0f;
}

// Under a condition nothing is turned around.
// expect: any
void turn_some(int n, int m, const float A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (A[i][j] > 0)
        B[j][i] = A[i][j];
}

// Two of three dimensions change places.
// expect: any
void turn_inner_two(int l, int n, int m, const float A[restrict l][n][m], float B[restrict l][m][n]) {
  for (int h = 0; h < l; h++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        B[h][j][i] = A[h][i][j];
}

// In place: pairs of places are exchanged.
// expect: any
void turn_in_place(int n, float A[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      const float t = A[i][j];
      A[i][j] = A[j][i];
      A[j][i] = t;
    }
}

// Members written out in the source.
// expect: any
void turn_planes(int n, const float *restrict r, const float *restrict g, const float *restrict b,
                 const float *restrict a, ptrdiff_t pitch, float *restrict out) {
  for (int i = 0; i < n; i++) {
    out[i * pitch] = r[i];
    out[i * pitch + 1] = g[i];
    out[i * pitch + 2] = b[i];
    out[i * pitch + 3] = a[i];
  }
}

// Gathers a column of each of eight.
// expect: any
void turn_strided_sums(int n, int m, const float A[restrict n][m], float s[restrict n]) {
  for (int i = 0; i < n; i++) {
    float t = 0;
    for (int j = 0; j < 8; j++)
      t += A[i][j];
    s[i] = t;
  }
}

// Thirteen members of a row: eight and four of them are read together, in two gaps of others nothing is.
// expect: vectorized
void thirteen_of_a_row(float *restrict out, const float (*restrict rows)[16], const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float sum = rows[i][12] * x[12];
    for (int j = 0; j < 6; j++)
      sum += rows[i][2 * j] * x[j] - rows[i][2 * j + 1] * x[j + 6];
    out[i] = sum;
  }
}

// expect: any
void either_side_of_a_gap(float *restrict out, const float (*restrict rows)[20], int n) {
  for (int i = 0; i < n; i++)
    out[i] = (rows[i][1] - rows[i][2]) * (rows[i][3] - rows[i][4]) + (rows[i][9] - rows[i][10]) * (rows[i][11] - rows[i][12]);
}
