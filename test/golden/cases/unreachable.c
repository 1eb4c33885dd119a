// RUN avx2: --target=avx2 -- -march=haswell
// RUN explain: --target=avx2 --explain -o /dev/null -- -march=haswell
// What C says never happens is not asked for: assertions of release builds, cases that do not occur.
#include <stdint.h>

#define ASSERT(x) do { if (!(x)) __builtin_unreachable(); } while (0)
#define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())

static inline long half(long x) {
  ASSERT(!(x & 1));
  return x >> 1;
}

static inline int tripled(int x) {
  if (x < 0)
    __builtin_unreachable();
  else
    return x * 3;
}

void narrow(int16_t *restrict o, const int *restrict x, long pitch, int n) {
  for (int i = 0; i < n; i++) {
    int t = x[i + half(pitch)] >> 12;
    ASSERT(t >= INT16_MIN && t <= INT16_MAX);
    ASSUME(t != 5);
    o[i] = (int16_t)t;
  }
}

void by_mode(int *restrict o, const int *restrict x, int mode, int n) {
  for (int i = 0; i < n; i++) {
    int v = tripled(x[i]);
    switch (mode) {
    case 0:
      v += 1;
      break;
    case 1:
      v ^= x[i];
      break;
    default:
      __builtin_unreachable();
    }
    o[i] = v;
  }
}
