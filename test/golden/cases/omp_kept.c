// A loop that OpenMP divides stays behind its directive; the loops inside it, and behind directives that take any
// statement, do not.
// RUN avx2: --target=avx2 --Rpass-missed=vecify -- -O2 -march=x86-64-v3 -fopenmp
void divided(float *restrict x, const float *restrict y, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    x[i] = y[i] + 1;
}

void rows(float *restrict x, const float *restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 256; j++)
      x[256 * i + j] += y[j];
}

void one_at_a_time(float *restrict x, const float *restrict y, int n) {
#pragma omp critical
#pragma omp simd // and eight at a time
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}
