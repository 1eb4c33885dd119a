// RUN avx2: --target=avx2 --explain -o /dev/null -- -O3 -mavx2 -mfma
// At most five iterations of the loop around, which arrays tell: lanes of its iterations are weighed by those.
double a[101][7], b[101][7], p[101][7], q[101][7];
void column_by_column(int n, int m) {
  for (int k = 1; k < m; k++)
    for (int j = 1; j < n; j++) {
      a[j][k] = (p[j - 1][k + 1] - q[j - 1][k]) / (q[j][k] + q[j - 1][k]);
      b[j][k] = (p[j - 1][k] - p[j][k]) / (p[j][k] + q[j][k - 1]);
    }
}
