// RUN avx2: --target=avx2 -- -O2 -mavx2 -mfma
// RUN avx512: --target=avx512
// RUN neon: --target=neon
// RUN nest: --target=avx2 --print=nest
// RUN fast: --target=avx2 -- -O2 -mavx2 -mfma -ffast-math
// RUN cuda: --target=cuda --explain -o /dev/null
// Real and imaginary parts lie side by side. A product keeps its infinities, unless the mode does not know any.
#include <complex.h>

void add_scaled(int n, float complex k, float complex *restrict y, const float complex *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] += k * x[i];
}

float complex dot(int n, const float complex *a, const float complex *b) {
  float complex sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * conjf(b[i]);
  return sum;
}

struct bin {
  double complex value;
  double weight;
};

void weigh(int n, double *restrict y, const struct bin *restrict bins) {
  for (int i = 0; i < n; i++) {
    double complex v = bins[i].value * bins[i].weight;
    y[i] = creal(v) * creal(v) + cimag(v) * cimag(v);
  }
}

float complex dot_in_any_order(int n, const float complex *a, const float complex *b) {
  float complex sum = 0;
#pragma vecify reduction(+:sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
