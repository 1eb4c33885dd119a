// RUN explain: --target=avx2 --explain -o /dev/null
// Rows behind pointers of their own, and a pointer that only some iterations read.
typedef struct {
  const float *gain;
  int n;
} filter;

void product(int n, double **restrict a, double **restrict b, double *restrict row) {
#pragma vecify vectorize
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[2][k] * b[k][j];
    row[j] = sum;
  }
}

void limited(int n, float *restrict x, const filter *restrict f) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      x[i] *= f->gain[i];
}
