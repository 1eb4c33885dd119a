// Other flags would compile another loop, of which the vector part knows nothing.
// RUN avx2: --target=avx2 --Rpass-missed=vecify --Rpass=vecify
void scaled(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
#ifdef HALF
    y[i] = x[i] / 2;
#else
    y[i] = x[i] + 1;
#endif
  }
}

void strided(float *restrict y, const float *restrict x, int n) {
#ifdef EVEN
  for (int i = 0; i < n; i += 2) {
#else
  for (int i = 0; i < n; i++) {
#endif
    y[i] = x[i] + 1;
  }
}

void either(float *restrict y, const float *restrict x, int n) {
#ifdef HALF
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 2;
#else
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
#endif
}
