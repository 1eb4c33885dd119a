// Two ends of an array, and samples of frames, which are apart unless parameters say otherwise.
// RUN avx512: --target=avx512 -Rpass=vecify -- -O3 -march=x86-64-v4
void taper(int n, int overlap, float *restrict xx, const float *restrict x, const float *restrict window) {
  for (int i = 0; i < overlap; i++) {
    xx[i] = x[i] * window[i];
    xx[n - i - 1] = x[n - i - 1] * window[i];
  }
}
// RUN explain: --target=avx2 --explain -o /dev/null
