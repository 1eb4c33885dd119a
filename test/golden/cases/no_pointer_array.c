// RUN explain: --target=avx2 --explain -o /dev/null
void deref(float *a, float **rows, int n) {
  for (int i = 0; i < n; i++)
    a[i] = *rows[i];
}
