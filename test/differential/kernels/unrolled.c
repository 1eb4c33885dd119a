// Loops that were unrolled by hand: they are rolled up again, and the source's loop resumes between whole iterations.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void scale_by_threes(float *restrict y, const float *restrict x, float s, int n) {
  for (int i = 0; i < n; i += 3) {
    y[i] = s * x[i];
    y[i + 1] = s * x[i + 1];
    y[i + 2] = s * x[i + 2];
  }
}

// expect: vectorized
void in_place_by_fives(double *y, const double *x, double s, int n) {
  for (int i = 0; i + 5 <= n; i += 5) {
    y[i] += s * x[i];
    y[i + 1] += s * x[i + 1];
    y[i + 2] += s * x[i + 2];
    y[i + 3] += s * x[i + 3];
    y[i + 4] += s * x[i + 4];
  }
}

// The pixel's number is the counter, not its channel's.
// expect: any
void gain_of_rgb(uint8_t *restrict out, const uint8_t *restrict in, int gain, int n) {
  for (int p = 0; p < n; p++) {
    int r = (in[3 * p] * (gain & 0xff)) >> 7, g = (in[3 * p + 1] * (gain & 0xff)) >> 7,
        b = (in[3 * p + 2] * (gain & 0xff)) >> 7;
    out[3 * p] = (uint8_t)(r > 255 ? 255 : r);
    out[3 * p + 1] = (uint8_t)(g > 255 ? 255 : g);
    out[3 * p + 2] = (uint8_t)(b > 255 ? 255 : b);
  }
}

// expect: vectorized
int sum_by_sevens(const int *x, int n) {
  unsigned sum = 0;
  for (int i = 0; i + 7 <= n; i += 7) {
    sum += (unsigned)x[i];
    sum += (unsigned)x[i + 1];
    sum += (unsigned)x[i + 2];
    sum += (unsigned)x[i + 3];
    sum += (unsigned)x[i + 4];
    sum += (unsigned)x[i + 5];
    sum += (unsigned)x[i + 6];
  }
  return (int)(sum & 0x7fffffff);
}

// expect: any
unsigned sum_in_one_expression(const uint16_t *x, const uint16_t *y, int n) {
  unsigned sum = 5;
  for (int i = 0; i + 3 <= n; i += 3)
    sum = sum + x[i] * (y[i] & 7u) + x[i + 1] * (y[i + 1] & 7u) + x[i + 2] * (y[i + 2] & 7u);
  return sum;
}

// expect: any
float greatest_by_threes(const float *x, int n) {
  float most = -1000;
  for (int i = 0; i + 3 <= n; i += 3) {
    if (x[i] > most)
      most = x[i];
    if (x[i + 1] > most)
      most = x[i + 1];
    if (x[i + 2] > most)
      most = x[i + 2];
  }
  return most;
}

// Each copy reads what the next one writes.
// expect: vectorized
void shift_by_threes(int *a, int n) {
  for (int i = 0; i + 4 <= n; i += 3) {
    a[i] = a[i + 1] ^ 21;
    a[i + 1] = a[i + 2] ^ 21;
    a[i + 2] = a[i + 3] ^ 21;
  }
}

// Each copy reads what the one before wrote: no lanes, however it is written.
// expect: any
void chain_by_threes(int *a, int n) {
  for (int i = 1; i + 3 <= n; i += 3) {
    a[i] = a[i - 1] ^ 21;
    a[i + 1] = a[i] ^ 21;
    a[i + 2] = a[i + 1] ^ 21;
  }
}

// Four copies at a time are eight apart from what they read.
// expect: any
void eight_apart(float *a, int n) {
  for (int i = 8; i + 6 <= n; i += 6) {
    a[i] = a[i - 8] * 0.5f;
    a[i + 1] = a[i - 7] * 0.5f;
    a[i + 2] = a[i - 6] * 0.5f;
    a[i + 3] = a[i - 5] * 0.5f;
    a[i + 4] = a[i - 4] * 0.5f;
    a[i + 5] = a[i - 3] * 0.5f;
  }
}

// expect: vectorized
void temporaries(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i + 3 <= n; i += 3) {
    float a = x[i] * x[i];
    y[i] = a + 1;
    float b = x[i + 1] * x[i + 1];
    y[i + 1] = b + 1;
    float c = x[i + 2] * x[i + 2];
    y[i + 2] = c + 1;
  }
}

// No copies: the temporaries trade places.
// expect: any
void temporaries_mixed(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i + 2 <= n; i += 2) {
    float a = x[i] * 2, b = x[i] * 3;
    y[i] = a + b;
    float c = x[i + 1] * 2;
    c = x[i + 1] * 3;
    y[i + 1] = c + c;
  }
}

// expect: any
void counters_as_values(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i + 3 <= n; i += 3) {
    if (x[i] > 0)
      y[i] = i;
    if (x[i + 1] > 0)
      y[i + 1] = i + 1;
    if (x[i + 2] > 0)
      y[i + 2] = i + 2;
  }
}

// expect: any
int last_one_lives(int *restrict y, const int *restrict x, int n) {
  int t = -1;
  for (int i = 0; i + 3 <= n; i += 3) {
    t = x[i] >> 1;
    y[i] = t;
    t = x[i + 1] >> 1;
    y[i + 1] = t;
    t = x[i + 2] >> 1;
    y[i + 2] = t;
  }
  return t;
}

// expect: any
void walked(int16_t *y, const int16_t *x, int n) {
  const int16_t *end = x + n / 3 * 3;
  while (x < end) {
    *y++ = (int16_t)(*x++ ^ 85);
    *y++ = (int16_t)(*x++ ^ 85);
    *y++ = (int16_t)(*x++ ^ 85);
  }
}

// expect: any
void downwards_by_threes(float *restrict y, const float *restrict x, int n) {
  for (int i = n; i >= 3; i -= 3) {
    y[i - 1] = x[i - 1] + 2;
    y[i - 2] = x[i - 2] + 2;
    y[i - 3] = x[i - 3] + 2;
  }
}

// expect: any
void gathered(float *restrict y, const float *restrict x, const uint8_t *restrict at, int n) {
  for (int i = 0; i + 3 <= n; i += 3) {
    y[i] += x[at[i] & 3];
    y[i + 1] += x[at[i + 1] & 3];
    y[i + 2] += x[at[i + 2] & 3];
  }
}

// Rows written out by hand, a pitch apart: copies are iterations of a loop inside.
// expect: vectorized
void clamp_rows_of_eight(uint8_t *restrict pixels, const int16_t *block, ptrdiff_t pitch, int rows) {
  for (int i = 0; i < rows; i++) {
    pixels[0] = (uint8_t)(block[0] < 0 ? 0 : block[0] > 255 ? 255 : block[0]);
    pixels[1] = (uint8_t)(block[1] < 0 ? 0 : block[1] > 255 ? 255 : block[1]);
    pixels[2] = (uint8_t)(block[2] < 0 ? 0 : block[2] > 255 ? 255 : block[2]);
    pixels[3] = (uint8_t)(block[3] < 0 ? 0 : block[3] > 255 ? 255 : block[3]);
    pixels[4] = (uint8_t)(block[4] < 0 ? 0 : block[4] > 255 ? 255 : block[4]);
    pixels[5] = (uint8_t)(block[5] < 0 ? 0 : block[5] > 255 ? 255 : block[5]);
    pixels[6] = (uint8_t)(block[6] < 0 ? 0 : block[6] > 255 ? 255 : block[6]);
    pixels[7] = (uint8_t)(block[7] < 0 ? 0 : block[7] > 255 ? 255 : block[7]);
    pixels += pitch;
    block += 8;
  }
}

// Each copy has a temporary of its own name, and reads what its neighbours write in the next row.
// expect: any
void smooth_rows_of_four(int *image, ptrdiff_t pitch, int rows) {
  for (int y = 0; y < rows; y++) {
    int *row = image + y * pitch;
    int a = row[0] + row[1];
    row[pitch] = a >> 1;
    int b = row[1] + row[2];
    row[pitch + 1] = b >> 1;
    int c = row[2] + row[3];
    row[pitch + 2] = c >> 1;
    int d = row[3] + row[4];
    row[pitch + 3] = d >> 1;
  }
}

// A sum over the copies, and a temporary that all of them share.
// expect: any
unsigned distance_of_rows(const uint8_t *a, const uint8_t *b, ptrdiff_t pitch, int rows) {
  unsigned sum = 0;
  for (int y = 0; y < rows; y++) {
    int t;
    t = a[y * pitch] - b[y * pitch];
    sum += (unsigned)(t * t);
    t = a[y * pitch + 1] - b[y * pitch + 1];
    sum += (unsigned)(t * t);
    t = a[y * pitch + 2] - b[y * pitch + 2];
    sum += (unsigned)(t * t);
    t = a[y * pitch + 3] - b[y * pitch + 3];
    sum += (unsigned)(t * t);
  }
  return sum;
}

// Copies a row apart, which go back in memory.
// expect: any
void four_rows_at_once(float *restrict y, const float *restrict x, int pitch, int n) {
  for (int i = 0; i < n; i++) {
    y[3 * pitch + i] = x[i] * 0.5f + 0 * 2.0f;
    y[2 * pitch + i] = x[i + pitch] * 0.5f + 1 * 2.0f;
    y[pitch + i] = x[i + 2 * pitch] * 0.5f + 2 * 2.0f;
    y[i] = x[i + 3 * pitch] * 0.5f + 3 * 2.0f;
  }
}

// The fifth statement is another one: no copies.
// expect: any
void four_and_another(int *restrict d, const int *restrict s, ptrdiff_t pitch, int rows) {
  for (int i = 0; i < rows; i++) {
    d[i * pitch] = s[8 * i] + 1;
    d[i * pitch + 1] = s[8 * i + 1] + 1;
    d[i * pitch + 2] = s[8 * i + 2] + 1;
    d[i * pitch + 3] = s[8 * i + 3] + 2;
  }
}

// What one loop reads, or writes, the next one reads.
// expect: vectorized
void relax_cells(float *restrict f, int cells, float omega) {
  for (int i = 0; i < cells; i++) {
    float sum = 0;
    for (int k = 0; k < 9; k++)
      sum += f[k * cells + i];
    for (int k = 0; k < 9; k++)
      f[k * cells + i] += omega * (sum / 9 - f[k * cells + i]);
  }
}

// expect: vectorized
void centred_and_scaled(float (*restrict x)[300], int n) {
  for (int i = 0; i < n; i++) {
    float most = x[0][i], sum = 0;
    for (int k = 0; k < 9; k++)
      most = x[k][i] > most ? x[k][i] : most;
    for (int k = 0; k < 9; k++)
      x[k][i] -= most;
    for (int k = 0; k < 9; k++)
      sum += x[k][i] * x[k][i];
    for (int k = 0; k < 9; k++)
      x[k][i] /= sum;
  }
}

// One row behind what the loop before has.
// expect: vectorized
void shifted_rows(int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < 10; k++)
      sum += x[k * 512 + i];
    for (int k = 0; k < 10; k++)
      x[k * 512 + 512 + i] = x[k * 512 + i] + sum;
  }
}

// expect: vectorized
void velocities_then_places(double *x, double *v, double *f, double half, double step, int n) {
  for (int i = 0; i < n; i++) {
    v[3 * i] += half * f[3 * i];
    v[3 * i + 1] += half * f[3 * i + 1];
    v[3 * i + 2] += half * f[3 * i + 2];
    x[3 * i] += step * v[3 * i];
    x[3 * i + 1] += step * v[3 * i + 1];
    x[3 * i + 2] += step * v[3 * i + 2];
  }
}

// expect: any
void stores_that_later_ones_read(int *v, int n) {
  for (int i = 0; i < n; i++) {
    v[4 * i] += 1;
    v[4 * i + 1] += 3;
    v[4 * i + 2] = v[4 * i] - 1;
    v[4 * i + 3] = v[4 * i + 1] - 1;
  }
}

// expect: any
void crossed_pairs(float *x, float *v, float factor, int n) {
  for (int i = 0; i < n; i++) {
    v[2 * i] *= factor;
    v[2 * i + 1] *= factor;
    x[2 * i] = v[2 * i + 1] + 1;
    x[2 * i + 1] = v[2 * i] + 1;
  }
}

// expect: any
void three_groups_of_two(int *a, int *b, int *c, int n) {
  for (int i = 0; i < n; i++) {
    a[2 * i] = b[2 * i] ^ 5;
    a[2 * i + 1] = b[2 * i + 1] ^ 5;
    c[2 * i] -= a[2 * i];
    c[2 * i + 1] -= a[2 * i + 1];
    b[2 * i] = c[2 * i] & 255;
    b[2 * i + 1] = c[2 * i + 1] & 255;
  }
}
