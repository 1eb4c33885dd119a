// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
void lookup(float *restrict d, const float *restrict table, const int *restrict index, int n) {
  for (int i = 0; i < n; i++)
    d[i] = table[index[i]];
}
