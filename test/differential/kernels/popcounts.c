// How many bits are set: in each number, in sums of all widths, and of what differs.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void popcount_bytes(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)__builtin_popcount(x[i]);
}

// expect: vectorized
void popcount_signed_bytes(uint8_t *restrict y, const int8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)__builtin_popcount(x[i]);
}

// expect: vectorized
void popcount_words(int16_t *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)__builtin_popcount(x[i]);
}

// expect: vectorized
void popcount_ints(int *restrict y, const uint32_t *restrict x, const uint32_t *restrict m, int n) {
  for (int i = 0; i < n; i++)
    y[i] = __builtin_popcount(x[i] & m[i]);
}

// expect: vectorized
void popcount_longs(int64_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = __builtin_popcountll(x[i]);
}

// expect: vectorized
int hamming_bytes(const uint8_t *a, const uint8_t *b, int n) {
  int distance = 0;
  for (int i = 0; i < n; i++)
    distance += __builtin_popcount(a[i] ^ b[i]);
  return distance;
}

// expect: vectorized
unsigned hamming_ints(const uint32_t *a, const uint32_t *b, size_t n) {
  unsigned distance = 0;
  for (size_t i = 0; i < n; i++)
    distance += (unsigned)__builtin_popcount(a[i] ^ b[i]);
  return distance;
}

// expect: vectorized
size_t bitmap_count(const uint64_t *bits, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    count += (size_t)__builtin_popcountl(bits[i]);
  return count;
}

// expect: vectorized
int bitmap_int_count(const uint64_t *bits, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += __builtin_popcountll(bits[i]);
  return count;
}

// expect: vectorized
void parity(uint8_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = __builtin_popcount(x[i]) & 1;
}
