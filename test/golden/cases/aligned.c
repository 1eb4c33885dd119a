// RUN avx512: --target=avx512 -- -march=x86-64-v4 -fno-math-errno -fassociative-math -fno-signed-zeros -fno-trapping-math
// RUN plans: --target=avx512 --explain -o /dev/null -- -march=x86-64-v4 -fno-math-errno
// Vectors of a whole cache line begin where one begins: what is before it runs under a mask.
#include <math.h>
#include <stdint.h>

void axpy(float a, const float *x, float *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

float dot(const float *x, const float *y, long n) {
  float sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// Rows begin anywhere.
void average(uint8_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      to[y * width + x] = (uint8_t)((a[y * width + x] + b[y * width + x] + 1) >> 1);
}

// It takes longer than any line.
void roots(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(x[i]) / (1 + x[i] * x[i]);
}

// Aligned by its declaration; and too short.
_Alignas(64) static float table[4096];
void fill(float v, int n) {
  for (int i = 0; i < n; i++)
    table[i] = v * i;
}
void few(float *restrict y, const float *restrict x) {
  for (int i = 0; i < 100; i++)
    y[i] = x[i] + 1;
}
