// RUN error: --target=avx2
void f(int n, float *x) {
#pragma vecify cores(0)
  for (int i = 0; i < n; i++)
    x[i] = 0;
}
