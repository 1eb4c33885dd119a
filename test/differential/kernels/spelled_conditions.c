// Conditions of loops with something written around the comparison.
#include <stddef.h>
#include <stdint.h>

#define OVER(name, type, condition)                                                                                    \
  void name(type *restrict y, const type *restrict x, type n) {                                                        \
    for (type i = 0; condition; i++)                                                                                   \
      y[i] = (type)(x[i] ^ 5);                                                                                         \
  }

// expect: vectorized
OVER(turned_int, int, !(i >= n))
// expect: vectorized
OVER(turned_unsigned, unsigned, !(n <= i))
// expect: vectorized
OVER(turned_short, short, !(i >= n))
// expect: vectorized
OVER(turned_u16, uint16_t, !(i >= n))
// expect: vectorized
OVER(turned_byte, uint8_t, !(i >= n))
// expect: vectorized
OVER(turned_equal, int, !(i == n) && n >= 0)
// expect: vectorized
OVER(not_zero, int, (i < n) != 0)
// expect: vectorized
OVER(is_one, unsigned, (i < n) == 1)
// expect: vectorized
OVER(is_zero, short, 0 == (i >= n))
// expect: vectorized
OVER(chosen, int, i < n ? 1 : 0)
// expect: vectorized
OVER(chosen_not, uint16_t, i >= n ? 0 : 1)
// expect: vectorized
OVER(expected, int, __builtin_expect(!!(i < n), 1))
// expect: vectorized
OVER(comma, int, ((void)0, i < n))
// expect: vectorized
OVER(or_never, int, i < n || 0)
// expect: vectorized
OVER(truth, int, (_Bool)(i < n))
// expect: vectorized
OVER(one_bit, unsigned, (i < n) & 1)
// expect: vectorized
OVER(neither, int, !(i >= n || i >= 100))
// expect: vectorized
OVER(twice, unsigned, !(!(i < n)))

// expect: vectorized
void counts_down(int *restrict y, const int *restrict x, int n) {
  while (!(n <= 0)) {
    n--;
    y[n] = x[n] * 3;
  }
}
// expect: vectorized
int counts_down_first(const int *x, int n) {
  int s = 0;
  while (!(--n < 0))
    s ^= x[n];
  return s;
}
// expect: vectorized
int counts_down_last(const int *x, int n) {
  int s = 0;
  while ((n-- > 0) != 0)
    s ^= x[n];
  return s + n;
}
// expect: vectorized
void pointers(int *restrict y, const int *x, size_t n) {
  for (const int *p = x; !(p == x + n); p++)
    *y++ = *p + 1;
}
// expect: vectorized
void do_while(int *restrict y, const int *restrict x, int n) {
  if (n < 1)
    return;
  int i = 0;
  do {
    y[i] = x[i] - 4;
    i++;
  } while (!(i >= n));
}
// expect: vectorized
void inside(int *restrict y, const int *restrict x, int n, int m) {
  for (int j = 0; !(j >= m); j++)
    for (int i = 0; (i < n) == 1; i++)
      y[j * n + i] = x[j * n + i] + j;
}
