// RUN inplace: --target=avx2 -- -mavx2 -mfma
// RUN variants: --target=avx2 --form=variants
static float mac(float a, float b, float c) { return a * b + c; }
static float twice(float a, float b) { return a * b + a; }

void strict(float *restrict y, const float *restrict a, const float *restrict b, int n) {
#pragma vecify fp(strict) tail(epilogue)
  for (int i = 0; i < n; i++)
    y[i] = mac(a[i], b[i], y[i]);
#pragma vecify tail(epilogue)
  for (int i = 0; i < n; i++)
    y[i] += twice(a[i], b[i]);
}

void fused(float *restrict y, const float *restrict a, const float *restrict b, int n) {
#pragma vecify tail(epilogue)
  for (int i = 0; i < n; i++)
    y[i] += a[i] * b[i];
}
