// Functions whose loops end by the data, evaluated in place in each lane.
#include <stdint.h>

static int steps(unsigned v, unsigned limit) {
  int n = 0;
  while (v != 1 && v < limit) {
    v = v & 1 ? 3 * v + 1 : v >> 1;
    if (++n > 40)
      break;
  }
  return n;
}

// expect: any
void collatzes(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = steps(x[i] | 1u, 5000u) - 1;
}

static float root(float a) {
  float r = a, o;
  do {
    o = r;
    r = 0.5f * (r + a / r);
  } while (o - r > 1e-4f * r);
  return r;
}

// expect: vectorized avx512
void roots(float *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = root(x[i] + 1.0f) + root(x[i] * 0.5f + 1.0f);
}

static inline float twice(float a) { return root(a) * 2; }

// expect: vectorized avx512
void nested_calls(float *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = twice(x[i] + 1.0f);
}

// expect: any
void conditional(float *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 9 ? root(x[i] + 1.0f) : 0;
}

// expect: any
void in_if(float *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = 1;
    if (x[i] > 9)
      y[i] = root(x[i] + 1.0f);
  }
}

static int find(const int *t, int key, int m) {
  int lo = 0, hi = m;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (t[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

// expect: any
void finds(int *restrict y, const int *restrict t, const int *restrict k, int n, int m) {
  for (int i = 0; i < n; i++)
    y[i] = find(t, k[i], m & 15) + k[i];
}

static void advance(float *p, float t) {
  while (*p < t)
    *p = *p * 1.5f + 1;
}

// expect: any
void advances(float *restrict y, const float *restrict t, int n) {
  for (int i = 0; i < n; i++)
    advance(&y[i], t[i] > 1e6f ? 1e6f : t[i]);
}

static int early(int v) {
  if (v < 10)
    return v;
  while (v > 10)
    v -= 7;
  return v;
}

// expect: any
void earlies(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = early(x[i]);
}

static int reuse(int v) {
  int i;
  for (i = 0; i < 9; i++) {
    if (v > 100)
      break;
    v += v + i;
  }
  return i + v;
}

// expect: vectorized avx512
int sums(const uint8_t *restrict x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += reuse(x[i]) * reuse(x[i] & 15);
  return s;
}

// expect: any
void args(int *restrict y, const uint8_t *restrict x, int n) {
  for (int v = 0; v < n; v++)
    y[v] = reuse(v & 63) + x[v];
}

static int escapes(float cx, float cy, int most) {
  float x = 0, y = 0;
  for (int k = 0; k < most; k++) {
    float x2 = x * x, y2 = y * y;
    if (x2 + y2 > 4.0f)
      return k;
    y = 2 * x * y + cy;
    x = x2 - y2 + cx;
  }
  return most;
}

// expect: vectorized avx512
void picture(int *restrict out, const float *restrict cx, float cy, int n) {
  for (int i = 0; i < n; i++)
    out[i] = escapes(cx[i], cy, 60);
}

static float hit(float d) {
  float t = 0;
  for (int s = 0; s < 32; s++) {
    float r = d * t - 1.0f;
    if (r > -0.01f) {
      if (r < 0.01f)
        return t;
      t -= 0.1f;
      continue;
    }
    t += r * r + 0.01f;
    if (t > 20.0f)
      return -1.0f;
  }
  return -2.0f;
}

// expect: any
void march(float *restrict out, const float *restrict d, int n) {
  for (int i = 0; i < n; i++)
    out[i] = hit(d[i]);
}

static int prime(int v) {
  if (v < 2)
    return 0;
  for (int d = 2; d * d <= v; d++)
    if (v % d == 0)
      return 0;
  return 1;
}

static int prime2(int v) {
  for (int d = 2; d * d <= v; d++)
    if (v % d == 0)
      return 0;
  return v > 1;
}

// expect: any
void primes(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = prime(x[i]);
}

// expect: any
void primes2(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = prime2(x[i]) + 3 * prime2(x[i] / 2);
}

static int two_deep(int v) {
  for (int a = 0; a < 9; a++) {
    int w = v;
    while (w > 3) {
      w -= 2;
      if (w == a)
        return w;
    }
    v += a;
    if (v > 90)
      break;
  }
  return v;
}

// expect: any
void deeps(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = two_deep(x[i] & 31);
}
