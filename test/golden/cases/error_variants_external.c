// RUN error: --target=avx2 --form=variants
int table[4];
void f(float *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
