// RUN avx2: --target=avx2 -- -O2 -mavx2
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// Sums of 32 bits that saturate, magnitudes that end at the greatest number, and floats within 32 bits.
static inline int clip(long long x) {
  return ((int)(x >> 32) != ((int)x >> 31)) ? (0x7fffffff ^ (int)(x >> 63)) : (int)x;
}
void add(const int *a, const int *b, int *restrict sum, int n) {
  for (int i = 0; i < n; i++)
    sum[i] = clip((long long)a[i] + b[i]);
}
void magnitude(const int *restrict x, int *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : x[i] == -0x7fffffff - 1 ? 0x7fffffff : -x[i];
}
void from_floats(const float *restrict x, int *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = clip((long long)(x[i] * 0x1p31f));
}
void to_floats(const short *restrict x, float *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 32768.0f;
}
