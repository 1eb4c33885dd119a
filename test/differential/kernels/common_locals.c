// Scalars that an inner loop hands on and that are the same in all lanes, and such that are not.
#include <stdint.h>

// expect: vectorized
void times_in_field(uint8_t *dst, const uint8_t *src, uint8_t c, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t a = src[i], b = c, r = 0;
    for (int k = 0; k < 8; k++) {
      if (b & 1)
        r ^= a;
      uint8_t hi = a & 0x80;
      a <<= 1;
      if (hi)
        a ^= 0x1b;
      b >>= 1;
    }
    dst[i] ^= r;
  }
}

// expect: vectorized
void fading_echoes(float *restrict y, const float *restrict x, int taps, int n, float fade) {
  for (int i = 0; i < n; i++) {
    float weight = 1, sum = 0;
    for (int k = 0; k < taps; k++) {
      sum += weight * x[i + k];
      weight *= fade;
    }
    y[i] = sum;
  }
}

// expect: vectorized
void wavetable_voices(float *restrict out, const float table[16], const float *restrict gain, int steps, int step, int n) {
  for (int i = 0; i < n; i++) {
    int place = 3;
    float sum = 0;
    for (int k = 0; k < steps; k++) {
      sum += table[place] * gain[k * n + i];
      place = (place + step) & 15;
    }
    out[i] = sum;
  }
}

// expect: vectorized
void dithered(uint8_t *restrict out, const uint16_t *restrict in, int planes, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t seed = 12345, sum = 0;
    for (int k = 0; k < planes; k++) {
      seed = seed * 1664525 + 1013904223;
      sum += (in[k * n + i] + (seed >> 24)) >> 8;
    }
    out[i] = (uint8_t)sum;
  }
}

// The branch is one for all lanes; what it sets is, too.
// expect: vectorized
void doubled_now_and_then(int32_t *restrict y, const int32_t *restrict x, const int32_t *restrict when, int steps, int n) {
  for (int i = 0; i < n; i++) {
    int factor = 1, sum = 0;
    for (int k = 0; k < steps; k++) {
      if (when[k] > 10) {
        factor = (factor * 2) % 1000003;
        sum ^= when[k];
      } else {
        factor += 3;
      }
      sum += factor ^ x[k * n + i];
    }
    y[i] = sum;
  }
}

// Not the same in all lanes: what a lane has read decides.
// expect: vectorized
void steps_of_lanes(int32_t *restrict y, const int32_t *restrict x, int steps, int n) {
  for (int i = 0; i < n; i++) {
    int factor = 1, other = 5, sum = 0;
    for (int k = 0; k < steps; k++) {
      int next = other;
      if (x[k * n + i] > 0)
        next = other + 1;
      sum += factor ^ x[k * n + i];
      factor = other;
      other = next;
    }
    y[i] = sum;
  }
}

// expect: vectorized
void through_two_loops(int32_t *restrict y, const int32_t *restrict x, int rows, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t turn = 1, sum = 0;
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < 3; k++) {
        turn = turn << 3 | turn >> 29;
        sum += turn ^ (uint32_t)x[(r * 3 + k) * n + i];
      }
      turn ^= (uint32_t)r;
    }
    y[i] = (int32_t)(sum + turn);
  }
}

// Under a condition of the lanes the whole loop runs for some of them only.
// expect: vectorized
void where_positive(int32_t *restrict y, const int32_t *restrict x, const int32_t *restrict w, int steps, int n) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    if (x[i] > 0) {
      int power = 1;
      for (int k = 0; k < steps; k++) {
        sum += power ^ w[k];
        power = power * 3 & 0xffff;
      }
      sum += power;
    }
    y[i] = sum;
  }
}

// expect: vectorized
void last_power(int32_t *restrict y, const int32_t *restrict x, int32_t *restrict last, int steps, int n) {
  int power = 0;
  for (int i = 0; i < n; i++) {
    int sum = x[i];
    power = 1;
    for (int k = 0; k < steps; k++) {
      sum ^= power;
      power = power * 5 & 0xfffff;
    }
    y[i] = sum;
  }
  *last = power;
}

// A chain of places, followed once for all lanes.
// expect: vectorized
void rows_of_chain(float *restrict y, const float m[restrict static 256], const uint8_t next[static 16], int length) {
  for (int i = 0; i < 16; i++) {
    int row = 0;
    float sum = 0;
    for (int k = 0; k < length; k++) {
      sum += m[row * 16 + i];
      row = next[row] & 15;
    }
    y[i] = sum;
  }
}

// expect: vectorized
void horner_powers(double *restrict y, const double *restrict x, double t, int degree, int n) {
  for (int i = 0; i < n; i++) {
    double power = 1, sum = 0;
    for (int k = 0; k < degree; k++) {
      sum += power * x[k * n + i];
      power = k & 1 ? power * t : power / t;
    }
    y[i] = sum + power;
  }
}

// expect: vectorized
void flags_by_bit(uint8_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    unsigned bits = 0, bit = 0x80;
    for (int k = 0; k < 8; k++) {
      if (in[8 * i + k] < 0)
        bits |= bit;
      bit >>= 1;
    }
    out[i] = (uint8_t)bits;
  }
}

// The amount is beyond the type where nothing is shifted.
// expect: vectorized
void shifts_that_end(uint32_t *restrict y, const uint32_t *restrict x, uint32_t word, unsigned first, int steps, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t sum = 0, part = 0;
    unsigned amount = first & 31;
    for (int k = 0; k < steps; k++) {
      if (amount < 32)
        part = word >> amount ^ part;
      sum += part ^ x[k * n + i];
      amount += 5;
    }
    y[i] = sum;
  }
}
