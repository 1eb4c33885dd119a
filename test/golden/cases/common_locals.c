// RUN avx2: --target=avx2 -- -mavx2 -mfma
// RUN avx512: --target=avx512 -- -mavx512f -mavx512bw -mavx512dq -mavx512vl
// What an inner loop hands on and is the same in all lanes stays a scalar; written out, it leaves the loop.
#include <stdint.h>

void times_in_field(uint8_t *restrict dst, const uint8_t *restrict src, uint8_t factor, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t a = src[i], bits = factor, product = 0;
    for (int k = 0; k < 8; k++) {
      if (bits & 1)
        product ^= a;
      uint8_t top = a & 0x80;
      a <<= 1;
      if (top)
        a ^= 0x1b;
      bits >>= 1;
    }
    dst[i] = product;
  }
}

void wavetable_voices(float *restrict out, const float table[16], const float *restrict gain, int steps, int step,
                      int n) {
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
