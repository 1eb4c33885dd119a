// RUN form: --target=avx512,avx2 --form=variants
void add(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
