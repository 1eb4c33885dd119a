// Rows of few columns, which are summed up besides: blocks of quantized numbers.
#include <math.h>
#include <stdint.h>

struct block {
  float scale, sum;
  int8_t values[32];
};

// expect: vectorized
void quantized(const float *restrict x, struct block *restrict blocks, int n) {
  for (int i = 0; i < n; i++) {
    float most = 0.0f;
    for (int j = 0; j < 32; j++) {
      const float magnitude = fabsf(x[32 * i + j]);
      most = most > magnitude ? most : magnitude;
    }
    const float scale = most / 127, inverse = scale ? 1.0f / scale : 0.0f;
    blocks[i].scale = scale;
    int sum = 0;
    for (int j = 0; j < 16; j++) {
      blocks[i].values[j] = roundf(x[32 * i + j] * inverse);
      blocks[i].values[16 + j] = roundf(x[32 * i + 16 + j] * inverse);
      sum += blocks[i].values[j];
      sum += blocks[i].values[16 + j];
    }
    blocks[i].sum = sum * scale;
  }
}

// expect: vectorized
void summed_blocks(const int16_t *restrict x, int32_t *restrict sums, int n) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0; j < 24; j++)
      sum += x[24 * i + j] * x[24 * i + j];
    sums[i] = sum;
  }
}

// expect: vectorized
void rows_halved(const int32_t *restrict x, int16_t *restrict y, int64_t *restrict sums, int n) {
  for (int i = 0; i < n; i++) {
    int64_t sum = i;
    for (int j = 0; j < 20; j++) {
      y[20 * i + j] = x[20 * i + j] >> 1;
      sum += y[20 * i + j];
    }
    sums[i] = sum;
  }
}

// expect: vectorized
void fewest_of_rows(const uint8_t *restrict x, uint8_t *restrict fewest, uint8_t *restrict above, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t least = 255;
    for (int j = 0; j < 64; j++)
      if (x[64 * i + j] < least)
        least = x[64 * i + j];
    fewest[i] = least;
    for (int j = 0; j < 64; j++)
      above[64 * i + j] = x[64 * i + j] - least;
  }
}

// expect: vectorized avx2
void lags(const int16_t *x, int32_t *restrict r) {
  for (int k = 0; k < 9; k++) {
    int sum = 0;
    for (int i = k; i < 160; i++)
      sum += x[i] * x[i - k];
    r[k] = sum;
  }
}
