// RUN expect: --target=avx2 -o /dev/null
float sum(const float *a, int n) {
  float s = 0;
#pragma vecify expect(vectorized)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
