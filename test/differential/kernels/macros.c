// Loops that macros write: functions made for several types, statements, loops of two halves.
#include <stdint.h>

#define BLEND(name, type, wide)                                                                                        \
  void name(type *restrict out, const type *restrict a, const type *restrict b, int weight, int n) {                   \
    for (int i = 0; i < n; i++) {                                                                                      \
      if (a[i] != b[i]) {                                                                                              \
        out[i] = (type)(((wide)a[i] * (256 - (weight & 255)) + (wide)b[i] * (weight & 255)) >> 8);                     \
      } else {                                                                                                         \
        out[i] = a[i];                                                                                                 \
      }                                                                                                                \
    }                                                                                                                  \
  }
// expect: vectorized
BLEND(blend_u8, uint8_t, int)
// expect: vectorized
BLEND(blend_u16, uint16_t, uint32_t)

#define SAD(name, width, height)                                                                                       \
  int name(const uint8_t *a, int a_pitch, const uint8_t *b, int b_pitch) {                                             \
    int sum = 0;                                                                                                       \
    for (int y = 0; y < height; y++) {                                                                                 \
      for (int x = 0; x < width; x++) {                                                                                \
        int d = a[x] - b[x];                                                                                           \
        sum += d < 0 ? -d : d;                                                                                         \
      }                                                                                                                \
      a += a_pitch & 63;                                                                                               \
      b += b_pitch & 63;                                                                                               \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }
// expect: vectorized
SAD(sad_16x8, 16, 8)
SAD(sad_4x4, 4, 4)

#define EACH(i, n, ...) do { for (int i = 0; i < (n); i++) { __VA_ARGS__; } } while (0)
// expect: vectorized
void statements(float *restrict y, const float *restrict x, int n, float low) {
  if (low < 0)
    EACH(k, n, float v = x[k]; y[k] = v < low ? low : v);
  else
    EACH(k, n, y[k] = x[k] - -low);
}

#define BEGIN_EACH(i, n) for (int i = 0; i < (n); i++) {
#define END_EACH }
// expect: vectorized
void halves(int *restrict y, const int *restrict x, int n) {
  BEGIN_EACH(i, n)
    const int v = x[i];
    y[i] = v > 0 ? v : -3 * v;
  END_EACH
}

#define Int int
// A declaration that begins in a macro stands outside of the loop, too.
// expect: vectorized
void counter_of_a_macros_type(int *restrict y, const int *restrict x, int n) {
  Int i;
  for (i = 0; i < n; i++)
    y[i] = x[i] ^ 5;
}
