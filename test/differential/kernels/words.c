// Words put together from bytes, taken apart into them, and reversed.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void big_endian_words(uint32_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)x[4 * i] << 24 | (uint32_t)x[4 * i + 1] << 16 | (uint32_t)x[4 * i + 2] << 8 | x[4 * i + 3];
}

// expect: vectorized
void little_endian_words(uint32_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[4 * i] + ((uint32_t)x[4 * i + 1] << 8) + x[4 * i + 2] * 65536u + ((uint32_t)x[4 * i + 3] << 24);
}

// expect: vectorized
void big_endian_samples(float *restrict y, const uint8_t *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = (int16_t)((x[2 * i] << 8) | x[2 * i + 1]) * (1.0f / 32768);
}

// expect: vectorized
void signed_top_byte(int32_t *restrict y, const int8_t *restrict top, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)((uint32_t)top[i] << 16) ^ (x[2 * i] | x[2 * i + 1] << 8);
}

// expect: any
void words_of_64(uint64_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const uint8_t *p = x + 8 * (ptrdiff_t)i;
    y[i] = (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
  }
}

// expect: any
void crossed_bytes(uint32_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)x[4 * i] << 16 | (uint32_t)x[4 * i + 1] << 24 | (uint32_t)x[4 * i + 2] | x[4 * i + 3] << 8;
}

// expect: any
void a_byte_is_missing(uint32_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)x[4 * i] << 24 | (uint32_t)x[4 * i + 1] << 16 | (uint32_t)x[4 * i + 2] << 8;
}

// expect: any
void bytes_that_meet(uint32_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] + ((uint32_t)x[2 * i + 1] << 8) + ((uint32_t)x[2 * i] << 4);
}

// expect: any
void words_and_their_bytes(uint32_t *restrict y, uint8_t *restrict z, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = (uint32_t)x[4 * i + 3] << 24 | (uint32_t)x[4 * i + 2] << 16 | (uint32_t)x[4 * i + 1] << 8 | x[4 * i];
    z[i] = (uint8_t)(x[4 * i + 3] + x[4 * i]);
  }
}

// expect: vectorized
void to_big_endian(uint8_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[4 * i] = (uint8_t)(x[i] >> 24);
    y[4 * i + 1] = (uint8_t)(x[i] >> 16);
    y[4 * i + 2] = (uint8_t)(x[i] >> 8);
    y[4 * i + 3] = (uint8_t)x[i];
  }
}

// expect: vectorized
void samples_to_bytes(uint8_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = (int)(x[i] * 1000.0f);
    s = s > 32767 ? 32767 : s < -32768 ? -32768 : s;
    y[2 * i] = (uint8_t)(s & 0xff);
    y[2 * i + 1] = (uint8_t)(s >> 8 & 0xff);
  }
}

// expect: any
void to_crossed_bytes(uint8_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[4 * i] = (uint8_t)(x[i] >> 8);
    y[4 * i + 1] = (uint8_t)x[i];
    y[4 * i + 2] = (uint8_t)(x[i] >> 24);
    y[4 * i + 3] = (uint8_t)(x[i] >> 16);
  }
}

// expect: any
void upper_half_to_bytes(uint8_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[2 * i] = (uint8_t)(x[i] >> 16);
    y[2 * i + 1] = (uint8_t)(x[i] >> 24);
  }
}

// expect: vectorized
void reversed_by_shifts(uint32_t *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] >> 24 | (x[i] >> 8 & 0xff00) | (x[i] << 8 & 0xff0000) | x[i] << 24;
}

// expect: vectorized
void reversed_halves(uint16_t *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)(x[i] << 8 | x[i] >> 8);
}

// expect: any
void reversed_signed(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] >> 24 & 0xff) | (x[i] >> 8 & 0xff00) | (int32_t)((uint32_t)x[i] << 8 & 0xff0000) |
           (int32_t)((uint32_t)x[i] << 24);
}

// expect: vectorized
void by_builtins(uint64_t *restrict z, uint32_t *restrict y, uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = __builtin_bswap16(x[i]);
    y[i] = __builtin_bswap32(y[i] + 1u) ^ 3u;
    z[i] = __builtin_bswap64(z[i]);
  }
}

// expect: any
void reads_what_it_wrote(uint8_t *x, int n) {
  for (int i = 0; i < n; i++) {
    const uint8_t a = x[2 * i];
    x[2 * i] = 7;
    x[2 * i + 1] = (uint8_t)((a << 8 | x[2 * i + 1]) >> 3);
  }
}
