// RUN explain: --target=avx2 --explain -o /dev/null
__attribute__((optnone)) void add(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

#pragma clang optimize off
void sub(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] -= b[i];
}
#pragma clang optimize on

void mul(float *restrict a, const float *restrict b, int n) __attribute__((__optimize__("O0")));
void mul(float *restrict a, const float *restrict b, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[i + j * n] *= b[i];
}

// Faster code is no reason to leave it.
__attribute__((optimize("unroll-loops", "O3"))) void sum(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
