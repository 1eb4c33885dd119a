// Macros whose names are functions and macros of <stdlib.h> and <errno.h>, which the headers of intrinsics include;
// and keywords that are macros.
#define abs(x) ((x) < 0 ? -(x) : (x))
#define div(a, b) ((a) / (b))
#define atoi(c) ((c) - '0')
#define exit(c) ((c) * 2)
#define RAND_MAX 255
#define EXIT_FAILURE 77
#define __inline static __inline__
#define inline __attribute__((always_inline))
#include <stddef.h>

// expect: vectorized
void magnitudes(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] == -2147483647 - 1 ? EXIT_FAILURE : abs(x[i]) & RAND_MAX;
}
// expect: vectorized
void digits(unsigned char *restrict y, const unsigned char *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (unsigned char)(exit(atoi(x[i])) + div(x[i], 3));
}
