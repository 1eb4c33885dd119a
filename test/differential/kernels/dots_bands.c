// Sums of narrow products whose depth moves with the row: what one row has before or behind the others may be nothing.
// vecify: --plan=18
#include <stdint.h>

// expect: any
void band_of_two(int n, int m, int32_t (*restrict c)[48], const int8_t (*restrict a)[50],
                 const int8_t (*restrict b)[48]) {
  for (int i = 0; i < n && i < 40; i++)
    for (int j = 0; j < m && j < 48; j++) {
      int32_t s = 0;
      for (int k = i; k < i + 2; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// expect: any
void band_of_three(int n, int m, int32_t (*restrict c)[48], const int8_t (*restrict a)[50],
                   const int8_t (*restrict b)[48]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = i; k < i + 3; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// expect: any
void band_of_five(int n, int m, int32_t (*restrict c)[48], const int8_t (*restrict a)[50],
                  const int8_t (*restrict b)[48]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t s = 0;
      for (int k = i; k < i + 5; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
