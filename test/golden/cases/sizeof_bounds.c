// Types that clang has names of its own for, and constants beyond those with a sign, in the words of C.
// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
#define EVERY_TOP_BIT (~0ul / 255 * 0x80)
void words(const unsigned char *restrict ref, int *restrict d, int n) {
  for (int j = 0; j < n / sizeof(int); j++)
    d[j] = ref[j] + 3;
}
void top_bits(unsigned long *restrict d, const unsigned long *restrict a, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] & EVERY_TOP_BIT;
}
