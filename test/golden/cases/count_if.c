// RUN avx2: --target=avx2
int count(const float *a, int n, float t) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > t)
      c++;
  return c;
}
