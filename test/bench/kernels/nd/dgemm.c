// Matrix products again, in double precision and with two subscripts.
// BENCH nd_dgemm_nn_ijk | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n)
// expect: any
void nd_dgemm_nn_ijk(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[i][p] * b[p][j];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_dgemm_nn_ikj | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n)
// expect: any
void nd_dgemm_nn_ikj(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i][j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i][j] += alpha * a[i][p] * b[p][j];
  }
}

// BENCH nd_dgemm_nn_jik | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nn_jik(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[i][p] * b[p][j];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_dgemm_nn_jki | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nn_jki(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i][j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i][j] += alpha * a[i][p] * b[p][j];
  }
}

// BENCH nd_dgemm_nn_kij | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nn_kij(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i][j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += alpha * a[i][p] * b[p][j];
}

// BENCH nd_dgemm_nn_kji | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nn_kji(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[i][j] *= beta;
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i][j] += alpha * a[i][p] * b[p][j];
}

// BENCH nd_dgemm_nt_ijk | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 112, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nt_ijk(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[k], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[i][p] * b[j][p];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_dgemm_nt_jki | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 111, 112, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_nt_jki(int m, int n, int k, double alpha, double beta, const double (*restrict a)[k], const double (*restrict b)[k], double (*restrict c)[n]) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i][j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i][j] += alpha * a[i][p] * b[j][p];
  }
}

// BENCH nd_dgemm_tn_ijk | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 112, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_tn_ijk(int m, int n, int k, double alpha, double beta, const double (*restrict a)[m], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[p][i] * b[p][j];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_dgemm_tn_kij | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 112, 111, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_tn_kij(int m, int n, int k, double alpha, double beta, const double (*restrict a)[m], const double (*restrict b)[n], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i][j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += alpha * a[p][i] * b[p][j];
}

// BENCH nd_dgemm_tt_ijk | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 112, 112, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_tt_ijk(int m, int n, int k, double alpha, double beta, const double (*restrict a)[m], const double (*restrict b)[k], double (*restrict c)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[p][i] * b[j][p];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_dgemm_tt_jik | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dgemm(101, 112, 112, n, n, n, 1.5, a, n, b, n, 0.5, c, n) | more
// expect: any
void nd_dgemm_tt_jik(int m, int n, int k, double alpha, double beta, const double (*restrict a)[m], const double (*restrict b)[k], double (*restrict c)[n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[p][i] * b[j][p];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}
