// RUN explain: --target=avx2 --explain -o /dev/null
// RUN fortified: --target=avx2 --explain -o /dev/null -- -O2 -D_FORTIFY_SOURCE=2
#include <string.h>
#include <stdlib.h>
void rows(char *to, const char *from, int n, int bytes) {
  for (int i = 0; i < n; i++)
    memcpy(to + i * bytes, from + 2 * i * bytes, bytes);
}
void noise(int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = rand();
}
