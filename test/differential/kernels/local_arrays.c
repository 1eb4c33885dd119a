// Small arrays of the body, whose subscripts are constants once short loops are written out.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void crossed_pairs(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float t[4];
    for (int k = 0; k < 4; k++)
      t[k] = x[4 * i + k];
    float s[2] = {t[0] + t[3], t[1] + t[2]};
    y[2 * i] = s[0] - s[1];
    y[2 * i + 1] = s[0] * s[1];
  }
}

// expect: any
void folded_blocks(int16_t *restrict y, const int16_t *restrict x, int n) {
  for (int b = 0; b < n; b++) {
    int t[8], k;
    for (k = 0; k < 8; k++)
      t[k] = x[b * 8 + k];
    for (k = 0; k < 4; k++) {
      int a = t[k] + t[7 - k], d = t[k] - t[7 - k];
      t[k] = a;
      t[7 - k] = d;
    }
    for (k = 7; k >= 0; k -= 1)
      y[b * 8 + k] = (int16_t)(t[k] >> 1);
  }
}

// expect: vectorized
void window_of_function(int32_t *restrict y, const int32_t *restrict x, size_t n) {
  int32_t w[3];
  size_t i;
  for (i = 0; i < n; i++) {
    w[0] = x[i];
    w[1] = x[i + 1];
    w[2] = w[0] ^ w[1];
    w[0] += w[2];
    y[i] = w[0] - w[1] * w[2];
  }
}

// expect: vectorized
void small_matrices(float *restrict y, const float *restrict x, const float *restrict m, int n) {
  for (int i = 0; i < n; i++) {
    float v[3], r[3];
    for (int a = 0; a < 3; a++) {
      v[a] = x[3 * i + a];
      r[a] = 0;
    }
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        r[a] += m[3 * a + b] * v[b];
    for (int a = 0; a != 3; ++a)
      y[3 * i + a] = r[a];
  }
}

// expect: vectorized
void sorted_triples(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t t[3] = {x[i], x[i + 1], x[i + 2]};
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2; b++)
        if (t[b] > t[b + 1]) {
          uint8_t swap = t[b];
          t[b] = t[b + 1];
          t[b + 1] = swap;
        }
    y[i] = t[1];
  }
}

// expect: any
void two_dimensions(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int t[2][2], k;
    for (k = 0; k < 2; k++) {
      t[k][0] = x[4 * i + k];
      t[k][1] = x[4 * i + 2 + k] - t[k][0];
    }
    y[i] = t[0][0] * t[1][1] - t[0][1] * t[1][0] + k;
  }
}

// expect: any
int last_counter(const int32_t *x, int n) {
  int s = 0, k = 5;
  for (int i = 0; i < n; i++) {
    int t[2];
    for (k = 0; k < 2; k++)
      t[k] = x[i] + k;
    s += t[0] * t[1];
  }
  return s + k;
}

// expect: declined CarriedScalar
void carried_array(int32_t *restrict y, const int32_t *restrict x, int n) {
  int32_t t[2];
  for (int i = 0; i < n; i++) {
    if (i == 0)
      t[1] = 7;
    t[0] = x[i];
    y[i] = t[0] - t[1];
    t[1] = t[0];
  }
}

// expect: any
void moving_subscript(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int32_t t[4] = {1, 2, 3, 4};
    t[i & 3] = x[i];
    y[i] = t[0] + t[1] * t[2] - t[3];
  }
}

// expect: any
void pointer_into(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int32_t t[2] = {x[i], 3};
    int32_t *p = &t[0];
    *p += 2;
    y[i] = t[0] * t[1];
  }
}

// expect: vectorized
void under_conditions(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float t[2] = {0};
    if (x[i] > 0.5f)
      for (int k = 0; k < 2; k++)
        t[k] = x[i] * (float)(k + 1);
    else
      t[1] = x[i];
    y[i] = t[0] - t[1];
  }
}

// expect: vectorized
void walked_source(int32_t *restrict y, const uint8_t *restrict x, int n) {
  const uint8_t *p = x;
  for (int i = 0; i < n; i++) {
    int t[4];
    for (int k = 0; k < 4; k++)
      t[k] = *p++;
    y[i] = t[0] << 24 | t[1] << 16 | t[2] << 8 | t[3];
  }
}

// The counters of loops that are written out say how often others run.
// expect: vectorized
void walsh_hadamard(float *x, int n) {
  for (int i = 0; i < n / 8; i++) {
    float d[8];
    for (int j = 0; j < 8; j++)
      d[j] = x[8 * i + j];
    for (int h = 4; h; h >>= 1)
      for (int j = 0; j < 8; j += 2 * h)
        for (int k = j; k < j + h; k++) {
          const float u = d[k], v = d[k + h];
          d[k] = u + v;
          d[k + h] = u - v;
        }
    for (int j = 0; j < 8; j++)
      x[8 * i + j] = d[j];
  }
}

// expect: vectorized
void prefixes_of_four(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n / 4; i++) {
    uint32_t t[4], sums[4] = {0};
    for (unsigned k = 0; k < 4; k++)
      t[k] = (uint32_t)x[4 * i + (int)k];
    for (unsigned k = 0; k < 4; k++)
      for (unsigned j = k; j < 4; j += 1 + k / 2)
        sums[j] += t[k];
    for (int k = 3; k >= 0; k--)
      y[4 * i + k] = (int32_t)sums[k];
  }
}

// expect: any
void sorted_fours(int32_t *x, int n) {
  for (int i = 0; i < n / 4; i++) {
    int32_t t[4];
    for (int k = 0; k < 4; k++)
      t[k] = x[4 * i + k];
    for (int end = 3; end > 0; end--)
      for (int k = 0; k < end; k++) {
        const int32_t low = t[k] < t[k + 1] ? t[k] : t[k + 1], high = t[k] < t[k + 1] ? t[k + 1] : t[k];
        t[k] = low;
        t[k + 1] = high;
      }
    for (int k = 0; k < 4; k++)
      x[4 * i + k] = t[k];
  }
}

// expect: any
int kept_by_channel(const int *restrict a, int n, int j, int ci) {
  int p[2] = {0};
  for (; j < n; j++)
    p[ci & 1] += a[j];
  return p[0] * 3 + p[1];
}
