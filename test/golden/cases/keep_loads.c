// RUN zen: --target=avx512 -- -O3 -march=znver4
// RUN haswell: --target=avx2 -- -O3 -march=haswell
// RUN generic: --target=avx2 -- -O3 -mavx2 -mfma
// Tuned for some CPUs, gcc reads b's vectors from memory for every row, were they not fenced.
void products(int p, const float a[restrict 16][p], const float b[restrict p][32], float c[restrict 16][32]) {
#pragma vecify shape(i:4, j:16)
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 32; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
