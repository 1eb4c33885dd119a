// RUN explain: --target=avx2 --explain -o /dev/null
void pointers(int **a, int *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b + i;
}
