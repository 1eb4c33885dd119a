// RUN dispatched: --target=avx512,avx2
// RUN variants: --target=avx2 --form=variants
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// What turns rows around is one function of the file, whoever calls it.
void row_sums(int m, int n, const float *restrict a, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j];
    y[i] = s;
  }
}

void smooth(int m, float a[restrict m][64]) {
  for (int i = 0; i < m; i++)
    for (int j = 1; j < 64; j++)
      a[i][j] = 0.5f * (a[i][j] + a[i][j - 1]);
}

struct rgb {
  float r, g, b;
};
void luma(int n, const struct rgb *restrict s, float *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = 0.25f * s[i].r + 0.5f * s[i].g + 0.25f * s[i].b;
}
