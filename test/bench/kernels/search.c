// Loops that data may end, over data that does not.
#include <stddef.h>
#include <stdint.h>

// BENCH bench_find_byte | x:u8[n] | (x, n, 300) | sizes 8000 200000 20000000 | bytes n | flops 0 | peak pair8
ptrdiff_t bench_find_byte(const uint8_t *x, ptrdiff_t n, int key) {
  for (ptrdiff_t i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

// BENCH bench_first_above | x:f32[n] | (x, n, 2.0f) | sizes 4000 100000 10000000 | bytes 4*n | flops n
int bench_first_above(const float *x, int n, float limit) {
  int i;
  for (i = 0; i < n && x[i] <= limit; i++)
    ;
  return i;
}

// BENCH bench_mismatch | x:u8[n] | (x, x, n) | sizes 8000 200000 20000000 | bytes n | flops 0 | peak pair8
size_t bench_mismatch(const uint8_t *a, const uint8_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i;
}

// BENCH bench_copy_until | x:u16[n] y:u16[n] | (x, y, n, -1) | sizes 4000 100000 10000000 | bytes 4*n | flops 0
int bench_copy_until(const uint16_t *restrict x, uint16_t *restrict y, int n, int end) {
  int i;
  for (i = 0; i < n; i++) {
    if (x[i] == end)
      break;
    y[i] = (uint16_t)(x[i] >> 1);
  }
  return i;
}

// BENCH bench_sum_until | x:i32[n] | (x, n, -1) | sizes 4000 100000 10000000 | bytes 4*n | flops n
unsigned bench_sum_until(const int32_t *x, int n, int end) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] == end)
      return sum;
    sum += (unsigned)x[i];
  }
  return sum;
}
