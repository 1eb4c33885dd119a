// RUN error: --target=avx2
void f(int *a, int n) {
#pragma vecify tail(mask) tail(epilogue)
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
