// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Weights of more than a byte: the bytes of a pixel are multiplied in pairs.
void gray(unsigned char *restrict g, const unsigned char *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    g[i] = (299 * rgba[4 * i] + 587 * rgba[4 * i + 1] + 114 * rgba[4 * i + 2] + 500) / 1000;
}
