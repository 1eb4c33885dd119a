// RUN error: --target=avx2
void f(int *a, int n) {
#pragma vecify indepndent
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
