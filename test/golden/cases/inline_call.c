// RUN avx2: --target=avx2
static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
void clamp_all(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = clamp(a[i], -100, 100);
}
