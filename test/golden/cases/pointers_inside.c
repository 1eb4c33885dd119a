// RUN avx2: --target=avx2
// Pointers in structures that only a loop inside reads: the structures are there if it runs, and that is asked first.
typedef struct {
  const float *taps;
  int count;
} filter;

void respond(int n, int count, float *restrict y, const float *restrict x, const filter *restrict f) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < count; k++)
      sum += f->taps[k] * x[i + k];
    y[i] = sum;
  }
}
