// Integers that are widened, computed in more bits, and narrowed again.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static inline uint8_t to_byte(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

// expect: vectorized
void yuv_to_rgb(uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b, const uint8_t *restrict y,
                const uint8_t *restrict u, const uint8_t *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int c = y[i] - 16, d = u[i] - 128, e = v[i] - 128;
    r[i] = to_byte((298 * c + 409 * e + 128) >> 8);
    g[i] = to_byte((298 * c - 100 * d - 208 * e + 128) >> 8);
    b[i] = to_byte((298 * c + 516 * d + 128) >> 8);
  }
}

// expect: vectorized
void luma_of_rgb(uint8_t *restrict luma, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    luma[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8);
}

// expect: vectorized
void chroma(uint8_t *restrict cb, uint8_t *restrict cr, const uint8_t *restrict r, const uint8_t *restrict g,
            const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    cb[i] = (uint8_t)((-11059 * r[i] - 21709 * g[i] + 32768 * b[i] + 8421375) >> 16);
    cr[i] = (uint8_t)((32768 * r[i] - 27439 * g[i] - 5329 * b[i] + 8421375) >> 16);
  }
}

// expect: vectorized
void mix_words(int16_t *restrict y, const int16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((a[i] * 23170 - b[i] * 11585 + 16384) >> 15);
}

// expect: vectorized
void mix_words_saturated(int16_t *restrict y, const int16_t *restrict a, const int16_t *restrict b,
                         const int16_t *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    int x = (a[i] * 5793 + b[i] * 12000 - c[i] * 32767 + 4096) >> 13;
    y[i] = (int16_t)(x < -32768 ? -32768 : x > 32767 ? 32767 : x);
  }
}

// expect: vectorized
void mix_unsigned_words(uint16_t *restrict y, const uint16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((a[i] * 3u + (unsigned)(b[i] * 7) + 9u) >> 4);
}

// expect: vectorized
void six_taps(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = to_byte((x[i] - 5 * x[i + 1] + 20 * x[i + 2] + 20 * x[i + 3] - 5 * x[i + 4] + x[i + 5] + 16) >> 5);
}

// expect: vectorized
void brightness(uint8_t *restrict y, const uint8_t *restrict x, int gain, int offset, int n) {
  for (int i = 0; i < n; i++)
    y[i] = to_byte((x[i] * (int8_t)gain + (int16_t)offset) >> 6);
}

// expect: vectorized
void bytes_of_floats(uint8_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i] < 0 ? 0 : x[i] > 255 ? 255 : x[i];
    y[i] = (uint8_t)(int)(v * 0.5f + 0.5f);
  }
}

// expect: vectorized
void extremes_by_words(int16_t *restrict y, const int16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((a[i] * -32767 + b[i] * -32767) >> 16);
}

// expect: vectorized
void turned_words(long n, int16_t *restrict y, const int16_t *restrict x) {
  for (long i = 0; i < n; i++) {
    unsigned v = (unsigned)x[i];
    y[i] = (int16_t)((v << 25) | (v >> 7));
  }
}

// expect: vectorized
void turned_bytes(long n, uint8_t *restrict y, const int8_t *restrict x) {
  for (long i = 0; i < n; i++) {
    uint16_t v = (uint16_t)x[i];
    y[i] = (uint8_t)((v >> 3) + (v >> 11));
  }
}
