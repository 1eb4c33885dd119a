// RUN explain: --target=avx2 --explain -o /dev/null
// Rows behind pointers of their own that are written or chosen by data, and a pointer that only some iterations read.
typedef struct {
  const float *gain;
  int n;
} filter;

void scaled(int n, double **restrict a, const double *restrict row) {
#pragma vecify vectorize
  for (int j = 0; j < n; j++)
    for (int k = 0; k < 8; k++)
      a[k][j] = k * row[j];
}

void chosen(int n, double **restrict a, const int *restrict which, double *restrict row) {
#pragma vecify vectorize
  for (int j = 0; j < n; j++)
    row[j] = a[which[j]][j];
}

void punned(int n, const unsigned char *const *restrict c, const int *restrict k, int *restrict y) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0; j < 9; j++)
      sum += *(const unsigned short *)&c[j][2 * i] * k[j];
    y[i] = sum;
  }
}

int entered(int k, int n, float *restrict x, const filter *restrict f) {
  int count = 0;
  switch (k) {
  case 1: {
    count = f->n;
  case 2:
#pragma vecify vectorize
    for (int i = 0; i < n; i++)
      if (x[i] > 1)
        x[i] *= f->gain[i];
  }
  }
  return count;
}

void limited(int n, float *restrict x, const filter *restrict f) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      x[i] *= f->gain[i];
}
