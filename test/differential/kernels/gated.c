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

// The halves of conditions that count, too.
// expect: any
int gated_countdown(int *a, int n, int on) {
  if (n < 0)
    return 0;
  while (n-- && on)
    a[n] = 1;
  return n;
}

// expect: any
int gated_first_countdown(int *a, int n, int on) {
  if (n < 0)
    return 0;
  while (on && n--)
    a[n] = 1;
  return n;
}

// expect: any
int gated_in_rows(int *a, int n, int m, int on) {
  unsigned s = 0;
  for (int y = 0; y < m; y++) {
    int k = n;
    while (k-- > 0 && on) {
      a[k] ^= y;
    }
    s += (unsigned)k;
  }
  return (int)s;
}

// expect: any
int gated_countup(int *a, int n, int on) {
  int i = 0;
  while (i++ < n && on)
    a[i - 1] = 1;
  return i;
}

// expect: any
int gated_sum(const int *a, unsigned char n, unsigned on, int low) {
  unsigned sum = 0;
  unsigned char i;
  for (i = 0; on > 3 && low != 5 && i != n; i++)
    sum += (unsigned)a[i];
  return (int)(sum + i);
}

struct held_rows {
  const int8_t *from;
  int8_t *to;
};

static __attribute__((noinline)) void fill_held(short rows, const struct held_rows *h) {
  for (short i = 1; i < rows; i++)
    for (short j = 0; j < 7; j++)
      h->to[2 * i] |= (int8_t)(unsigned)h->from[j * rows + i];
}

// Where nothing runs there is nothing behind the pointer.
// expect: any
void fill_if_any(short rows, const int8_t *from, int8_t *restrict to) {
  struct held_rows held = {from, to};
  fill_held(rows, rows > 1 ? &held : 0);
}

// expect: vectorized
void every_kth(int *restrict x, int n, int k) {
  k = (k & 7) + 1;
  for (int i = 0; i < n / k; i++)
    x[i] += 3 * k;
}

// expect: any
void if_there_are_groups(int *restrict x, int n, int k) {
  k &= 3;
  for (int i = 0; i < (k ? n / k : 0); i++)
    x[i] ^= k;
}

// expect: any
void groups_of_rest(int *restrict x, int n, int k) {
  k = (k & 7) + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n % k; j++)
      x[i * 8 + j] += k;
}
