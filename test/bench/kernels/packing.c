// What some iterations choose is stored side by side.
#include <stddef.h>
#include <stdint.h>

// BENCH bench_pack_above | x:f32[n] y:f32[n] | (x, y, n, 0.1f) | sizes 4000 100000 10000000 | bytes 8*n | flops 0
int bench_pack_above(const float *restrict x, float *restrict y, int n, float limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      y[k++] = x[i];
  return k;
}

// BENCH bench_places | x:i32[n] y:i32[n] | (x, y, n) | sizes 4000 100000 10000000 | bytes 8*n | flops 0
int bench_places(const int32_t *restrict x, int32_t *restrict y, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      y[k++] = i;
  return k;
}

// BENCH bench_partition | x:f64[n] y:f64[n] z:f64[n] | (x, y, z, n, 0.1) | sizes 2000 50000 5000000 | bytes 16*n | flops 0
size_t bench_partition(const double *restrict x, double *restrict y, double *restrict z, size_t n, double pivot) {
  size_t low = 0, high = 0;
  for (size_t i = 0; i < n; i++)
    if (x[i] < pivot)
      y[low++] = x[i];
    else
      z[high++] = x[i];
  return low;
}
