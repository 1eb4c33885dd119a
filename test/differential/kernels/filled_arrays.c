// Arrays that a loop fills for functions that are inlined: the compiler keeps them in registers.
#include <stddef.h>
#include <stdint.h>

static void pass(const int16_t *from, int16_t *to, int shift) {
  const int add = 1 << (shift - 1);
  for (int i = 0; i < 4; i++) {
    const int even = from[0] + from[3], odd = from[0] - from[3], even1 = from[1] + from[2], odd1 = from[1] - from[2];
    to[0] = (int16_t)((64 * even + 64 * even1 + add) >> shift);
    to[4] = (int16_t)((83 * odd + 36 * odd1 + add) >> shift);
    to[8] = (int16_t)((64 * even - 64 * even1 + add) >> shift);
    to[12] = (int16_t)((36 * odd - 83 * odd1 + add) >> shift);
    from += 4;
    to++;
  }
}

// expect: declined NotProfitable
void transformed(const int16_t *source, int16_t *result, ptrdiff_t stride) {
  int16_t block[16], between[16];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      block[i * 4 + j] = source[i * stride + j];
  pass(block, between, 1);
  pass(between, result, 8);
}

// expect: any
void difference(const uint8_t *a, const uint8_t *b, int16_t *result, ptrdiff_t stride) {
  int16_t block[16], between[16];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      block[i * 4 + j] = (int16_t)(a[i * stride + j] - b[i * stride + j]);
  pass(block, between, 1);
  pass(between, result, 8);
}
