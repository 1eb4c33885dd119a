// RUN avx2: --target=avx2
void add(float *a, const float *b, int n) {
#pragma vecify noalias(a, b)
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
