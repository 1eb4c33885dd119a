// Matrix-vector kernels: what counts is how often the matrix is read from where it lies.

// BENCH nd_gemv | a:f32[n*n] x:f32[n] y:f32[n] | (n, n, a, x, y) | sizes 500 2500 | bytes 4*n*n | flops 2*n*n | blas cblas_sgemv(101, 111, n, n, 1, a, n, x, 1, 0, y, 1)
// BENCH nd_gemv | a:f32[n*n] x:f32[n] y:f32[n] | (n, n, a, x, y) | sizes 500 2500 | bytes 4*n*n | flops 2*n*n | mode -ffast-math
// expect: any
void nd_gemv(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// BENCH nd_gemv_t | a:f64[n*n] x:f64[n] y:f64[n] | (n, n, a, x, y) | sizes 350 2000 | bytes 8*n*n | flops 2*n*n | peak f64 | blas cblas_dgemv(101, 112, n, n, 1, a, n, x, 1, 0, y, 1)
// expect: any
void nd_gemv_t(int m, int n, double a[restrict m][n], double x[restrict m], double y[restrict n]) {
  for (int j = 0; j < n; j++) {
    y[j] = 0.0;
    for (int i = 0; i < m; i++)
      y[j] += a[i][j] * x[i];
  }
}

// BENCH nd_atax | a:f64[n*n] x:f64[n] t:f64[n] y:f64[n] | (n, n, a, x, t, y) | sizes 350 2000 | bytes 8*n*n | flops 4*n*n | peak f64
// BENCH nd_atax | a:f64[n*n] x:f64[n] t:f64[n] y:f64[n] | (n, n, a, x, t, y) | sizes 350 2000 | bytes 8*n*n | flops 4*n*n | peak f64 | mode -ffast-math
// expect: any
void nd_atax(int m, int n, double a[restrict m][n], double x[restrict n], double t[restrict m], double y[restrict n]) {
  for (int j = 0; j < n; j++)
    y[j] = 0.0;
  for (int i = 0; i < m; i++) {
    t[i] = 0.0;
    for (int j = 0; j < n; j++)
      t[i] += a[i][j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] += a[i][j] * t[i];
  }
}

// BENCH nd_bicg | a:f32[n*n] p:f32[n] r:f32[n] q:f32[n] s:f32[n] | (n, n, a, p, r, q, s) | sizes 500 2500 | bytes 4*n*n | flops 4*n*n
// BENCH nd_bicg | a:f32[n*n] p:f32[n] r:f32[n] q:f32[n] s:f32[n] | (n, n, a, p, r, q, s) | sizes 500 2500 | bytes 4*n*n | flops 4*n*n | mode -ffast-math
// expect: any
void nd_bicg(int m, int n, const float *restrict a, const float *restrict p, const float *restrict r, float *restrict q,
             float *restrict s) {
  for (int j = 0; j < n; j++)
    s[j] = 0.0f;
  for (int i = 0; i < m; i++) {
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
      s[j] += r[i] * a[i * n + j];
      sum += a[i * n + j] * p[j];
    }
    q[i] = sum;
  }
}

// BENCH nd_mvt | a:f64[n*n] u:f64[n] v:f64[n] x:f64[n] y:f64[n] | (n, a, u, v, x, y) | sizes 350 2000 | bytes 8*n*n | flops 4*n*n | peak f64 | fresh
// BENCH nd_mvt | a:f64[n*n] u:f64[n] v:f64[n] x:f64[n] y:f64[n] | (n, a, u, v, x, y) | sizes 350 2000 | bytes 8*n*n | flops 4*n*n | peak f64 | fresh | mode -ffast-math
// expect: any
void nd_mvt(int n, double a[restrict n][n], double u[restrict n], double v[restrict n], double x[restrict n],
            double y[restrict n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[i] += a[i][j] * x[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      v[i] += a[j][i] * y[j];
}

// BENCH nd_gemver | a:f64[n*n] p:f64[n] q:f64[n] r:f64[n] s:f64[n] x:f64[n] y:f64[n] z:f64[n] w:f64[n] | (n, 0.01, 0.02, a, p, q, r, s, x, y, z, w) | sizes 350 2000 | bytes 16*n*n | flops 8*n*n | peak f64 | fresh
// expect: any
void nd_gemver(int n, double alpha, double beta, double *restrict a, const double *restrict p, const double *restrict q,
               const double *restrict r, const double *restrict s, double *restrict x, const double *restrict y,
               const double *restrict z, double *restrict w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += p[i] * q[j] + r[i] * s[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += beta * a[j * n + i] * y[j];
  for (int i = 0; i < n; i++)
    x[i] += z[i];
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < n; j++)
      sum += alpha * a[i * n + j] * x[j];
    w[i] = sum;
  }
}

// BENCH nd_gesummv | a:f32[n*n] b:f32[n*n] x:f32[n] y:f32[n] | (n, 1.5f, 0.5f, a, b, x, y) | sizes 350 1800 | bytes 8*n*n | flops 4*n*n
// BENCH nd_gesummv | a:f32[n*n] b:f32[n*n] x:f32[n] y:f32[n] | (n, 1.5f, 0.5f, a, b, x, y) | sizes 350 1800 | bytes 8*n*n | flops 4*n*n | mode -ffast-math
// expect: any
void nd_gesummv(int n, float alpha, float beta, const float (*restrict a)[n], const float (*restrict b)[n],
                const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float s = 0.0f, t = 0.0f;
    for (int j = 0; j < n; j++) {
      s += a[i][j] * x[j];
      t += b[i][j] * x[j];
    }
    y[i] = alpha * s + beta * t;
  }
}
