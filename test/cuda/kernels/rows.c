// Loops inside a parallel one: a thread a row, or a block a row where sums may be reordered.
float expf(float);

// expect: vectorized
void gemv(int n, int m, const float *restrict A, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float s = 0.0f;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j];
    y[i] = s;
  }
}

// expect: vectorized
void gemv_reordered(int n, int m, const float *restrict A, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    float s = 0.0f;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j];
    y[i] = s;
  }
}

// expect: vectorized
void gemv_transposed(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
  for (int j = 0; j < m; j++) {
    double s = 0.0;
    for (int i = 0; i < n; i++)
      s += A[i * m + j] * x[i];
    y[j] = s;
  }
}

// expect: vectorized
void row_maxima(int n, int m, const int *restrict A, int *restrict y) {
  for (int i = 0; i < n; i++) {
    int s = A[i * m];
    for (int j = 0; j < m; j++)
      if (A[i * m + j] > s)
        s = A[i * m + j];
    y[i] = s;
  }
}

// expect: vectorized
void centre_rows(int n, int m, unsigned *restrict A) {
  for (int i = 0; i < n; i++) {
    unsigned s = 0u;
    for (int j = 0; j < m; j++)
      s += A[i * m + j];
    for (int j = 0; j < m; j++)
      A[i * m + j] -= s;
  }
}

// expect: vectorized
void softmax(int rows, int n, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc) math(2)
  for (int r = 0; r < rows; r++) {
    float m = x[r * n];
    for (int j = 0; j < n; j++)
      m = x[r * n + j] > m ? x[r * n + j] : m;
    float s = 0.0f;
    for (int j = 0; j < n; j++) {
      float e = expf(x[r * n + j] - m);
      y[r * n + j] = e;
      s += e;
    }
    for (int j = 0; j < n; j++)
      y[r * n + j] /= s;
  }
}
