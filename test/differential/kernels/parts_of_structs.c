// Members of structs that are read or written in part: the rest of a struct is there too, and members of different types
// are of one size. A member is read ahead of its condition where another one of the same struct is read anyway.
// Hazards: structs end with the array; registers that begin before the first member; the members of two structs side by
// side; lanes that are every other struct; bytes that are not the loop's to write; the last iteration's member.
#include <stdint.h>

typedef struct { float mass, radius; int kind; } particle;
typedef struct { int lo, hi, id; } interval;
typedef struct { float x, y, z; uint32_t rgba; } vertex;
typedef struct { uint8_t r, g, b; } rgb;
typedef struct { double at, value; int64_t key; } sample;
typedef struct { int16_t re, im; } cint;
typedef union { float f; int32_t i; } word;

// expect: vectorized
int of_kind(const particle *p, int n, float limit, int kind) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (p[i].radius < limit && p[i].kind == kind)
      count++;
  return count;
}

// expect: vectorized
int of_kind_both(const particle *p, int n, float limit, int kind) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if ((p[i].radius < limit) & (p[i].kind == kind))
      count++;
  return count;
}

// expect: vectorized
int first_and_last(const particle *p, int n, float limit, int kind) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += (p[i].mass < limit) | (p[i].kind == kind);
  return count;
}

// expect: vectorized avx512
int stabbed(const interval *iv, int n, int q, int *out) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (iv[i].lo <= q && q < iv[i].hi)
      out[count++] = iv[i].id;
  return count;
}

// expect: vectorized
int overlapping(const interval *iv, int n, int lo, int hi) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += iv[i].lo < hi && lo < iv[i].hi;
  return count;
}

// expect: vectorized
void gaps(const interval *restrict iv, int *restrict out, int n) {
  for (int i = 0; i + 1 < n; i++)
    out[i] = iv[i + 1].lo - iv[i].hi;
}

// expect: vectorized
void ids_and_next(const interval *restrict iv, int *restrict out, int n) {
  for (int i = 0; i + 1 < n; i++)
    out[i] = iv[i].id ^ iv[i + 1].lo;
}

// expect: vectorized
void every_other(const interval *restrict iv, int *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = iv[2 * i].lo + iv[2 * i].hi;
}

// expect: vectorized
void together(particle *restrict p, const float *restrict mass, const float *restrict radius, const int *restrict kind,
              int n) {
  for (int i = 0; i < n; i++) {
    p[i].mass = mass[i];
    p[i].radius = radius[i];
    p[i].kind = kind[i];
  }
}

// expect: vectorized
void apart(const particle *restrict p, float *restrict mass, float *restrict radius, int *restrict kind, int n) {
  for (int i = 0; i < n; i++) {
    mass[i] = p[i].mass;
    radius[i] = p[i].radius;
    kind[i] = p[i].kind;
  }
}

// expect: vectorized
void moved(vertex *p, float dx, float dy, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x += dx;
    p[i].y += dy;
    p[i].rgba &= 0xffffff;
  }
}

// expect: vectorized
void weights(const sample *restrict s, double *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = s[i].value * (double)(int32_t)s[i].key;
}

// expect: vectorized
void luma(const rgb *restrict p, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((p[i].g * 3 + p[i].b) >> 2);
}

// expect: vectorized
void greens(const rgb *restrict p, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = p[i].g;
}

// expect: vectorized
void greens_of_rows(const rgb (*restrict p)[64], uint8_t *restrict y, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 61; i++)
      y[61 * j + i] = p[j][i].g ^ p[j][i].r;
}

// expect: any
int imaginary(const cint *restrict z, int16_t *restrict out, int n) {
  int large = 0;
  for (int i = 0; i < n; i++) {
    out[i] = z[i].im;
    if (z[i].im > 9 && z[i].re > 9)
      large++;
  }
  return large;
}

// expect: vectorized
int reinterpreted(const word *restrict w, int n, float limit, int mask) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += w[i].f < limit && (w[i].i & mask) == 0;
  return count;
}

// expect: vectorized
void swapped(particle *restrict p, int n) {
  for (int i = 0; i < n; i++) {
    const float radius = p[i].radius;
    p[i].radius = (float)p[i].kind;
    p[i].kind = radius > 1.0e9f || radius != radius || radius < -1.0e9f ? 0 : (int)radius;
    p[i].mass += 1.0f;
  }
}

// The condition guards the last member's place: the array may be one struct short of it.
// expect: vectorized
int next_of_last(const interval *iv, int n, int q) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (iv[i].lo <= q && (i == n - 1 || iv[i + 1].lo > q))
      count++;
  return count;
}
