// Branches whose sides do much the same: signs handled apart, dead zones, values set several times on a side.
#include <stdint.h>

// expect: vectorized
void round_quotients(int16_t *restrict o, const int16_t *restrict w, const int16_t *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    int q = d[i] | 1, t = w[i];
    if (t < 0) {
      t = -t;
      t += q >> 1;
      if (t >= q)
        t /= q;
      else
        t = 0;
      t = -t;
    } else {
      t += q >> 1;
      if (t >= q)
        t /= q;
      else
        t = 0;
    }
    o[i] = (int16_t)t;
  }
}

// expect: vectorized
void guarded_quotients(int *restrict o, const int *restrict w, const int *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    int t = w[i] >> 8;
    if (d[i] != 0) {
      if (t < 0)
        t = -((3 - t) / (d[i] >> 4 | 1));
      else
        t = (t + 3) / (d[i] >> 4 | 1);
      t ^= 1;
    }
    o[i] = t;
  }
}

// expect: vectorized
void round_away(int *restrict o, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const int v = x[i] >> 2;
    o[i] = v >= 0 ? (v * 77 + 64) >> 7 : -((-v * 77 + 64) >> 7);
  }
}

// expect: vectorized
void deadzone(float *restrict o, const float *restrict x, float q, float b, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i];
    if (v > b) {
      v -= b;
      v *= q;
      v += 0.5f;
    } else if (v < -b) {
      v += b;
      v *= q;
      v -= 0.5f;
    } else {
      v = 0;
    }
    o[i] = v;
  }
}

// expect: vectorized
void negated_quotients(float *restrict o, const float *restrict x, const float *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      o[i] = -((1.0f - x[i]) / (y[i] + 2.0f));
    else
      o[i] = (x[i] + 1.0f) / (y[i] + 2.0f);
  }
}

// expect: vectorized
int values_inside(int *restrict o, const int *restrict w, int q, int n) {
  unsigned last = 0;
  for (int i = 0; i < n; i++) {
    int x = w[i] & 1023, y = 3;
    if (x > 2) {
      x -= q & 15;
      if (x > 5) {
        x *= 2;
        y += x;
      } else {
        y = x & 3;
        x = 1;
      }
      x ^= y;
      last += (unsigned)x;
    } else if (x == 1) {
      last += 3;
      y = 9;
    }
    o[i] = x + y;
  }
  return (int)(last & 0xffff);
}

// expect: vectorized
void loop_on_one_side(int *restrict o, const short *restrict a, const short *restrict w, int n, int m) {
  for (int i = 0; i < n; i++) {
    int s = a[i];
    if (s > 0) {
      for (int j = 0; j < m; j++)
        s += a[i] * w[j];
      s >>= 2;
    } else {
      s = -s;
    }
    o[i] = s;
  }
}

// expect: vectorized
long sums_of_sides(const int *x, int t, int n) {
  long up = 0, down = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > t) {
      up += x[i];
      if (x[i] > 2 * (t & 1023))
        up += 7;
    } else {
      down -= x[i];
      if (x[i] < -100)
        down += x[i] & 3;
    }
  }
  return up ^ down;
}

// expect: any
void roots(double *restrict o, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    double v = x[i];
    if (v >= 0) {
      v = __builtin_sqrt(v);
    } else {
      v = __builtin_sqrt(-v);
      v = -v;
    }
    o[i] = v;
  }
}
