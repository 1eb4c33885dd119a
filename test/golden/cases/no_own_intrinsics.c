// Intrinsics that the file defines itself: their header would define them again.
// RUN explain: --explain --target=avx2 -- -O2
extern __inline int __attribute__((__gnu_inline__, __always_inline__))
_mm_movemask_pi8(long long a) { return (int)(a >> 7) & 1; }

void shifted(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] << 1;
}
