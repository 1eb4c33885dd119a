// Factorizations, substitutions and recurrences: nests whose dependences leave little freedom.
#include <math.h>
#include <stdint.h>

// BENCH nd_lu | a:dom[n*n] | (n, a) | sizes 200 400 | bytes 16*n*n | flops 2*n*n*n/3 | peak f64 | fresh
// expect: any
void nd_lu(int n, double a[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

// BENCH nd_lu_dots | a:dom[n*n] | (n, a) | sizes 200 400 | bytes 16*n*n | flops 2*n*n*n/3 | peak f64 | fresh
// expect: any
void nd_lu_dots(int n, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[k * n + j];
      a[i * n + j] = s / a[j * n + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

// BENCH nd_cholesky | a:dom[n*n] | (n, a) | sizes 200 400 | bytes 16*n*n | flops n*n*n/3 | peak f64 | fresh
// expect: any
void nd_cholesky(int n, double a[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}

// BENCH nd_cholesky_right | a:dom[n*n] | (n, a) | sizes 200 400 | bytes 16*n*n | flops n*n*n/3 | peak f64 | fresh
// expect: any
void nd_cholesky_right(int n, double *a) {
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

// BENCH nd_trisolv | l:dom[n*n] b:f64[n] x:f64[n] | (n, l, b, x) | sizes 400 1500 | bytes 4*n*n | flops n*n | peak f64
// BENCH nd_trisolv | l:dom[n*n] b:f64[n] x:f64[n] | (n, l, b, x) | sizes 400 1500 | bytes 4*n*n | flops n*n | peak f64 | mode -ffast-math
// expect: any
void nd_trisolv(int n, const double *restrict l, const double *restrict b, double *restrict x) {
  for (int i = 0; i < n; i++) {
    double s = b[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s / l[i * n + i];
  }
}

// BENCH nd_trsm | l:dom[n*n] b:f64[n*n] | (n, n, l, b) | sizes 200 384 | bytes 20*n*n | flops n*n*n | peak f64 | fresh | blas cblas_dtrsm(101, 141, 122, 111, 131, n, n, 1.0, l, n, b, n)
// expect: any
void nd_trsm(int n, int m, const double (*restrict l)[n], double (*restrict b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < i; k++)
        b[i][j] -= l[i][k] * b[k][j];
      b[i][j] /= l[i][i];
    }
}

// BENCH nd_durbin | r:decay[n] y:f64[n] z:f64[n] | (n, r, y, z) | sizes 400 1600 | bytes 24*n | flops 2*n*n | peak f64
// BENCH nd_durbin | r:decay[n] y:f64[n] z:f64[n] | (n, r, y, z) | sizes 400 1600 | bytes 24*n | flops 2*n*n | peak f64 | mode -ffast-math
// expect: any
void nd_durbin(int n, const double *restrict r, double *restrict y, double *restrict z) {
  double alpha = 0.0, error = 1.0;
  for (int k = 0; k < n; k++) {
    double s = r[k];
    for (int i = 0; i < k; i++)
      s += r[k - i - 1] * y[i];
    alpha = -s / error;
    error *= 1.0 - alpha * alpha;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}

// BENCH nd_gram_schmidt | a:dom[n*n] q:f64[n*n] r:f64[n*n] | (n, n, a, q, r) | sizes 160 320 | bytes 40*n*n | flops 2*n*n*n | peak f64 | fresh
// expect: any
void nd_gram_schmidt(int m, int n, double a[restrict m][n], double q[restrict m][n], double r[restrict n][n]) {
  for (int k = 0; k < n; k++) {
    double norm = 0.0;
    for (int i = 0; i < m; i++)
      norm += a[i][k] * a[i][k];
    r[k][k] = sqrt(norm);
    for (int i = 0; i < m; i++)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < n; j++) {
      r[k][j] = 0.0;
      for (int i = 0; i < m; i++)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < m; i++)
        a[i][j] -= q[i][k] * r[k][j];
    }
  }
}

// BENCH nd_deriche | x:f32[n*n] y:f32[n*n] p:f32[n*n] q:f32[n*n] | (n, n, 0.5f, 0.3f, -0.2f, x, p, q, y) | sizes 250 1000 | bytes 40*n*n | flops 18*n*n
// expect: any
void nd_deriche(int h, int width, float gain, float feed, float back, const float x[restrict h][width],
                float p[restrict h][width], float q[restrict h][width], float y[restrict h][width]) {
  for (int i = 0; i < h; i++) {
    float before = 0.0f, last = 0.0f;
    for (int j = 0; j < width; j++) {
      p[i][j] = gain * x[i][j] + feed * before + back * last;
      before = x[i][j];
      last = p[i][j];
    }
  }
  for (int i = 0; i < h; i++) {
    float before = 0.0f, last = 0.0f;
    for (int j = width - 1; j >= 0; j--) {
      q[i][j] = gain * before + back * last;
      before = x[i][j];
      last = q[i][j];
    }
  }
  for (int i = 0; i < h; i++)
    for (int j = 0; j < width; j++)
      y[i][j] = p[i][j] + q[i][j];
  for (int j = 0; j < width; j++) {
    float last = 0.0f;
    for (int i = 0; i < h; i++) {
      p[i][j] = gain * y[i][j] + back * last;
      last = p[i][j];
    }
  }
  for (int j = 0; j < width; j++) {
    float last = 0.0f;
    for (int i = h - 1; i >= 0; i--) {
      q[i][j] = feed * y[i][j] + back * last;
      last = q[i][j];
    }
  }
  for (int i = 0; i < h; i++)
    for (int j = 0; j < width; j++)
      y[i][j] = p[i][j] + q[i][j];
}

// BENCH nd_nussinov | base:u8[n] score:i32[n*n] | (n, base, score) | sizes 150 300 | bytes 8*n*n | flops n*n*n/3 | fresh
// expect: any
void nd_nussinov(int n, const uint8_t *restrict base, int32_t *restrict score) {
  for (int i = 0; i < n * n; i++)
    score[i] = 0;
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      int32_t best = score[i * n + j - 1];
      if (score[(i + 1) * n + j] > best)
        best = score[(i + 1) * n + j];
      if (i < j - 1) {
        const int32_t pair = score[(i + 1) * n + j - 1] + ((base[i] & 3) + (base[j] & 3) == 3);
        if (pair > best)
          best = pair;
      }
      for (int k = i + 1; k < j; k++) {
        const int32_t split = score[i * n + k] + score[(k + 1) * n + j];
        if (split > best)
          best = split;
      }
      score[i * n + j] = best;
    }
}

// BENCH nd_adi | u:f64[n*n] v:f64[n*n] p:f64[n*n] q:f64[n*n] | (3, n, u, v, p, q) | sizes 200 600 | bytes 3*80*n*n | flops 3*30*n*n | peak f64
// expect: any
void nd_adi(int steps, int n, double u[restrict n][n], double v[restrict n][n], double p[restrict n][n], double q[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      v[0][i] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = 1.0;
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = 0.3 / (1.6 - 0.3 * p[i][j - 1]);
        q[i][j] = (0.2 * u[j][i - 1] + 0.6 * u[j][i] + 0.2 * u[j][i + 1] + 0.3 * q[i][j - 1]) / (1.6 - 0.3 * p[i][j - 1]);
      }
      v[n - 1][i] = 1.0;
      for (int j = n - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    for (int i = 1; i < n - 1; i++) {
      u[i][0] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = 1.0;
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = 0.3 / (1.6 - 0.3 * p[i][j - 1]);
        q[i][j] = (0.2 * v[i - 1][j] + 0.6 * v[i][j] + 0.2 * v[i + 1][j] + 0.3 * q[i][j - 1]) / (1.6 - 0.3 * p[i][j - 1]);
      }
      u[i][n - 1] = 1.0;
      for (int j = n - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

// BENCH nd_edit_distance | a:u8[n] b:u8[n] d:i32[(n+1)*(n+1)] | (n, a, b, d) | sizes 400 1600 | bytes 8*n*n | flops 5*n*n
// expect: any
void nd_edit_distance(int n, const uint8_t *restrict a, const uint8_t *restrict b, int32_t *restrict d) {
  for (int i = 0; i <= n; i++)
    d[i * (n + 1)] = i;
  for (int j = 0; j <= n; j++)
    d[j] = j;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      int32_t best = d[(i - 1) * (n + 1) + j - 1] + (a[i - 1] != b[j - 1]);
      if (d[(i - 1) * (n + 1) + j] + 1 < best)
        best = d[(i - 1) * (n + 1) + j] + 1;
      if (d[i * (n + 1) + j - 1] + 1 < best)
        best = d[i * (n + 1) + j - 1] + 1;
      d[i * (n + 1) + j] = best;
    }
}
