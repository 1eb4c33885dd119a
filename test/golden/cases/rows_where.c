// RUN avx2: --target=avx2 --plan=5
// A row reads what its own lanes need: the others may not come to the read at all.
void rows_where(int n, int *restrict y, const int *restrict x, const unsigned char *restrict on) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (on[i])
        y[j * n + i] = x[n - j - 1] + y[j * n + i];
}
