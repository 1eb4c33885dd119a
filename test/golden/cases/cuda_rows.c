// A row a block where sums may be reordered; a thread a row, with the matrix in tiles, where they may not.
// RUN cuda: --target=cuda %f
// RUN plans: --target=cuda --print=plans %f
float expf(float);

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

void gemv(int n, int m, const float *restrict A, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float s = 0.0f;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j];
    y[i] = s;
  }
}
