// RUN avx512: --target=avx512
void scatter(float *a, const int *index, const float *b, int n) {
#pragma vecify independent
  for (int i = 0; i < n; i++)
    a[index[i]] = b[i];
}
