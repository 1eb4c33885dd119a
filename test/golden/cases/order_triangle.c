// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// RUN explain: --target=avx2 --explain -o /dev/null %f -- -O3 -mavx2 -mfma
// The innermost loop becomes the outermost, around one whose length changes with the loop around it.
int repeated(int n, int m, const signed char a[m], const unsigned char b[m][n]) {
  int s = 5;
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      for (int k = 0; k < 16; k++)
        if (b[j][i] != 100)
          s += a[i] * 3 - 2;
  return s;
}
