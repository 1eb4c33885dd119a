// Loops of which only a part may have lanes, in tiny strips, so that the short loops of a test have many of them.
// vecify: --plan=1
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void recurrence_between(int n, const float *restrict x, float *restrict y) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float t = x[i] * x[i] + 1.0f;
    s = s * 0.9f + t;
    y[i] = fabsf(s) / (t + 1.0f);
  }
}

// The scalar lives on behind the loop.
// expect: vectorized
float final_value(int n, float s, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    s = s * 0.5f + (x[i] * 3.0f - 1.0f) / 7.0f;
    y[i] = s * s;
  }
  return s;
}

// Others read what the iteration before left.
// expect: vectorized
void reads_before(int n, const double *restrict x, double *restrict y, double *restrict z) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    y[i] = s * s + 2.0;
    s = s * 0.25 + x[i];
    z[i] = s / 3.0;
  }
}

// expect: vectorized
void histogram(int n, const float *restrict x, int *restrict count) {
  for (int i = 0; i < n; i++) {
    float at = x[i] * 3.5f + 8.0f;
    at = at < 0.0f ? 0.0f : at > 15.0f ? 15.0f : at;
    count[at == at ? (int)at : 0]++;
  }
}

// expect: vectorized
void scan_with_conversions(int n, const uint8_t *restrict x, float *restrict y) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
    y[i] = (float)sum * 0.125f;
  }
}

// Through memory: a recurrence at distance 1 beside what has none.
// expect: vectorized
void through_memory(int n, float *restrict a, float *restrict b, const float *restrict c) {
  for (int i = 1; i < n; i++) {
    a[i] += c[i] * c[i];
    b[i] = b[i - 1] * 0.5f + a[i] / 3.0f;
  }
}

// The second statement must come first: it reads what the next iteration overwrites.
// expect: vectorized
void swapped(int n, float *restrict a, float *restrict b, const float *restrict c) {
  for (int i = 0; i < n - 1; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1] * c[i];
  }
}

// The pointers may overlap or be equal.
// expect: vectorized
void may_overlap(int n, const float *x, float *y, float *z) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2.0f + 1.0f;
    s = s * 0.75f + y[i];
    z[i] = s * s - 1.0f;
  }
}

// Conditions in the part that runs in order.
// expect: vectorized
void gate(int n, const float *restrict x, float *restrict y) {
  float level = 0;
  for (int i = 0; i < n; i++) {
    float power = x[i] * x[i];
    if (power > level)
      level = power;
    else
      level = level * 0.99f + power * 0.01f;
    y[i] = x[i] / (level + 1.0f);
  }
}

// Sums beside a recurrence: integers in lanes.
// expect: vectorized
int sum_beside(int n, const int *restrict x, unsigned *restrict y) {
  int sum = 0;
  unsigned state = 1;
  for (int i = 0; i < n; i++) {
    sum += (x[i] & 255) * 3;
    state = state * 1664525u + 1013904223u;
    y[i] = (state >> 16) ^ (unsigned)x[i];
  }
  return sum + (int)(state & 1023);
}

// A recurrence two iterations long, with a delayed scalar beside it.
// expect: vectorized
void biquad(int n, const float *restrict x, float *restrict y) {
  float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int i = 0; i < n; i++) {
    float in = x[i];
    float out = 0.2f * in + 0.3f * x1 + 0.2f * x2 - 0.4f * y1 - 0.1f * y2;
    x2 = x1;
    x1 = in;
    y2 = y1;
    y1 = out;
    y[i] = out > 1.0f ? 1.0f : out < -1.0f ? -1.0f : out;
  }
}

// Lanes around a loop inside, and one in order beside it.
// expect: vectorized
void loop_inside(int n, const float *restrict x, float *restrict y) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float p = 1;
    for (int k = 0; k < 5; k++)
      p = p * x[i] + 0.5f;
    s = s * 0.5f + p;
    y[i] = s;
  }
}

// What is assigned in every iteration and read behind the loop.
// expect: vectorized
float last_of_both(int n, const float *restrict x, float *restrict y) {
  float s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    t = x[i] * 0.5f + 2.0f;
    s = s * 0.5f + t;
    y[i] = s;
  }
  return s + t;
}

// A scalar that only some iterations set, read by all.
// expect: vectorized
void sample_and_hold(int n, const float *restrict x, float *restrict y) {
  float held = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0.5f)
      held = x[i];
    y[i] = held * held + x[i] * 2.0f;
  }
}

// Compaction: the place of a store is counted in order.
// expect: vectorized
int compact(int n, const float *restrict x, float *restrict y) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    float v = fabsf(x[i] * 0.125f - 1.0f) / 3.0f;
    if (v > 0.3f)
      y[k++] = v;
  }
  return k;
}

// What the next iteration overwrites is read before; then nothing is left of the cycle.
// expect: vectorized
void read_before_overwritten(int n, float *restrict a, float *restrict b, const float *restrict c) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] * c[i];
    b[i] = a[i] * a[i + 1] * c[i];
  }
}

// expect: vectorized
void three_steps(int n, float *restrict a, float *restrict b, const float *restrict c, const float *restrict d) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] + c[i] * d[i];
    b[i] = a[i] + d[i] * c[i];
    a[i] = b[i] + a[i + 1] * d[i];
  }
}

// expect: vectorized
void stored_twice(int n, float *restrict a, const float *restrict b, const float *restrict c) {
  for (int i = 0; i < n - 1; i++) {
    a[i + 1] = b[i] + c[i];
    a[i] = b[i] * c[i];
  }
}

// One name for two scalars.
// expect: vectorized
float used_twice(int n, float *restrict a, const float *restrict b, float *restrict c) {
  float t = 0;
#pragma vecify expect(vectorized)
  for (int i = 1; i < n; i++) {
    t = a[i] + b[i];
    a[i] = t + c[i - 1];
    t = c[i] * b[i];
    c[i] = t;
  }
  return t;
}

// The arrays may be one: at distance 1 nothing may change places then, and the check says so.
// expect: vectorized
void swapped_maybe(int n, float *a, float *b, const float *c) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] * c[i];
    b[i] = a[i] * a[i + 1];
  }
}

// Where a histogram of any length lies is not known: it may overlap what is read.
// expect: declined
void unknown_extent(int n, const int *x, int *count) {
  for (int i = 0; i < n; i++)
    count[x[i] >> 2]++;
}

// One of sixteen bins is checked not to.
// expect: any
void known_extent(int n, const uint8_t *x, int *count) {
  for (int i = 0; i < n; i++)
    count[x[i] * 3 & 15]++;
}

// Every statement is on one cycle: nothing to gain.
// expect: declined
void all_in_order(int n, float *restrict a, const float *restrict b) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + b[i];
}

// A delayed scalar that only one of the parts assigns.
// expect: vectorized
void delayed_apart(unsigned n, int *restrict y, const int *restrict x, const int *restrict a, int *restrict out) {
  int before = 4, last = 4;
  for (size_t i = 0; i < n; i++) {
    y[i] = (x[i] - (int)(i & 7)) * (x[i] % 4) & 255;
    y[i + 3] = before < a[i + 4];
    before = a[i * 2 + 4];
    last = (int)((long)last * 127 + x[i]);
  }
  out[0] = before;
  out[1] = last;
}

// What stands behind || is read only where the left side is false, also in a part of its own.
// expect: any
int lazy_beside_chase(float x, const float *a, const int16_t *idx, int n, int16_t *last) {
  int s = 3;
  int16_t at = 0;
  for (int i = 0; i < n; i++) {
    s &= x <= 1.5f || 1.0f - a[i] >= 1.5f;
    at = (int16_t)(idx[at & 15] + i);
  }
  *last = at;
  return s;
}
