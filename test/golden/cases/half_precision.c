// Half precision: computed in float, rounded once; left alone where compilers do not agree on what is rounded.
// RUN bf16: --target=avx2 --explain
// RUN f16: --target=avx2+f16c --Rpass-missed=vecify -- -mavx2 -mf16c
void muladd(int n, const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] + y[i];
}

void negate(int n, const _Float16 *restrict a, _Float16 *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = -(a[i] + y[i]) / 2;
}

void compare(int n, const _Float16 *restrict a, const _Float16 *restrict b, _Float16 *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] > y[i];
}

void sums(int n, const __bf16 *restrict a, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * a[i];
}
