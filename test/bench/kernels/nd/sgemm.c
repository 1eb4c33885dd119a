// Matrix products in all loop orders and transpositions: c = alpha * op(a) * op(b) + beta * c.
// BENCH nd_sgemm_nn_ijk | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | expert sgemm
// expect: any
void nd_sgemm_nn_ijk(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_nn_ikj | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | expert sgemm
// expect: any
void nd_sgemm_nn_ikj(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * k + p] * b[p * n + j];
  }
}

// BENCH nd_sgemm_nn_jik | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_nn_jik(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_nn_jki | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_nn_jki(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[i * k + p] * b[p * n + j];
  }
}

// BENCH nd_sgemm_nn_kij | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_nn_kij(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * k + p] * b[p * n + j];
}

// BENCH nd_sgemm_nn_kji | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_nn_kji(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[i * k + p] * b[p * n + j];
}

// BENCH nd_sgemm_nt_ijk | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_nt_ijk(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[j * k + p];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_nt_ikj | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_nt_ikj(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * k + p] * b[j * k + p];
  }
}

// BENCH nd_sgemm_nt_jik | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_nt_jik(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[j * k + p];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_nt_jki | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_nt_jki(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[i * k + p] * b[j * k + p];
  }
}

// BENCH nd_sgemm_nt_kij | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_nt_kij(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * k + p] * b[j * k + p];
}

// BENCH nd_sgemm_nt_kji | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 111, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_nt_kji(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[i * k + p] * b[j * k + p];
}

// BENCH nd_sgemm_tn_ijk | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_tn_ijk(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[p * m + i] * b[p * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_tn_ikj | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tn_ikj(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[p * m + i] * b[p * n + j];
  }
}

// BENCH nd_sgemm_tn_jik | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tn_jik(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[p * m + i] * b[p * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_tn_jki | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tn_jki(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[p * m + i] * b[p * n + j];
  }
}

// BENCH nd_sgemm_tn_kij | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tn_kij(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[p * m + i] * b[p * n + j];
}

// BENCH nd_sgemm_tn_kji | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 111, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tn_kji(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[p * m + i] * b[p * n + j];
}

// BENCH nd_sgemm_tt_ijk | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n)
// expect: any
void nd_sgemm_tt_ijk(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[p * m + i] * b[j * k + p];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_tt_ikj | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tt_ikj(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[p * m + i] * b[j * k + p];
  }
}

// BENCH nd_sgemm_tt_jik | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tt_jik(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[p * m + i] * b[j * k + p];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}

// BENCH nd_sgemm_tt_jki | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tt_jki(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[p * m + i] * b[j * k + p];
  }
}

// BENCH nd_sgemm_tt_kij | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tt_kij(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[p * m + i] * b[j * k + p];
}

// BENCH nd_sgemm_tt_kji | a:f32[n*n] b:f32[n*n] c:f32[n*n] | (n, n, n, 1.5f, 0.5f, a, b, c) | sizes 256 509 | bytes 16*n*n | flops 2*n*n*n | blas cblas_sgemm(101, 112, 112, n, n, n, 1.5f, a, n, b, n, 0.5f, c, n) | more
// expect: any
void nd_sgemm_tt_kji(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[i * n + j] *= beta;
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += alpha * a[p * m + i] * b[j * k + p];
}
