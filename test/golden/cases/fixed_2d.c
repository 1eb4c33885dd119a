// RUN avx2: --target=avx2
static float A[64][64], B[64][64];
void transpose_add(void) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      A[i][j] += B[j][i];
}
