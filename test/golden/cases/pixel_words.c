// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Bytes that become as wide as four of them are parts of words.
void luma(float *restrict out, const unsigned char *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    out[i] = 0.25f * rgba[4 * i] + 0.5f * rgba[4 * i + 1] + 0.125f * rgba[4 * i + 3];
}
