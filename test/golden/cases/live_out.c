// RUN avx2: --target=avx2
float last(const float *a, float *restrict b, int n) {
  float t = 0;
  for (int i = 0; i < n; i++) {
    t = a[i] * 3.0f;
    b[i] = t;
  }
  return t;
}
