// RUN avx2: --target=avx2
void recur(float *a, int n) {
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] * 0.5f;
}
