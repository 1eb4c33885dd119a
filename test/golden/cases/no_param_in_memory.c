// RUN explain: --target=avx2 --explain -o /dev/null
void f(int *a) {
  for (int i = 0; i < a[0]; i++)
    a[i] = 0;
}
