// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN dispatch: --target=avx512,avx2
// RUN explain: --target=avx2 --explain -o /dev/null
// RUN cuda: --target=cuda --explain -o /dev/null
// Other flags would compile another loop, of which the vector part knows nothing: it stands under the same conditions.
#define LEVEL 3
void scale(float *restrict y, const float *restrict x, int n, float g) {
  for (int i = 0; i < n; i++) {
#ifdef FIXED_POINT
    y[i] = (int)(x[i] * g);
#else
    y[i] = x[i] * g;
#endif
  }
}
void levels(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i];
#if LEVEL > 2 && LEVEL < 9
#  ifndef NO_BIAS /* the usual */
    v += 1;
#  endif
#elif LEVEL > 1
    v += 2;
#else
    v += 3;
#endif
#if 0
    v *= 7;
#endif
    y[i] = v;
  }
}
void cut(int *x, int n) {
#ifdef TWICE
  for (int i = 0; i < 2 * n; i++) {
#else
  for (int i = 0; i < n; i++) {
#endif
    x[i] = 1;
  }
}
void cut_behind(int *x, int n) {
  for (int i = 0; i < n; i++)
#ifdef TWICE
    x[i] = 2;
#else
    x[i] = 1;
#endif
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
