// RUN avx2: --target=avx2
void shifted(float *a, int k, int n) {
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    a[i] = a[i + k] + 1.0f;
}
