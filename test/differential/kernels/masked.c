// Masked accesses that some compilers take for others.
#include <stddef.h>
#include <stdint.h>

// What is read, if at all, is written before the choice is made.
// expect: vectorized
void masked_exchange(int n, const float *restrict c, float *restrict a, const float *restrict b, float *restrict out) {
  for (int i = 0; i < n; i++) {
    float was = 7.0f;
    if (c[i] > 0.0f) {
      was = a[i];
      a[i] = b[i];
    }
    out[i] = was;
  }
}

// expect: vectorized
void masked_exchange_sums(int n, const int32_t *restrict c, int32_t *restrict a, const int32_t *restrict b,
                          int32_t *restrict out) {
  for (int i = 0; i < n; i++) {
    int32_t sum = b[i] & 0xffff;
    if (c[i] > 0) {
      sum += a[i] & 0xffff;
      a[i] = b[i];
    }
    out[i] = sum;
  }
}

// expect: vectorized
void masked_exchange_bytes(int n, const uint8_t *restrict c, uint8_t *restrict a, const uint8_t *restrict b,
                           uint8_t *restrict out) {
  for (int i = 0; i < n; i++) {
    uint8_t was = 0;
    if (c[i] > 100) {
      was = a[i];
      a[i] = b[i];
    }
    out[i] = was;
  }
}

// One condition for all lanes, of what is read backwards.
// expect: vectorized
void masked_all_backwards(int n, float level, const float *restrict x, float *restrict y, float other) {
  for (int i = 0; i < n; i++)
    y[n - 1 - i] = 0.5f * (1.0f < level ? x[i] : other);
}

// expect: vectorized
void masked_all_filter(int n, const float *restrict w, const float *restrict x, float *restrict y, float other) {
  for (int j = n; j-- > 2;) {
    float s = 0.0f;
    for (int k = 0; k < 8; k++)
      s -= (1.0f < w[k] ? x[k + j] : other) - w[k];
    y[j] = s;
  }
}

// Eight bytes are compared at a time: is the read needed at all?
// expect: vectorized
void masked_any_of_bytes(size_t n, const uint8_t *restrict x, size_t m, const uint8_t *restrict a, uint8_t *restrict y) {
  for (size_t i = 0; i < n; i++) {
    uint8_t t = x[i];
    int s = t;
    for (size_t j = 0; j < m; j++)
      s += t >= 1 ? 1 : (uint8_t)~a[1];
    y[i] = (uint8_t)s;
  }
}

// The value that was read is chosen before the write, and used behind it.
// expect: vectorized
void masked_chosen_before(int n, const int32_t *restrict c, int32_t *restrict a, const int32_t *restrict b,
                          int32_t *restrict out) {
  for (int i = 0; i < n; i++) {
    if (c[i] < 5)
      continue;
    int32_t v = 4;
    if (4) {
      v = a[i];
      a[i] = b[i];
    }
    out[i] = v;
  }
}

// The first byte of each record is read in any case, the others are not.
// expect: any
void tag_before_word(const unsigned char *restrict x, int n, int32_t *restrict y) {
  for (int i = 0; i < n; i++) {
    unsigned char t = x[4 * i];
    y[i] = t < 100 ? t : ((const int32_t *)x)[i];
  }
}

// The masks of four registers of floats are one mask of bytes.
// expect: vectorized
void bytes_where(int n, float t, const float *restrict x, uint8_t *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      y[i] = (uint8_t)(y[i] + 3);
}

// expect: vectorized
void clipped_where(int n, const float *restrict x, const float *restrict z, uint8_t *restrict y) {
#pragma vecify shape(i:64)
  for (int i = 0; i < n; i++)
    if (x[i] >= 0.5f) {
      float t = z[i] * 2.0f;
      y[i] = (uint8_t)(t > 0.0f ? t < 255.0f ? t : 255.0f : 0.0f);
    }
}

// Branches that write to the same places: one write for both.
// expect: vectorized
void either_of_two(int *restrict y, int *restrict z, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 10) {
      const int t = x[i] * 3;
      y[i] = t;
      z[i] = t + 1;
    } else {
      const int t = x[i] - 7;
      z[i] = t * t;
      y[i] = t;
    }
  }
}

// The second branch reads what the first one may have written in other lanes.
// expect: any
void either_in_place(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 10) {
      y[i] = x[i] * 3;
      y[i] += 2;
    } else {
      y[i] = y[i] - x[i];
    }
  }
}

// Three branches, two of them under one more condition; some lanes are not written.
// expect: any
void one_of_three(short *restrict y, const short *restrict x, const short *restrict on, int n) {
  for (int i = 0; i < n; i++)
    if (on[i] > 0) {
      if (x[i] < 0) {
        y[2 * i] = (short)(x[i] + 1);
        y[2 * i + 1] = 5;
      } else {
        y[2 * i] = (short)(x[i] >> 1);
        y[2 * i + 1] = x[i];
      }
    } else if (on[i] == -3) {
      y[2 * i] = 9;
    }
}

// A row of eight places, each written in either branch.
// expect: any
void columns_of_eight(int *restrict v, const short *restrict d) {
  for (int i = 0; i < 8; i++) {
    if (d[8 + i] == 0 && d[16 + i] == 0) {
      v[i] = v[8 + i] = v[16 + i] = d[i] * 4;
    } else {
      v[i] = d[i] + d[8 + i];
      v[16 + i] = d[i] - d[16 + i];
      v[8 + i] = d[8 + i] * d[16 + i];
    }
  }
}

// The neighbour that the first branch writes lies between.
// expect: any
void either_with_neighbours(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 1.0f) {
      y[i] = x[i];
      y[i + 1] = 2.0f;
    } else {
      y[i] = x[i] * x[i];
    }
  }
}

// Opaque pixels are copied, others that are not empty are laid over what is there: one write for both.
// expect: vectorized
void lay_over(uint32_t *restrict dest, const uint32_t *restrict src, int width) {
  for (int i = 0; i < width; ++i) {
    uint32_t s = src[i], a = s >> 24;
    if (a == 0xFF) {
      dest[i] = s;
    } else if (s) {
      uint32_t d = dest[i];
      dest[i] = s + ((d & 0xff00ff) * (a ^ 0xff) >> 8);
    }
  }
}

// The second branch may read what the first one wrote.
// expect: any
void one_after_the_other(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] & 1)
      y[i] = x[i] >> 3;
    if (x[i] & 6)
      y[i] = y[i] * 3;
  }
}

// expect: vectorized
void below_between_above(short *restrict y, const short *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < -100)
      y[i] = -100;
    else if (x[i] >= 100)
      y[i] = (short)(y[i] + 100);
    else if (x[i] != 0)
      y[i] = (short)(y[i] ^ x[i]);
  }
}

// Distances by second differences, and which of several is the nearest.
// expect: vectorized
void nearest_of_a_box(int which, int distance, int step, int steps, int32_t *restrict best, uint8_t *restrict name) {
  int row = distance, rise = steps & 255;
  for (int j = 7; j >= 0; j--) {
    int d = row, x = step & 1023;
    row &= 0xffff;
    for (int i = 3; i >= 0; i--) {
      if (d < *best) {
        *best = d;
        *name = (uint8_t)which;
      }
      d += x;
      x += 32;
      best++;
      name++;
    }
    row += rise;
    rise += 128;
  }
}
