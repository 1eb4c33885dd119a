// Each row waits for all before it: what all rows of a block run has lanes, the rest is done row by row.
// RUN avx2: --target=avx2
// RUN explain: --target=avx512 --explain -o /dev/null
// RUN nostack: --target=avx512 --stack=0 --explain -o /dev/null
void forward(int n, float x[restrict n], float l[restrict n][n]) {
  for (int i = 0; i < n; i++) {
    float s = x[i];
    for (int j = 0; j < i; j++)
      s -= l[j][i] * x[j];
    x[i] = s;
  }
}
