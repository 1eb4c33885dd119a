// Vectors read what one vector stored, or what two stored: the one comes from the store, the other waits for both.
// RUN avx2: --target=avx2 --explain -- -O3 -mavx2 -mfma
// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
void four_back(float *a, const float *b, int n) {
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] * 0.5f + b[i];
}

void twelve_back(float *a, const float *b, int n) {
  for (int i = 12; i < n; i++)
    a[i] = a[i - 12] + b[i];
}

void nine_back(float *a, const float *b, int n) {
  for (int i = 9; i < n; i++)
    a[i] = a[i - 9] + b[i];
}
