// Calls: math functions, small inline functions, macros.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static inline float lerp(float a, float b, float t) { return a + (b - a) * t; }
static inline int wrap(int v, int limit) { return v >= limit ? v - limit : v; }
static inline uint8_t pack_bits(uint8_t hi, uint8_t lo) {
  const int joined = (hi & 15) << 4 | (lo & 15);
  return (uint8_t)joined;
}
#define SQUARE(x) ((x) * (x))
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)
#define BIGGER(a, b) ((a) > (b) ? (a) : (b))

// expect: vectorized
void magnitude(float *restrict out, const float *restrict re, const float *restrict im, int n) {
  for (int i = 0; i < n; i++)
    out[i] = sqrtf(re[i] * re[i] + im[i] * im[i]);
}

// expect: vectorized
void rectify(float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = fabsf(x[i]);
}

// expect: vectorized
void fused(double *restrict y, const double *restrict x, double a, int n) {
  for (int i = 0; i < n; i++)
    y[i] = fma(a, x[i], y[i]);
}

// expect: vectorized
void whole_part(float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] - floorf(x[i]);
}

// expect: any
void lower_envelope(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = fminf(a[i], b[i]);
}

// expect: any
void upper_envelope(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = fmax(a[i], b[i]);
}

// expect: vectorized
void interpolate(float *restrict out, const float *restrict a, const float *restrict b, const float *restrict t, int n) {
  for (int i = 0; i < n; i++)
    out[i] = lerp(a[i], b[i], t[i]);
}

// expect: vectorized
void rotate_phase(int *restrict phase, const int *restrict step, int limit, int n) {
  for (int i = 0; i < n; i++)
    phase[i] = wrap(phase[i] + step[i], limit);
}

// expect: vectorized
void pack_nibbles(uint8_t *restrict out, const uint8_t *restrict hi, const uint8_t *restrict lo, int n) {
  for (int i = 0; i < n; i++)
    out[i] = pack_bits(hi[i], lo[i]);
}

// expect: vectorized
void squares_by_macro(int *restrict out, const short *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = SQUARE(x[i]) + BIGGER(x[i], 3);
}

// expect: vectorized
void loop_by_macro(float *restrict a, const float *restrict b, int n) {
  FOR_EACH(i, n) { a[i] = b[i] * 3.0f; }
}

// expect: declined MathErrno
void decibels(float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 20.0f * log10f(x[i]);
}

// expect: vectorized
void copy_sign(float *restrict x, const float *restrict from, int n) {
  for (int i = 0; i < n; i++)
    x[i] = copysignf(x[i], from[i]);
}

// Not static: still what the call runs.
int triple_or_half(int v);
// expect: any
int triple_or_half(int v) {
  if (v & 1)
    return (v & 0xffff) * 3;
  return v >> 1;
}

// expect: vectorized
void through_extern_function(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = triple_or_half(in[i]);
}

static int take(int *p) {
  int t = *p;
  *p = t ^ 5;
  return t;
}

// What the call returns was read before it stores.
// expect: vectorized
void take_each(int *restrict y, int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = take(&x[i]);
}

static int flip(int *p) {
  *p ^= 9;
  return *p;
}

// expect: any
void flip_twice(int *restrict y, int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const int once = flip(&x[i]);
    y[i] = once ^ (flip(&x[i]) >> 1);
  }
}

static void put_both(int *p, int v) {
  p[0] = v;
  p[1] = p[0] ^ v;
}

// An argument is a call of its own.
// expect: any
void put_what_is_taken(int *x, int n) {
  for (int i = 0; i + 1 < n; i += 2)
    put_both(&x[i], triple_or_half(x[i]) ^ triple_or_half(x[i + 1]));
}

static void put_through(int *y, int *x, int at) {
  int *p = &x[y[at] & 3];
  y[at] = 1;
  y[at + 1] = *p;
}

// The pointer was computed before its subscript is overwritten.
// expect: any
void put_through_subscripts(int *restrict y, int *restrict x, int n) {
  for (int i = 0; i + 1 < n; i += 2)
    put_through(y, x, i);
}

// gcc does not inline what is cold: a function of its own, which must round as the loops that call it do.
__attribute__((cold)) static float in_many_steps(float a, float b, float c) {
  float r = a * b + c, s = b * c + a, t = c * a + b;
  r = r * s + t, s = s * t + r, t = t * r + s;
  r = r * a + 0.5f, s = s * b + 0.25f, t = t * c + 0.75f;
  r = r * s + t, s = s * t + r, t = t * r + s;
  r = r * b + 1.5f, s = s * c + 1.25f, t = t * a + 1.75f;
  r = r * s + t, s = s * t + r, t = t * r + s;
  r = r * c + 2.5f, s = s * a + 2.25f, t = t * b + 2.75f;
  return r * s + t * r + s * t;
}

// expect: vectorized
void called_for_values(float *restrict y, const float *restrict a, const float *restrict b, int n) {
#pragma vecify tail(epilogue)
  for (int i = 0; i < n; i++)
    y[i] = in_many_steps(a[i], b[i], y[i]);
}

// expect: vectorized
void called_for_halves(float *restrict y, const float *restrict a, const float *restrict b, int n) {
#pragma vecify tail(epilogue)
  for (int i = 0; i < n; i++)
    y[i] = in_many_steps(a[i], b[i], y[i]) * 0.5f;
}

static inline double after(size_t place, double step) { return (double)(place + 2UL) - step; }

// The parameter is the counter, which does not wrap only if the start does not.
// expect: vectorized
void called_for_places(size_t from, size_t n, double *restrict y) {
#pragma vecify expect(vectorized)
  for (size_t j = from + 1; j < n; j++)
    y[j] = after(j, 1.0);
}

static inline uint32_t both(uint32_t left, uint32_t right) {
  const uint32_t sum = left + right;
  return sum * left;
}

// expect: vectorized
void called_for_counters(uint32_t from, uint32_t n, uint32_t *restrict y) {
  for (uint32_t j = from + 1; j < n; j++)
    y[j] = both(j, j * 3) + y[j];
}

static inline int product_of(int a) { return a * 31; }

// A byte is never more than 155, and never 310.
// expect: vectorized
uint8_t called_for_limits(const int8_t *restrict g, const uint8_t *restrict c, int n) {
  uint8_t s = 0;
  for (int j = 0; j < n; j++) {
    const int d = product_of(5), e = product_of(10);
    if (d < g[j] || e == c[j])
      s = (uint8_t)(s + 1);
    if (g[j] > -d && c[j] != 300 + d)
      s = (uint8_t)(s + g[j]);
    if (c[j] >= d)
      s = (uint8_t)(s + 3);
  }
  return s;
}

#define CEIL_SHIFTED(a, b) (!__builtin_constant_p(b) ? -((-(a)) >> (b)) : ((a) + (1 << (b)) - 1) >> (b))

// Macros ask what is constant; of what is not, either side is right.
// expect: vectorized
void call_constant_p(const int16_t *x, int n, int32_t *restrict y, int shift) {
  const int s = shift & 7;
  for (int i = 0; i < CEIL_SHIFTED(n, 1); i++)
    y[i] = CEIL_SHIFTED(x[i], s) + CEIL_SHIFTED(x[i], 2);
}

static inline int set_if(int a, int b) {
  int x = 5;
  const int c = a > 0 && (x = b);
  return x + c;
}
static inline int set_either_way(int a, int b) {
  int x = 5;
  const int c = a > 0 ? (x = b) : 3;
  return x + c;
}
static inline int set_in_branch(int a, int b) {
  int x = 5;
  if (a > 0) {
    x = b;
    x += 2;
    if (b > 3)
      return x;
    return x + 1;
  }
  return x;
}
// Names in operands that may not be evaluated.
// expect: declined CallNotInlined
void set_in_operand(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = set_if(a[i], b[i] & 255) ^ b[i];
}
// expect: declined CallNotInlined
void set_in_choice(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = set_either_way(a[i], b[i] & 255) ^ b[i];
}
// expect: vectorized
void set_before_return(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = set_in_branch(a[i], b[i] & 255) ^ b[i];
}
