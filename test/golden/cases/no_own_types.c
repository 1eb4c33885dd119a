// A type of <stdint.h> that is a macro would be that where the vector code names it.
// RUN explain: --target=avx2 --explain -o /dev/null -- -O2
#define int64_t long long
#include <stddef.h>

void doubled(int64_t *restrict y, const int64_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}
