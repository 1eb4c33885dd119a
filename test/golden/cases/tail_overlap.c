// RUN avx2: --target=avx2
void copy(short *restrict a, const short *restrict b, int n) {
#pragma vecify tail(overlap)
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1;
}
