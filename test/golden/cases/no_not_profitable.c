// RUN explain: --target=avx2 --explain -o /dev/null
void three(float *restrict a, const float *restrict b) {
  for (int i = 0; i < 3; i++)
    a[i] += b[i];
}
