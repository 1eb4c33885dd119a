// Four neighbouring elements a thread where all arrays begin at 16 bytes, one otherwise; the same on device pointers.
// RUN cuda: --target=cuda --fp=strict --explain %f
#include <stddef.h>

void axpy(size_t n, float alpha, const float *restrict x, float *restrict y) {
  for (size_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}
