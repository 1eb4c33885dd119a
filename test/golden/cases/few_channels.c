// Lanes for a few channels only are not worth the loops inside; a loop inside is jumped over where no lane wants it;
// one check serves all rows.
// RUN avx2: --target=avx2 -- -march=x86-64-v3
void fade(const float *restrict in, float *restrict out, float g, int n, int channels) {
  int c = 0;
  do {
    for (int i = 0; i < n; i++)
      out[i * channels + c] = g * in[i * channels + c];
  } while (++c < channels);
}

void sum_wanted(const int *restrict wanted, const int *restrict table, int *restrict out, int rows, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    if (wanted[i] > 0)
      for (int k = 0; k < rows; k++)
        s += table[k * n + i];
    out[i] = s;
  }
}

void scale_rows(double *c, const double *a, const double *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * m + j] = a[i * m + j] * b[i];
}

void lower(float *restrict b, float v, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] > v)
      b[i] = v;
}
