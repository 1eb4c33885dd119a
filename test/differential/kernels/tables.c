// Small arrays that are looked up.
#include <stddef.h>
#include <stdint.h>

static const char digits[] = "0123456789abcdef";
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const int8_t levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
static const float gains[8] = {1, 2.5f, -3, 0.25f, 1e-3f, -0.0f, 7, 8};
static const float more_gains[13] = {1, 2.5f, -3, 0.25f, 1e-3f, -0.0f, 7, 8, 9, -10, 11, 12, -13};
static const double steps[5] = {0.5, -1, 2, 1e300, -0.0};
static const int16_t quanta[32] = {1, -2, 3, -4, 5, -6, 7, -8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, -29, 30, 31, -32768};
static const uint8_t digits_of_ten[10] = {9, 1, 200, 3, 4, 5, 6, 7, 8, 255};
static const uint32_t palette[3][16] = {{1, 2, 3}, {0xffffffff, 0x80000000, 5}, {7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}};
static const int8_t offsets[3] = {-1, 0, 1};
static const uint8_t in_reverse[40] = {39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

// expect: vectorized
void to_hex(char *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = digits[in[i] >> 4];
    out[2 * i + 1] = digits[in[i] & 15];
  }
}

// expect: any
void to_base64(char *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    out[4 * i] = alphabet[in[3 * i] >> 2];
    out[4 * i + 1] = alphabet[(in[3 * i] & 3) << 4 | in[3 * i + 1] >> 4];
    out[4 * i + 2] = alphabet[(in[3 * i + 1] & 15) << 2 | in[3 * i + 2] >> 6];
    out[4 * i + 3] = alphabet[in[3 * i + 2] & 63];
  }
}

// expect: vectorized
void dequantize(float *restrict out, const uint8_t *restrict in, float scale, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = scale * levels[in[i] & 15];
    out[n + i] = scale * levels[in[i] >> 4];
  }
}

// expect: vectorized
void amplify(float *restrict out, const uint8_t *restrict which, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * gains[which[i] & 7];
}

// expect: vectorized
void amplify_more(float *restrict out, const uint8_t *restrict which, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * more_gains[which[i] % 13];
}

// expect: any
void by_steps(double *restrict out, const uint16_t *restrict which, int n) {
  for (int i = 0; i < n; i++)
    out[i] = steps[which[i] % 5];
}

// expect: any
void requantize(int16_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = quanta[in[i] & 31];
}

// What is no digit leads nowhere.
// expect: any
void some_digits(uint8_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] < 10 ? digits_of_ten[in[i]] : 77;
}

// expect: any
void some_digits_in_place(uint8_t *data, int n) {
  for (int i = 0; i < n; i++)
    if (data[i] < 10)
      data[i] = digits_of_ten[data[i]];
}

// expect: vectorized
void colours(uint32_t *restrict out, const uint8_t *restrict in, int k, int n) {
  k = (unsigned)k % 3;
  for (int i = 0; i < n; i++)
    out[i] = palette[k][in[i] & 15];
}

// expect: any
int signs(const int8_t *restrict in, const int8_t *restrict weights, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += offsets[(in[i] > 0) - (in[i] < 0) + 1] * weights[i];
  return sum;
}

// expect: any
void far_entries(uint8_t *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = in_reverse[8 + (in[i] & 31)];
}

// expect: any
void curve(uint8_t *pixels, int n, int contrast) {
  uint8_t table[256];
  for (int i = 0; i < 256; i++)
    table[i] = (uint8_t)(255 - ((i * (contrast & 255)) >> 8));
  for (int i = 0; i < n; i++)
    pixels[i] = table[pixels[i]];
}

struct curves {
  int size;
  uint8_t red[256], green[256], blue[256];
};

// expect: any
void apply_curves(const struct curves *c, uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++) {
    rgb[3 * i] = c->red[rgb[3 * i]];
    rgb[3 * i + 1] = c->green[rgb[3 * i + 1]];
    rgb[3 * i + 2] = c->blue[rgb[3 * i + 2]];
  }
}

// The table may be what is written.
// expect: any
void chase(struct curves *c, const uint8_t *in, int n) {
  for (int i = 0; i < n; i++)
    c->red[i & 255] = c->green[in[i]];
}

// expect: any
void chase_itself(struct curves *c, const uint8_t *in, int n) {
  for (int i = 0; i < n; i++)
    c->red[i & 255] = c->red[in[i]];
}

// expect: any
uint32_t weights_of(const uint8_t *restrict in, int n) {
  static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  uint32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += ones[in[i] & 15] + ones[in[i] >> 4];
  return sum;
}

// expect: any
void rows(uint8_t *restrict out, const uint8_t *restrict in, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = digits_of_ten[in[y * w + x] % 10] + in_reverse[x & 31];
}
