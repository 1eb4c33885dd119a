// RUN error: --target=avx2
void f(float *a, float *b, int n) {
  float s = 0;
#pragma vecify noalias(a, c)
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s;
}
