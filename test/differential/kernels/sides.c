// What is computed for one side of a choice, in as few bits as the choice's condition allows.
#include <stdint.h>

// expect: vectorized
void overlaid(uint8_t *d, const uint8_t *a, const uint8_t *b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] < 128 ? 2 * a[i] * b[i] / 255 : 255 - 2 * (255 - a[i]) * (255 - b[i]) / 255;
}

// expect: vectorized
void rotated(char *s, int n) {
  for (int i = 0; i < n; i++) {
    char c = s[i];
    if (c >= 'a' && c <= 'z')
      c = (char)((c - 'a' + 13) % 26 + 'a');
    else if (c >= 'A' && c <= 'Z')
      c = (char)((c - 'A' + 13) % 26 + 'A');
    s[i] = c;
  }
}

// expect: vectorized
void three_sides(int16_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[i] < -100 ? (x[i] + 100) / 4 - 100 : x[i] > 100 ? (x[i] - 100) / 4 + 100 : x[i] * 300 / 300);
}

// expect: vectorized
void outside(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)(x[i] < 16 || x[i] > 235 ? 7 : (x[i] - 16) * 255 / 219);
}

// expect: vectorized
void not_outside(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = !(x[i] < 0 || x[i] >= 1000) ? x[i] * 3 % 1001 : x[i] % 7;
}

// expect: vectorized
void equal_to(uint16_t *restrict y, const uint16_t *restrict x, const uint16_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)(x[i] == 3 ? x[i] * z[i] / 3 : x[i] != 9 ? x[i] + z[i] / 2 : z[i] - x[i]);
}

// Bits of the whole are used where the bounds are beyond the narrow type.
// expect: vectorized
void high_ones(uint8_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)(x[i] > 70000 ? x[i] / 5 : x[i] % 300);
}

// expect: vectorized
void unsigned_side(uint64_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < 0xfffffffffffffff0u ? x[i] + 15 : x[i] - 15;
}

// expect: vectorized
void kept_in_both(int32_t *restrict y, int32_t *restrict z, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const int32_t half = x[i] / 2;
    y[i] = x[i] < 50 ? half + 1 : x[i] - 50;
    z[i] = half;
  }
}

// expect: vectorized
void wrapped_index(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const int v = x[i] & 63;
    y[i] = (uint8_t)((v + 5) % 40);
  }
}

// expect: vectorized
void under_mask(int16_t *restrict y, const int8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] = (int16_t)(x[i] * 258 % 77);
}
