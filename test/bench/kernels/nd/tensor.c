// Contractions of more than two indices, and many small products.
#include <stddef.h>

// BENCH nd_doitgen | a:f64[n*n*n] w:f64[n*n] row:f64[n] | (n, n, n, a, w, row) | sizes 48 90 | bytes 16*n*n*n | flops 2*n*n*n*n | peak f64 | fresh
// expect: any
void nd_doitgen(int r, int q, int p, double a[restrict r][q][p], double w[restrict p][p], double row[restrict p]) {
  for (int i = 0; i < r; i++)
    for (int j = 0; j < q; j++) {
      for (int k = 0; k < p; k++) {
        row[k] = 0.0;
        for (int s = 0; s < p; s++)
          row[k] += a[i][j][s] * w[s][k];
      }
      for (int k = 0; k < p; k++)
        a[i][j][k] = row[k];
    }
}

// BENCH nd_contract4 | x:f64[n*n*n] y:f64[n*n*n] z:f64[n*n*n*n] | (n, x, y, z) | sizes 20 30 | bytes 8*n*n*n*n | flops 2*n*n*n*n*n | peak f64 | check 0 18
// expect: any
void nd_contract4(int n, double x[restrict n][n][n], double y[restrict n][n][n], double z[restrict n][n][n][n]) {
  /* z[a,b,c,d] = sum over e of x[a,b,e] * y[c,e,d] */
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++) {
          double s = 0.0;
          for (int e = 0; e < n; e++)
            s += x[a][b][e] * y[c][e][d];
          z[a][b][c][d] = s;
        }
}

// BENCH nd_contract4_crossed | x:f32[n*n*n*n] y:f32[n*n*n*n] z:f32[n*n*n*n] | (n, x, y, z) | sizes 14 18 | bytes 16*n*n*n*n | flops 2*n*n*n*n*n*n | check 0 9
// expect: any
void nd_contract4_crossed(int n, const float *restrict x, const float *restrict y, float *restrict z) {
  /* z[a,b,c,d] += sum over e, f of x[a,e,b,f] * y[d,f,c,e]: no index is where one would like it. */
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
          for (int e = 0; e < n; e++)
            for (int f = 0; f < n; f++)
              z[((a * n + b) * n + c) * n + d] += x[((a * n + e) * n + b) * n + f] * y[((d * n + f) * n + c) * n + e];
}

// BENCH nd_transform_index | x:f64[n*n*n*n] w:f64[n*n] z:f64[n*n*n*n] | (n, x, w, z) | sizes 20 30 | bytes 24*n*n*n*n | flops 2*n*n*n*n*n | peak f64 | check 0 18
// expect: any
void nd_transform_index(int n, double x[restrict n][n][n][n], double w[restrict n][n], double z[restrict n][n][n][n]) {
  /* One index of four goes to another basis. */
  for (int p = 0; p < n; p++)
    for (int q = 0; q < n; q++)
      for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++)
          for (int t = 0; t < n; t++)
            z[p][t][r][s] += w[t][q] * x[p][q][r][s];
}

// BENCH nd_batch4 | a:f32[16*n] b:f32[16*n] c:f32[16*n] | (n, a, b, c) | sizes 2000 20000 | bytes 192*n | flops 128*n
// expect: any
void nd_batch4(int n, const float (*restrict a)[4][4], const float (*restrict b)[4][4], float (*restrict c)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        float s = 0.0f;
        for (int k = 0; k < 4; k++)
          s += a[m][i][k] * b[m][k][j];
        c[m][i][j] = s;
      }
}

// BENCH nd_batch8 | a:f64[64*n] b:f64[64*n] c:f64[64*n] | (n, a, b, c) | sizes 500 4000 | bytes 1536*n | flops 1024*n | peak f64
// expect: any
void nd_batch8(int n, const double (*restrict a)[8][8], const double (*restrict b)[8][8], double (*restrict c)[8][8]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++) {
        c[m][i][j] = 0.0;
        for (int k = 0; k < 8; k++)
          c[m][i][j] += a[m][i][k] * b[m][k][j];
      }
}

// BENCH nd_batch16 | a:f32[256*n] b:f32[256*n] c:f32[256*n] | (n, a, b, c) | sizes 400 3000 | bytes 3072*n | flops 8192*n
// expect: any
void nd_batch16(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int m = 0; m < n; m++) {
    const float *x = a + 256 * (size_t)m, *y = b + 256 * (size_t)m;
    float *z = c + 256 * (size_t)m;
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 16; j++) {
        float s = 0.0f;
        for (int k = 0; k < 16; k++)
          s += x[16 * i + k] * y[16 * k + j];
        z[16 * i + j] = s;
      }
  }
}

// BENCH nd_batch32 | a:f32[1024*n] b:f32[1024*n] c:f32[1024*n] | (n, a, b, c) | sizes 100 700 | bytes 12288*n | flops 65536*n | check 0 24
// expect: any
void nd_batch32(int n, const float (*restrict a)[32][32], const float (*restrict b)[32][32], float (*restrict c)[32][32]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 32; i++)
      for (int k = 0; k < 32; k++)
        for (int j = 0; j < 32; j++)
          c[m][i][j] += a[m][i][k] * b[m][k][j];
}
