/* Every kernel on data that is large enough for all threads; the sanitizer does the checking. */
#include <stdlib.h>

void axpy(int n, float a, const float *restrict x, float *restrict y);
void scale(int n, const float *x, float *y);
void product(int n, const float A[restrict][24], const float B[restrict][40], float C[restrict][40]);
void blocked(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C);
void sums(int h, int w, const int *restrict in, int *restrict out);
void lower(int n, float a[restrict][64], float f);

int main(void) {
  float *x = calloc(1 << 14, sizeof *x), *y = calloc(1 << 14, sizeof *y), *z = calloc(1 << 14, sizeof *z);
  int *in = calloc(1 << 14, sizeof *in), *out = calloc(1 << 14, sizeof *out);
  for (int n = 1000; n < 1040; n += 13) {
    axpy(n, 2, x, y);
    scale(n, x, y);
    scale(n, x, x);
    product(n / 10, (const float (*)[24])x, (const float (*)[40])y, (float (*)[40])z);
    blocked(20, 300 + n % 100, 33, x, y, z);
    sums(n / 10, 77, in, out);
    lower(64, (float (*)[64])x, 2);
  }
  free(x), free(y), free(z), free(in), free(out);
  return 0;
}
