// Products of structured matrices, chains of products, statistics of columns.
#include <math.h>

// BENCH nd_syrk | a:f64[n*n] c:f64[n*n] | (n, n, 1.5, 0.5, a, c) | sizes 200 384 | bytes 24*n*n | flops n*n*n | peak f64 | blas cblas_dsyrk(101, 122, 111, n, n, 1.5, a, n, 0.5, c, n)
// expect: any
void nd_syrk(int n, int k, double alpha, double beta, double a[restrict n][k], double c[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0.0;
      for (int p = 0; p < k; p++)
        s += a[i][p] * a[j][p];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_syrk_axpy | a:f32[n*n] c:f32[n*n] | (n, n, 1.5f, 0.5f, a, c) | sizes 256 509 | bytes 12*n*n | flops n*n*n | blas cblas_ssyrk(101, 122, 111, n, n, 1.5f, a, n, 0.5f, c, n)
// expect: any
void nd_syrk_axpy(int n, int k, float alpha, float beta, const float *restrict a, float *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j <= i; j++)
        c[i * n + j] += alpha * a[i * k + p] * a[j * k + p];
  }
}

// BENCH nd_syr2k | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, 1.5, 0.5, a, b, c) | sizes 180 340 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dsyr2k(101, 122, 111, n, n, 1.5, a, n, b, n, 0.5, c, n)
// expect: any
void nd_syr2k(int n, int k, double alpha, double beta, double a[restrict n][k], double b[restrict n][k],
              double c[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      c[i][j] *= beta;
      for (int p = 0; p < k; p++)
        c[i][j] += alpha * (a[i][p] * b[j][p] + b[i][p] * a[j][p]);
    }
}

// BENCH nd_trmm | a:f64[n*n] b:f64[n*n] | (n, n, 0.01, a, b) | sizes 200 384 | bytes 24*n*n | flops n*n*n | peak f64 | fresh | blas cblas_dtrmm(101, 141, 122, 111, 131, n, n, 0.01, a, n, b, n)
// expect: any
void nd_trmm(int m, int n, double alpha, const double *restrict a, double *restrict b) {
  /* b = alpha * lower(a) * b, in place: from the last row up. */
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p <= i; p++)
        s += a[i * m + p] * b[p * n + j];
      b[i * n + j] = alpha * s;
    }
}

// BENCH nd_trmm_rows | a:f32[n*n] b:f32[n*n] | (n, n, a, b) | sizes 256 509 | bytes 12*n*n | flops n*n*n | fresh
// expect: any
void nd_trmm_rows(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  /* b += strictly_upper(a) * b, from the first row down. */
  for (int i = 0; i < m; i++)
    for (int p = i + 1; p < m; p++)
      for (int j = 0; j < n; j++)
        b[i][j] += a[i][p] * b[p][j];
}

// BENCH nd_symm | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dsymm(101, 141, 122, n, n, 1.5, a, n, b, n, 0.5, c, n)
// expect: any
void nd_symm(int m, int n, double alpha, double beta, double a[restrict m][m], double b[restrict m][n],
             double c[restrict m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p <= i; p++)
        s += a[i][p] * b[p][j];
      for (int p = i + 1; p < m; p++)
        s += a[p][i] * b[p][j];
      c[i][j] = alpha * s + beta * c[i][j];
    }
}

// BENCH nd_symm_scatter | a:f64[n*n] b:f64[n*n] c:f64[n*n] | (n, n, 1.5, 0.5, a, b, c) | sizes 200 384 | bytes 32*n*n | flops 2*n*n*n | peak f64 | blas cblas_dsymm(101, 141, 122, n, n, 1.5, a, n, b, n, 0.5, c, n)
// expect: any
void nd_symm_scatter(int m, int n, double alpha, double beta, double a[restrict m][m], double b[restrict m][n],
                     double c[restrict m][n]) {
  /* The lower triangle is read once and serves both sides of the diagonal. */
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < i; p++) {
        c[p][j] += alpha * a[i][p] * b[i][j];
        s += a[i][p] * b[p][j];
      }
      c[i][j] = beta * c[i][j] + alpha * (a[i][i] * b[i][j] + s);
    }
}

// BENCH nd_2mm | a:f64[n*n] b:f64[n*n] t:f64[n*n] d:f64[n*n] e:f64[n*n] | (n, n, n, n, 1.5, 0.5, a, b, t, d, e) | sizes 160 300 | bytes 56*n*n | flops 4*n*n*n | peak f64
// expect: any
void nd_2mm(int m, int n, int k, int l, double alpha, double beta, double a[restrict m][k], double b[restrict k][n],
            double t[restrict m][n], double d[restrict n][l], double e[restrict m][l]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      t[i][j] = 0.0;
      for (int p = 0; p < k; p++)
        t[i][j] += alpha * a[i][p] * b[p][j];
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < l; j++) {
      e[i][j] *= beta;
      for (int p = 0; p < n; p++)
        e[i][j] += t[i][p] * d[p][j];
    }
}

// BENCH nd_3mm | a:f32[n*n] b:f32[n*n] c:f32[n*n] d:f32[n*n] e:f32[n*n] f:f32[n*n] g:f32[n*n] | (n, a, b, c, d, e, f, g) | sizes 160 300 | bytes 40*n*n | flops 6*n*n*n
// expect: any
void nd_3mm(int n, const float *restrict a, const float *restrict b, const float *restrict c, const float *restrict d,
            float *restrict e, float *restrict f, float *restrict g) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      e[i * n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        e[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      f[i * n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        f[i * n + j] += c[i * n + k] * d[k * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      g[i * n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        g[i * n + j] += e[i * n + k] * f[k * n + j];
    }
}

// BENCH nd_covariance | x:f64[n*n] mean:f64[n] cov:f64[n*n] | (n, n, x, mean, cov) | sizes 200 384 | bytes 24*n*n | flops n*n*n | peak f64 | fresh
// expect: any
void nd_covariance(int samples, int n, double x[restrict samples][n], double mean[restrict n], double cov[restrict n][n]) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0.0;
    for (int i = 0; i < samples; i++)
      mean[j] += x[i][j];
    mean[j] /= samples;
  }
  for (int i = 0; i < samples; i++)
    for (int j = 0; j < n; j++)
      x[i][j] -= mean[j];
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double s = 0.0;
      for (int k = 0; k < samples; k++)
        s += x[k][i] * x[k][j];
      s /= samples - 1.0;
      cov[i][j] = s;
      cov[j][i] = s;
    }
}

// BENCH nd_correlation | x:f64[n*n] mean:f64[n] dev:f64[n] cor:f64[n*n] | (n, n, x, mean, dev, cor) | sizes 200 384 | bytes 24*n*n | flops n*n*n | peak f64 | fresh
// expect: any
void nd_correlation(int samples, int n, double *restrict x, double *restrict mean, double *restrict dev,
                    double *restrict cor) {
  for (int j = 0; j < n; j++) {
    double s = 0.0;
    for (int i = 0; i < samples; i++)
      s += x[i * n + j];
    mean[j] = s / samples;
    s = 0.0;
    for (int i = 0; i < samples; i++) {
      const double d = x[i * n + j] - mean[j];
      s += d * d;
    }
    dev[j] = sqrt(s / samples);
    if (dev[j] < 1e-3)
      dev[j] = 1.0;
  }
  for (int i = 0; i < samples; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] = (x[i * n + j] - mean[j]) / (dev[j] * samples);
  for (int i = 0; i < n; i++) {
    cor[i * n + i] = 1.0;
    for (int j = i + 1; j < n; j++) {
      double s = 0.0;
      for (int k = 0; k < samples; k++)
        s += x[k * n + i] * x[k * n + j];
      cor[i * n + j] = s;
      cor[j * n + i] = s;
    }
  }
}
