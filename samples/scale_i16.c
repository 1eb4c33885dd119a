// Gain of a 16-bit signal in Q15: multiply, round, clamp. Sound is louder at most by saturating.
#include <stdint.h>

void scale_i16(int n, int16_t gain, const int16_t *restrict x, int16_t *restrict y) {
  for (int i = 0; i < n; i++) {
    int32_t v = (x[i] * gain + (1 << 14)) >> 15;
    y[i] = v < -32768 ? -32768 : v > 32767 ? 32767 : v;
  }
}
