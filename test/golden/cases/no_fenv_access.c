// RUN explain: --target=avx2 --explain -o /dev/null
void add(float *restrict a, const float *restrict b, int n) {
#pragma STDC FENV_ACCESS ON
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
