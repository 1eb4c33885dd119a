// Unions: the bits of a float, read and written as C programmers do without memcpy.
#include <stdint.h>
#include <math.h>
typedef union { float f; uint32_t u; int32_t i; } float_bits;
typedef union { double d; uint64_t u; } double_bits;
typedef struct { float_bits x; union { float w; uint32_t wu; }; } pair_bits;

static inline float as_float(uint32_t w) {
  union { uint32_t bits; float value; } both;
  both.bits = w;
  return both.value;
}

static inline uint32_t as_bits(float f) {
  union { float value; uint32_t bits; } both = {f};
  return both.bits;
}

static inline int exponent_of(float x) {
  const union { uint32_t i; float f; } v = {.f = x};
  return (int)((v.i >> 23) & 255) - 127;
}

// expect: vectorized
void bf16_to_float(float *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float_bits v;
    v.u = (uint32_t)x[i] << 16;
    y[i] = v.f;
  }
}

// expect: vectorized
void float_to_bf16(uint16_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    union { float f; uint32_t i; } u;
    u.f = x[i];
    if ((u.i & 0x7fffffff) > 0x7f800000)
      y[i] = (u.i >> 16) | 64;
    else
      y[i] = (u.i + (0x7fff + ((u.i >> 16) & 1))) >> 16;
  }
}

// expect: vectorized
void half_to_float(float *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t w = (uint32_t)x[i] << 16, sign = w & 0x80000000u, two_w = w + w;
    const float normal = as_float((two_w >> 4) + (0xE0u << 23)) * as_float(0x7800000u);
    const float tiny = as_float((two_w >> 17) | (126u << 23)) - 0.5f;
    y[i] = as_float(sign | (two_w < (1u << 27) ? as_bits(tiny) : as_bits(normal)));
  }
}

// expect: vectorized
void exponents(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = exponent_of(x[i]);
}

// expect: vectorized
void flip_signs(double *restrict y, const double *restrict x, const int64_t *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    double_bits v = {x[i]};
    v.u ^= (uint64_t)s[i] & 0x8000000000000000u;
    y[i] = v.d;
  }
}

// expect: vectorized
void fast_log2(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    union { float f; uint32_t i; } vx = {x[i]};
    union { uint32_t i; float f; } mx = {(vx.i & 0x007FFFFF) | 0x3f000000};
    float r = vx.i;
    r *= 1.1920928955078125e-7f;
    y[i] = r - 124.22551499f - 1.498030302f * mx.f;
  }
}

// expect: vectorized
void one_way_sets(uint32_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float_bits v = {0};
    if (x[i] > 1.0f)
      v.f = x[i] * 2.0f;
    else if (x[i] < 0.0f)
      v.i = -7;
    v.u += 3;
    y[i] = v.u;
  }
}

// expect: vectorized
void whole_copies(float *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float_bits a, b;
    a.u = x[i] & 0x3fffffff;
    b = a;
    b.u |= 0x40000000;
    a.f += b.f;
    y[i] = a.f;
  }
}

// expect: vectorized
void members_of_members(uint32_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    pair_bits p;
    p.x.f = x[i];
    p.w = x[i] * 0.5f;
    pair_bits q = p;
    q.x.u ^= p.wu;
    y[i] = q.x.u - (uint32_t)q.x.i % 7u;
  }
}

// expect: vectorized
void unions_in_memory(float_bits *restrict y, const float_bits *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float_bits v = x[i];
    v.u &= 0x7fffffff;
    y[i] = v;
  }
}

// Of two NaNs a sum may be either, so one operand is a number.
// expect: any
void mixed_in_memory(float_bits *a, int n) {
  for (int i = 0; i + 1 < n; i++) {
    a[i].u = (a[i].u ^ 0x80000000u) & 0xbfffffffu;
    a[i].f = a[i + 1].f + a[i].f;
  }
}

// Of different sizes: the rest of the longer one shows.
union odd_bits { uint64_t all; uint32_t low; float f; };
// expect: any
void of_other_sizes(uint64_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    union odd_bits v;
    v.all = (uint64_t)i << 33;
    v.f = x[i];
    y[i] = v.all + v.low;
  }
}

// expect: any
void sum_of_exponents(int *restrict out, const float *restrict x, int n) {
  int s = 0;
  float_bits v;
  for (int i = 0; i < n; i++) {
    v.f = x[i];
    s += (v.i >> 23) & 255;
  }
  *out = s;
}
