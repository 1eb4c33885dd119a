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

// Counted in parallel, as it is written where there is no instruction.
// expect: vectorized
int parallel_count(const uint32_t *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++) {
    uint32_t v = a[i];
    v = v - ((v >> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
    c += (int)((((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24);
  }
  return c;
}

// expect: vectorized
void parallel_counts(uint64_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t v = x[i];
    v = (v & 0x5555555555555555ull) + ((v >> 1) & 0x5555555555555555ull);
    v = (v & 0x3333333333333333ull) + ((v >> 2) & 0x3333333333333333ull);
    v = (v & 0x0f0f0f0f0f0f0f0full) + ((v >> 4) & 0x0f0f0f0f0f0f0f0full);
    y[i] = (v * 0x0101010101010101ull) >> 56;
  }
}

// Something else at one place each.
// expect: any
void nearly_counts(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v = x[i], w = x[i];
    v = v - ((v >> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
    w = w - ((w >> 1) & 0x55555554);
    w = (w & 0x33333333) + ((w >> 2) & 0x33333333);
    y[4 * i] = (((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 16;
    y[4 * i + 1] = (((w + (w >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
    y[4 * i + 2] = (((v + (w >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
    y[4 * i + 3] = (((v + (v >> 4)) & 0x0f0f0f0f) * 0x01000101) >> 24;
  }
}
