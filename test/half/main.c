// Compares functions of half precision before and after: all values of one operand against many of the others, bit by
// bit, any NaN for any.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 65536 + 5 };
typedef void Kernel(int, const uint16_t *, const uint16_t *, const uint16_t *, uint16_t *);
#define NAME(f) Kernel f, orig_##f;
#include "names.h"
#undef NAME

// What clang calls to round to __bf16 and not every libgcc has: the result is the low half of the register.
__attribute__((weak)) float roundToBf16(float) __asm__("__truncsfbf2");
__attribute__((weak)) float roundToBf16(float value) {
  uint32_t u;
  memcpy(&u, &value, sizeof u);
  u = (value != value ? u | 0x400000 : u + 0x7fff + (u >> 16 & 1)) >> 16;
  memcpy(&value, &u, sizeof u);
  return value;
}

static uint16_t a[N], b[N], c[N], out[N], wanted[N];

static int isNan(uint16_t x) { return (x & ~SIGN) > INFINITE; }

static int test(const char *name, Kernel *f, Kernel *original) {
  static const uint16_t edges[] = {0, SIGN, INFINITE, INFINITE | SIGN, INFINITE | 1, 1, INFINITE - 1, ONE, ONE | SIGN, ONE + 1};
  uint64_t state = 88172645463325252u;
  for (unsigned trial = 0; trial < 40; trial++) {
    for (unsigned i = 0; i < N; i++) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      a[i] = (uint16_t)i;
      b[i] = trial < 10 ? edges[trial] : (uint16_t)(state >> 20);
      c[i] = trial % 3 == 0 ? edges[state % 10] : (uint16_t)(state >> 40);
    }
    memset(out, 0x55, sizeof out);
    memset(wanted, 0x55, sizeof wanted);
    const int n = N - (int)(trial % 20);
    f(n, a, b, c, out);
    original(n, a, b, c, wanted);
    for (unsigned i = 0; i < N; i++)
      if (out[i] != wanted[i] && !(isNan(out[i]) && isNan(wanted[i]))) {
        printf("%s(%04x, %04x, %04x) is %04x, not %04x\n", name, a[i], b[i], c[i], out[i], wanted[i]);
        return 1;
      }
  }
  return 0;
}

int main(void) {
  int failures = 0;
#define NAME(f) failures += test(#f, f, orig_##f);
#include "names.h"
  return failures != 0;
}
