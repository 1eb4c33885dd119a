// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// Lanes along i walk through rows: nothing is left to gain from a loop around them.
static float aa[256][256], bb[256][256], cc[256][256], a[256], b[256];
void columns(int repeats) {
  for (int r = 0; r < repeats; r++)
    for (int i = 0; i < 256; i++) {
      for (int j = 0; j < 256; j++)
        aa[j][i] = aa[j][i] + bb[j][i] * cc[j][i];
      a[i] += b[i];
    }
}
