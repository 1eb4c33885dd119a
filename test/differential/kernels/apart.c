// Loops whose iterations meet at a distance that a parameter tells: echoes, layers of transforms, rotations of columns.
// As many lanes as the distance allows, and the distance need not be larger than the block is long.
#include <stdint.h>

// expect: vectorized
void layer(int32_t *r, unsigned start, unsigned len, int32_t z) {
  for (unsigned j = start; j < start + len; j++) {
    int32_t t = z ^ r[j + len];
    r[j + len] = (int32_t)((uint32_t)r[j] - (uint32_t)t);
    r[j] = (int32_t)((uint32_t)r[j] + (uint32_t)t);
  }
}
// expect: vectorized
void halves(float *x, const float *w, int half, int n) {
  for (int i = 0; i < n; i++) {
    const float a = x[i], b = x[i + half] * w[i];
    x[i] = a + b;
    x[i + half] = a - b;
  }
}
// expect: vectorized
void rotate_columns(double *a, int m, int j, int lda, double c, double s) {
  for (int i = 0; i < m; i++) {
    const double t = a[i + (j + 1) * lda];
    a[i + (j + 1) * lda] = c * t - s * a[i + j * lda];
    a[i + j * lda] = s * t + c * a[i + j * lda];
  }
}
// expect: vectorized
void echo(float *x, int n, int d) {
  for (int i = d; i < n; i++)
    x[i] += 0.5f * x[i - d];
}
// expect: any
void two_echoes(float *x, int n, int d) {
  for (int i = 2 * d; i < n; i++)
    x[i] += 0.5f * x[i - d] - 0.25f * x[i - 2 * d];
}
// expect: any
void echo_and_later(float *x, int n, int d) {
  for (int i = 2 * d; i < n; i++)
    x[i] += 0.5f * x[i - d] - 0.25f * x[i - 2 * d + 40];
}
// expect: any
void echo_two_steps(int16_t *x, int n, int d) {
  for (int i = d; i < n; i++)
    x[2 * i] = (int16_t)(x[2 * i] ^ x[2 * i - 2 * d]);
}
// expect: any
void echo_of_another(float *x, float *y, int n, int d) {
  for (int i = d; i < n; i++) {
    x[i] += 0.5f * x[i - d];
    y[i] = x[i] * 2.0f + y[i - d];
  }
}
// expect: any
void echo_bytes(uint8_t *x, int n, int d) {
  for (int i = 0; i < n; i++)
    x[i + d] = (uint8_t)(x[i] + 3);
}
