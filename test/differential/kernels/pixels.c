// Members of pixels and samples that are made as wide as the whole of them.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void luma(float *restrict out, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    out[i] = 0.25f * rgba[4 * i] + 0.5f * rgba[4 * i + 1] + 0.125f * rgba[4 * i + 2];
}

// expect: vectorized
void with_alpha(int32_t *restrict out, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (rgba[4 * i] * 77000 + rgba[4 * i + 1] * 150000 - rgba[4 * i + 2] * 29000) ^ rgba[4 * i + 3];
}

// The first and the last are missing.
// expect: vectorized
void inner_two(float *restrict out, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)rgba[4 * i + 1] - (float)rgba[4 * i + 2];
}

// expect: any
void one_of_four(float *restrict out, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)rgba[4 * i + 1] * 0.5f;
}

struct bgra {
  uint8_t b, g, r, a;
};

// expect: vectorized
void to_planes(float *restrict r, float *restrict g, float *restrict b, const struct bgra *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    r[i] = (float)in[i].r / 255.0f;
    g[i] = (float)in[i].g / 255.0f;
    b[i] = (float)in[i].b / 255.0f;
  }
}

// Words of two: unsigned halves.
// expect: vectorized
void stereo(float *restrict out, const uint16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)in[2 * i] * 0.5f + (float)in[2 * i + 1] * 0.25f;
}

// expect: vectorized
void pairs_of_bytes(int16_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)((in[2 * i] - 128) * (in[2 * i + 1] - 100));
}

// Signed ones, and a neighbour: the other way.
// expect: vectorized
void signed_members(float *restrict out, const int8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)in[4 * i] * 0.5f + (float)in[4 * i + 3];
}

// expect: vectorized
void and_the_next(float *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)in[4 * i] - (float)in[4 * i + 4];
}

// One of them is needed as it is, too.
// expect: vectorized
void kept_alpha(float *restrict out, uint8_t *restrict alpha, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = (float)in[4 * i] + (float)in[4 * i + 1];
    alpha[i] = in[4 * i + 3];
  }
}

// expect: vectorized
int32_t weighted_sum(const uint8_t *in, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[4 * i] * 3 + in[4 * i + 1] * 500 + in[4 * i + 3] * 70000;
  return sum;
}

// Bytes of pixels with a sign, times a number.
// expect: vectorized
void transform_colour(uint32_t *data, int n, int8_t to_red) {
  for (int i = 0; i < n; ++i) {
    const uint32_t pixel = data[i];
    const int8_t green = (int8_t)(pixel >> 8);
    int blue = pixel & 0xff;
    blue -= (to_red * green) >> 5;
    data[i] = (pixel & 0xff00ff00u) | (blue & 0xff);
  }
}

// expect: vectorized
void transform_both(uint32_t *data, int n, int8_t by_red, int8_t by_green) {
  for (int i = 0; i < n; ++i) {
    const uint32_t pixel = data[i];
    const int8_t red = (int8_t)(pixel >> 16), green = (int8_t)(pixel >> 8);
    int blue = pixel & 0xff;
    blue -= (by_red * red) >> 5;
    blue -= (by_green * green) >> 5;
    data[i] = blue & 0xff;
  }
}
