// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN mask: --target=avx2 -- -march=x86-64-v3
// No subscript may leave a declared array: the loop runs at most 12 times.
static const float window[12] = {1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1};

void weigh(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = window[i] * x[i];
}

void weigh_at_once(float *restrict y, const float *restrict x, int n) {
#pragma vecify tail(mask)
  for (int i = 0; i < n; i++)
    y[i] = window[i] * x[i];
}
