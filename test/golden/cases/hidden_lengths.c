// RUN explain: --target=avx2 --explain -o /dev/null
void named_again(int n, int m, float (*restrict x)[n], float *restrict y) {
  for (int n = 0; n < m; n++) /* the counter is declared by the loop */
    y[n] += x[n][3];
  {
    int n = 3;
    for (int i = 0; i < m; i++)
      y[i] += x[i][n];
  }
}

void listed(int n, int m, float (*restrict x)[n], float *restrict y) {
  {
    enum { n = 3 };
    for (int i = 0; i < m; i++)
      y[i] += x[i][n];
  }
}

void changed(int n, int m, float (*restrict x)[n], float *restrict y) {
  n = 3;
  for (int i = 0; i < m; i++)
    y[i] += x[i][n];
}
