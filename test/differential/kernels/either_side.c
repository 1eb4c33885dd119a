// Places of one array whose distance is known when the loop begins: lanes if it is long or the reads come first.
#include <stddef.h>
#include <stdint.h>

// expect: any
void add_part(double *a, int o, int p, int n, double t) {
  for (int i = 0; i < n; i++)
    a[o + i] += t * a[p + i];
}

// expect: any
void add_column(double *a, int pitch, int n, int j, int k, double t) {
  for (int i = k + 1; i < n; i++)
    a[pitch * j + i] += t * a[pitch * k + i];
}

// expect: any
void add_row(float *m, int w, int r, int s) {
  for (int x = 0; x < w; x++)
    m[r * w + x] += m[s * w + x];
}

// expect: any
void exchange_parts(int16_t *a, size_t o, size_t p, int n) {
  for (int i = 0; i < n; i++) {
    int16_t t = a[o + i];
    a[o + i] = a[p + i];
    a[p + i] = t;
  }
}

// expect: any
void rotate_parts(float *a, int o, int p, int n, float c, float s) {
  for (int i = 0; i < n; i++) {
    float u = a[o + i], v = a[p + i];
    a[o + i] = c * u - s * v;
    a[p + i] = s * u + c * v;
  }
}

// Two elements a step.
// expect: any
void every_other(int32_t *a, int o, int p, int n) {
  for (int i = 0; i < n; i++)
    a[o + 2 * i] = a[p + 2 * i] * 3 + 1;
}

// Downwards.
// expect: any
void downwards(uint8_t *a, int o, int p, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[o + i] = a[p + i] ^ 0x5a;
}

// Two distances: no condition for each.
// expect: any
void two_sources(float *a, int o, int p, int q, int n) {
  for (int i = 0; i < n; i++)
    a[o + i] = a[p + i] + a[q + i];
}

// A sum beside it.
// expect: any
int32_t moved_sum(int32_t *a, int o, int p, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++) {
    s += a[p + i];
    a[o + i] = a[p + i] - i;
  }
  return s;
}

// Short and constant.
// expect: any
void sixteen(double *a, int o, int p) {
  for (int i = 0; i < 16; i++)
    a[o + i] -= a[p + i];
}

// In rows.
// expect: any
void add_blocks(float *a, int o, int p, int h, int w, int pitch) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[o + y * pitch + x] += a[p + y * pitch + x];
}
