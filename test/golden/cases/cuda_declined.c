// What stays on the host, and why.
// RUN explain: --target=cuda --explain %f
void may_write(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 1.0f)
      y[i] = 1.0f;
}

void delayed(int n, const float *restrict x, float *restrict y) {
  float last = 0.0f;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + last;
    last = x[i];
  }
}

void few(float *x) {
  for (int i = 0; i < 100; i++)
    x[i] += 1.0f;
}
