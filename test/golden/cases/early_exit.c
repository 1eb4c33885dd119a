// RUN explain: --target=avx2 --explain -o /dev/null -- -march=x86-64-v3
// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN nest: --print=nest -- -march=x86-64-v3
#include <stddef.h>
#include <stdint.h>

// The loop only looks for the place where it ends: the source's loop resumes there.
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}

// Two arrays, neither of which need go on where they differ.
size_t equal(const uint8_t *a, const uint8_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i;
}

// What is done before the loop ends is done for whole blocks.
int scale_until(float *restrict y, const float *restrict x, int n, float most) {
  int i;
  for (i = 0; i < n; i++) {
    const float t = 2 * x[i];
    if (t > most)
      break;
    y[i] = t;
  }
  return i;
}

// All that is looked at lies in a declared array: no page of memory ends there.
int first_set(const unsigned char (*const flags)[64], int k) {
  static unsigned char last[64];
  for (int i = 0; i < 64; i++)
    if (last[i] > k)
      return flags[0][i];
  return 0;
}
