// Loops whose condition has a half that nothing changes.
#include <stdint.h>
// expect: vectorized
void gated(uint8_t *restrict d, const uint8_t *restrict s, int n, int comps) {
  for (int x = 0; x < n && comps == 4; x++)
    d[x] = 255 - s[x];
}

// expect: vectorized
int gated_first(int *restrict d, const int *restrict s, int n, int on, unsigned mask) {
  int x;
  for (x = 0; on && (mask & 4) && x < n; x++)
    d[x] = 5 - s[x];
  return x;
}

// expect: vectorized
void gated_rows(int *restrict d, int n, int m, int on) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < m && !on; x++)
      d[y * m + x] += x;
}

// expect: vectorized
int gated_while(unsigned *d, int n, int on) {
  int i = 0;
  while (i != n && on) { d[i] *= 3; i++; }
  return i;
}
