// RUN avx512: --target=avx512 --explain -- -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx2 -mfma -mf16c
// Either side is jumped over where no lane takes it; not where what it stores is read behind it.
void apart(float *restrict a, float *restrict b, const float *restrict c, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] < 0)
      b[i] = d[i] / c[i];
    else
      a[i] = d[i] * c[i] + 1;
  }
}

void read_behind(float *restrict a, float *restrict b, const float *restrict c, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] < 0)
      b[i] = d[i] / c[i];
    a[i] = b[i] + 1;
  }
}
