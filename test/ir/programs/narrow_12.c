/* Twelve values are three registers: the last one has no partner, and is narrowed all the same. */
#include <stddef.h>
#include <stdint.h>

ptrdiff_t narrow_twelve(const int32_t *x, int16_t *y);

int main(void) {
  int32_t x[12];
  int16_t y[12] = {0};
  for (int i = 0; i < 12; i++)
    x[i] = 70001 * i - 9;
  if (narrow_twelve(x, y) != 12)
    return 1;
  for (int i = 0; i < 12; i++)
    if (y[i] != (int16_t)x[i])
      return 1;
  return 0;
}
