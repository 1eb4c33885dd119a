// Loops inside that lanes leave at different times: what their first iterations touch is touched for sure, what others
// do is not.
#include <stdint.h>

struct plane {
  float a, b, c, d;
};
struct sphere {
  float x, y, z, r;
};

// expect: vectorized
void inside_all(const struct plane *restrict p, const struct sphere *restrict s, uint8_t *restrict visible, int n) {
  for (int i = 0; i < n; i++) {
    int in = 1;
    for (int k = 0; k < 6 && in; k++)
      in = p[k].a * s[i].x + p[k].b * s[i].y + p[k].c * s[i].z + p[k].d >= -s[i].r;
    visible[i] = in;
  }
}

// expect: vectorized
void first_outside(const float *restrict limit, const float *restrict x, int *restrict which, int n) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (; k < 12; k++)
      if (x[i] > limit[k])
        break;
    which[i] = k;
  }
}

// The loop may end before it reads anything.
// expect: any
void may_not_begin(const float *restrict x, const int *restrict left, float *restrict y, int n, int m) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    int more = left[i] & 7;
    for (int k = 0; k < m && more; k++) {
      sum += x[i];
      more--;
    }
    y[i] = sum + more;
  }
}

// Only lanes that go on read the second table.
// expect: any
void goes_on(const float *restrict x, const float *restrict more, float *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i];
    int go = 1;
    for (int k = 0; k < 5 && go; k++) {
      if (v > 1.0f)
        break;
      v = v * 0.5f + more[i];
      go = v < 4.0f;
    }
    y[i] = v;
  }
}

// expect: any
void reads_own_row(const int16_t *restrict rows, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int16_t best = rows[4 * i];
    _Bool go = 1;
    for (int k = 1; k < 4 && go; k++) {
      go = rows[4 * i + k] > best;
      if (go)
        best = rows[4 * i + k];
    }
    y[i] = best;
  }
}

// The loop changes what it reads.
// expect: any
void changes_its_own(float *restrict x, const float *restrict step, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 9; k++) {
      if (x[i] > 1.0f)
        break;
      x[i] += step[i];
    }
}

// expect: any
void escapes(const float *restrict re, const float *restrict im, uint16_t *restrict count, int n, int most) {
  for (int i = 0; i < n; i++) {
    float a = 0, b = 0;
    int k = 0;
    while (k < most && a * a + b * b < 4.0f) {
      float t = a * a - b * b + re[i];
      b = 2 * a * b + im[i];
      a = t;
      k++;
    }
    count[i] = k;
  }
}

// expect: any
void sum_of_sure_rows(const float *restrict x, const float *restrict w, const int *restrict on, float *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < 4; k++)
      if (on[k])
        sum += w[k] * x[i + k];
    y[i] = on[0] ? x[i] + sum : sum;
  }
}
