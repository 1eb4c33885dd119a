// RUN avx2: --target=avx2
void sixteen(float *restrict d, const float *restrict s) {
  for (int i = 0; i < 16; i++)
    d[i] = s[i] + 1.0f;
}
