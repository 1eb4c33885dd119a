// RUN avx2: --target=avx2
#define SQUARE(v) ((v) * (v))
void squares(float *restrict d, const float *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = SQUARE(s[i]); /* stays as written */
}
