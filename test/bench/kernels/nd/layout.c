// Copies that change the order of elements.
#include <stdint.h>

// BENCH nd_transpose | x:f32[n*n] y:f32[n*n] | (n, n, x, y) | sizes 400 2000 | bytes 8*n*n | flops n*n | expert transpose
// expect: any
void nd_transpose(int m, int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j * m + i] = x[i * n + j];
}

// BENCH nd_transpose_read | x:f64[n*n] y:f64[n*n] | (n, x, y) | sizes 300 1500 | bytes 16*n*n | flops n*n
// expect: any
void nd_transpose_read(int n, const double (*restrict x)[n], double (*restrict y)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i][j] = x[j][i];
}

// BENCH nd_transpose_bytes | x:u8[n*n] y:u8[n*n] | (n, n, x, y) | sizes 800 4000 | bytes 2*n*n | flops n*n
// expect: any
void nd_transpose_bytes(int m, int n, const uint8_t x[restrict m][n], uint8_t y[restrict n][m]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j][i] = x[i][j];
}

// BENCH nd_transpose_in_place | x:f32[n*n] | (n, x) | sizes 500 2000 | bytes 8*n*n | flops n*n
// expect: any
void nd_transpose_in_place(int n, float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      const float t = x[i * n + j];
      x[i * n + j] = x[j * n + i];
      x[j * n + i] = t;
    }
}

// BENCH nd_copy_pad | x:f32[n*n] y:f32[n*(n+13)] | (n, n, n + 13, x, y) | sizes 400 2000 | bytes 8*n*n | flops n*n
// expect: any
void nd_copy_pad(int m, int n, int pitch, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      y[i * pitch + j] = x[i * n + j];
    for (int j = n; j < pitch; j++)
      y[i * pitch + j] = 0.0f;
  }
}

// BENCH nd_permute3 | x:f32[n*n*n] y:f32[n*n*n] | (n, n, n, x, y) | sizes 50 150 | bytes 8*n*n*n | flops n*n*n
// expect: any
void nd_permute3(int l, int m, int n, const float x[restrict l][m][n], float y[restrict n][l][m]) {
  for (int i = 0; i < l; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        y[k][i][j] = x[i][j][k];
}

typedef struct {
  float x, y, z, weight;
} particle_t;

// BENCH nd_aos_to_soa | p:f32[4*n] x:f32[n] y:f32[n] z:f32[n] w:f32[n] | (n, p, x, y, z, w) | sizes 30000 2000000 | bytes 32*n | flops n
// expect: any
void nd_aos_to_soa(int n, const particle_t *restrict p, float *restrict x, float *restrict y, float *restrict z, float *restrict w) {
  for (int i = 0; i < n; i++) {
    x[i] = p[i].x;
    y[i] = p[i].y;
    z[i] = p[i].z;
    w[i] = p[i].weight;
  }
}

// BENCH nd_soa_to_aos | p:f32[4*n] x:f32[n] y:f32[n] z:f32[n] w:f32[n] | (n, p, x, y, z, w) | sizes 30000 2000000 | bytes 32*n | flops n
// expect: any
void nd_soa_to_aos(int n, particle_t *restrict p, const float *restrict x, const float *restrict y, const float *restrict z,
                   const float *restrict w) {
  for (int i = 0; i < n; i++) {
    p[i].x = x[i];
    p[i].y = y[i];
    p[i].z = z[i];
    p[i].weight = w[i];
  }
}

// BENCH nd_planes_to_pixels | in:u8[3*n] out:u8[3*n] | (n, in, out) | sizes 60000 4000000 | bytes 6*n | flops n
// expect: any
void nd_planes_to_pixels(int n, const uint8_t planes[restrict 3][n], uint8_t (*restrict pixels)[3]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      pixels[i][c] = planes[c][i];
}

// BENCH nd_pixels_to_planes | in:u8[3*n] out:f32[3*n] | (n, in, out) | sizes 60000 2000000 | bytes 15*n | flops 3*n
// expect: any
void nd_pixels_to_planes(int n, const uint8_t (*restrict pixels)[3], float planes[restrict 3][n]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      planes[c][i] = (float)pixels[i][c] / 255.0f;
}
