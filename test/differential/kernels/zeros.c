// How many zeros stand before the first bit that is set, or behind the last.
#include <stddef.h>
#include <stdint.h>

// expect: any
void leading(int *restrict out, const unsigned *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] ? __builtin_clz(x[i]) : 32;
}

// expect: any
void trailing(int *restrict out, const unsigned *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] ? __builtin_ctz(x[i]) : -1;
}

// expect: any
void log2_of_words(uint8_t *restrict out, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (uint8_t)(31 - __builtin_clz(x[i] | 1u));
}

// expect: any
int sum_of_logs(const unsigned *restrict x, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += 31 ^ __builtin_clz(x[i] | 1);
  return sum;
}

// expect: any
void of_longs(int *restrict out, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = __builtin_clzll(x[i] | 1) + __builtin_ctzll(x[i] | (uint64_t)1 << 60);
}

// expect: any
int least_of_lengths(const uint32_t *x, size_t n) {
  int least = 32;
  for (size_t i = 0; i < n; i++)
    if (x[i] > 5) {
      const int length = 32 - __builtin_clz(x[i]);
      least = length < least ? length : least;
    }
  return least;
}
