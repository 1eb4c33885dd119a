// RUN explain: --target=avx2 --parallel --explain -o /dev/null %f -- -mavx2 -mfma
// RUN outlined: --target=avx2 --parallel --explain -o /dev/null
// RUN avx2: --target=avx2 --only="^row_sums$|matmul|row_pairs" -- -mavx2 -mfma

/* By the vector part's own loop, where there is enough to do. */
void axpy(int n, float a, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

/* By the loop around the vectorized one; t is every thread's own. */
void row_sums(int h, int w, const int *restrict in, int *restrict out) {
  int t;
#pragma vecify cores(4)
  for (int y = 0; y < h; y++) {
    t = 0;
#pragma vecify vectorize
    for (int x = 0; x < w; x++)
      t += in[y * w + x];
    out[y] = t;
  }
}

void matmul(int n, int m, int p, const float A[restrict n][p], const float B[restrict p][m],
            float C[restrict n][m]) {
#pragma vecify cores(8)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

/* Not: the sum goes from one iteration to the next. */
int total(int n, const int *x) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

/* Not: rows depend on each other. */
void prefix(int h, int w, float *restrict a) {
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] += a[(y - 1) * w + x];
}

/* Not the outer one, whose rows may overlap what says how long they are. */
void rows(int h, int w, const float *in, float *out, const int *length) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < length[y]; x++)
      out[y * w + x] = 2 * in[y * w + x];
}

/* Not: nothing proves the arrays apart where the loop begins. */
void row_sums_apart(int h, int w, const int *in, int *out) {
#pragma vecify cores(4)
  for (int y = 0; y < h; y++) {
    int t = 0;
#pragma vecify vectorize
    for (int x = 0; x < w; x++)
      t += in[y * w + x];
    out[y] = t;
  }
}

/* Not: all threads would share x. */
void row_sums_c89(int h, int w, const int *restrict in, int *restrict out) {
  int x;
#pragma vecify cores(4)
  for (int y = 0; y < h; y++) {
    int t = 0;
#pragma vecify vectorize
    for (x = 0; x < w; x++)
      t += in[y * w + x];
    out[y] = t;
  }
}

/* Every thread has its own pair: each of its parts is set before it is read. */
void row_pairs(int h, int w, const int *restrict in, int *restrict out) {
  struct { int a, b; } pair;
#pragma vecify cores(4)
  for (int y = 0; y < h; y++)
#pragma vecify vectorize
    for (int x = 0; x < w; x++) {
      pair.a = in[y * w + x] & 255;
      pair.b = pair.a * 3;
      out[y * w + x] = pair.a ^ pair.b;
    }
}

/* Not: a promise is no proof. */
void scatter(int n, float *restrict x, const int *restrict at, const float *restrict y) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    x[at[i]] = y[i];
}

/* Not: too little to do. */
void small(float *restrict x) {
  for (int i = 0; i < 1024; i++)
    x[i] *= 2;
}
