// Bytes that are taken apart, put together and moved about: one instruction for each register that is written.
#include <stdint.h>

// expect: vectorized
void without_alpha(const uint8_t *restrict rgba, uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++) {
    rgb[3 * i] = rgba[4 * i];
    rgb[3 * i + 1] = rgba[4 * i + 1];
    rgb[3 * i + 2] = rgba[4 * i + 2];
  }
}

// expect: vectorized
void blue_first(const uint8_t *restrict rgba, uint8_t *restrict bgra, int n) {
  for (int i = 0; i < n; i++) {
    bgra[4 * i] = rgba[4 * i + 2];
    bgra[4 * i + 1] = rgba[4 * i + 1];
    bgra[4 * i + 2] = rgba[4 * i];
    bgra[4 * i + 3] = rgba[4 * i + 3];
  }
}

// expect: vectorized
void last_two_members(const uint8_t *restrict from, uint8_t *restrict to, int n) {
  for (int i = 0; i < n; i++) {
    to[2 * i] = from[4 * i + 3];
    to[2 * i + 1] = from[4 * i + 2];
  }
}

// expect: vectorized
void packed_24(uint8_t *restrict d, const int32_t *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t v = (uint32_t)s[i];
    d[3 * i] = (uint8_t)(v >> 8);
    d[3 * i + 1] = (uint8_t)(v >> 16);
    d[3 * i + 2] = (uint8_t)(v >> 24);
  }
}

// expect: vectorized
void high_halves(uint16_t *restrict high, uint16_t *restrict low, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    high[i] = (uint16_t)(x[i] >> 16);
    low[i] = (uint16_t)x[i];
  }
}

// expect: vectorized
void words_of_bytes(uint16_t *restrict w, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    w[i] = (uint16_t)(b[2 * i] | b[2 * i + 1] << 8);
}

// expect: vectorized
void words_of_big_bytes(uint32_t *restrict w, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    w[i] = (uint32_t)b[4 * i] << 24 | (uint32_t)b[4 * i + 1] << 16 | (uint32_t)b[4 * i + 2] << 8 | b[4 * i + 3];
}

// expect: vectorized
void long_words(uint64_t *restrict w, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t v = 0;
    for (int k = 0; k < 8; k++)
      v |= (uint64_t)b[8 * i + k] << 8 * k;
    w[i] = v;
  }
}

// What is loaded again has been written since.
// expect: any
void words_in_place(uint8_t *b, int n) {
  for (int i = 0; i < n; i++) {
    const uint8_t low = b[2 * i], high = b[2 * i + 1];
    b[2 * i] = high;
    b[2 * i + 1] = low;
  }
}

// expect: vectorized
void bytes_of_words(uint8_t *restrict b, const uint64_t *restrict w, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      b[8 * i + k] = (uint8_t)(w[i] >> 8 * k);
}

// expect: vectorized
void five_fields(uint8_t *restrict y, uint8_t *restrict u, uint8_t *restrict v, const uint8_t *restrict yuyv, int n) {
  for (int i = 0; i < n; i++) {
    y[2 * i] = yuyv[4 * i];
    u[i] = yuyv[4 * i + 1];
    y[2 * i + 1] = yuyv[4 * i + 2];
    v[i] = yuyv[4 * i + 3];
  }
}

struct sample {
  int16_t left, right;
  uint32_t time;
};

// expect: vectorized
void times_apart(const struct sample *restrict s, uint8_t *restrict t, int16_t *restrict left, int n) {
  for (int i = 0; i < n; i++) {
    t[i] = (uint8_t)(s[i].time >> 8);
    left[i] = s[i].right;
  }
}

// expect: vectorized
void signs_kept(int32_t *restrict w, const int8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    w[i] = (b[2 * i + 1] << 8 | (uint8_t)b[2 * i]) << 8 >> 8;
}

// expect: vectorized
void halves_swapped(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] << 16 | x[i] >> 16;
}

// expect: vectorized
void one_byte_masked(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] & 0xff00ffu) | (x[i] & 0xff00u) << 16 >> 16;
}

// Neighbours that stand in one lane are summed by one instruction.
// expect: vectorized
void halved_both_ways(const uint8_t *restrict s, const uint8_t *restrict t, uint8_t *restrict d, int n) {
  for (int x = 0; x < n; x++)
    d[x] = (uint8_t)((s[2 * x] + s[2 * x + 1] + t[2 * x] + t[2 * x + 1] + 2) >> 2);
}

// expect: vectorized
void sums_of_two(const uint8_t *restrict s, uint16_t *restrict d, int n) {
  for (int x = 0; x < n; x++)
    d[x] = (uint16_t)(s[2 * x + 1] + 300 + s[2 * x] - (s[2 * x] >> 1));
}

// expect: vectorized
void bytes_of_words_summed(const uint16_t *restrict s, uint16_t *restrict d, int n) {
  for (int x = 0; x < n; x++)
    d[x] = (uint16_t)((s[x] & 255) + d[x] + (s[x] >> 8));
}

// expect: vectorized
void signed_upper_byte(const int16_t *restrict s, int16_t *restrict d, int n) {
  for (int x = 0; x < n; x++)
    d[x] = (int16_t)((s[x] & 255) + (s[x] >> 8));
}

// expect: vectorized
void with_alpha(const uint8_t *restrict rgb, uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++) {
    rgba[4 * i] = rgb[3 * i];
    rgba[4 * i + 1] = rgb[3 * i + 1];
    rgba[4 * i + 2] = rgb[3 * i + 2];
    rgba[4 * i + 3] = 255;
  }
}

// Zeros and other bytes stand between what is moved.
// expect: any
void with_constants(const uint8_t *restrict s, uint8_t *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    d[4 * i] = 0;
    d[4 * i + 1] = s[2 * i + 1];
    d[4 * i + 2] = 0x5a;
    d[4 * i + 3] = s[2 * i];
  }
}

// expect: any
void padded_with_zeros(const uint8_t *restrict rgb, uint8_t *restrict xrgb, int n) {
  for (int i = 0; i < n; i++) {
    xrgb[4 * i] = 0;
    xrgb[4 * i + 1] = rgb[3 * i + 2];
    xrgb[4 * i + 2] = rgb[3 * i + 1];
    xrgb[4 * i + 3] = rgb[3 * i];
  }
}

// expect: vectorized
void three_of_gray(const uint8_t *restrict gray, uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = gray[i];
}

// expect: vectorized
void gray_and_alpha(const uint8_t *restrict ga, uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++) {
    rgba[4 * i] = ga[2 * i];
    rgba[4 * i + 1] = ga[2 * i];
    rgba[4 * i + 2] = ga[2 * i];
    rgba[4 * i + 3] = ga[2 * i + 1];
  }
}

// expect: vectorized
void three_turned(const uint8_t *restrict rgb, uint8_t *restrict bgr, int n) {
  for (int i = 0; i < n; i++) {
    bgr[3 * i] = rgb[3 * i + 2];
    bgr[3 * i + 1] = rgb[3 * i + 1];
    bgr[3 * i + 2] = rgb[3 * i];
  }
}

// expect: any
void samples_with_gaps(const uint16_t *restrict s, uint16_t *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    d[4 * i] = s[3 * i + 2];
    d[4 * i + 1] = 0xffff;
    d[4 * i + 2] = s[3 * i];
    d[4 * i + 3] = s[3 * i + 1];
  }
}

// The last pixel's fourth byte is no one's.
// expect: any
void from_the_end(const uint8_t *restrict rgba, uint8_t *restrict bgr, int n) {
  for (int i = n - 1; i >= 0; i--) {
    bgr[3 * i] = rgba[4 * i + 2];
    bgr[3 * i + 1] = rgba[4 * i + 1];
    bgr[3 * i + 2] = rgba[4 * i];
  }
}

// Words that are shifted up first, as samples of 24 bits.
// expect: vectorized
void words_to_24_bits(uint8_t *restrict b, const int16_t *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t u = (uint32_t)a[i] << 8;
    b[3 * i] = (uint8_t)u;
    b[3 * i + 1] = (uint8_t)(u >> 8);
    b[3 * i + 2] = (uint8_t)(u >> 16);
  }
}

// Bits that are shifted out do not come back.
// expect: any
void shifted_to_and_fro(uint8_t *restrict y, const uint16_t *restrict x, const int32_t *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    uint16_t up = (uint16_t)(x[i] << 5);
    uint32_t far = (uint32_t)w[i] << 12;
    y[4 * i] = (uint8_t)(up >> 9);
    y[4 * i + 1] = (uint8_t)(up >> 6);
    y[4 * i + 2] = (uint8_t)(far >> 25);
    y[4 * i + 3] = (uint8_t)((int32_t)far >> 14);
  }
}
