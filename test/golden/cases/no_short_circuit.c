// RUN explain: --target=avx2 --explain -o /dev/null
#include <stdbool.h>
bool holds(const int *x, int n, int c) {
  bool found = false;
  for (int i = 0; i < n; i++)
    found = found || x[i] == c;
  return found;
}
