// RUN error: --target=avx2
void f(int *a, int n) {
#pragma vecify tile(i:64)
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
