// Compound literals: structs, unions, arrays and numbers that are written where they are used, and members of them.
// Hazards: initializers in another order than the members, left out; side effects in them; a literal made of the place
// that it is stored to; literals in literals.
#include <stddef.h>
#include <stdint.h>

typedef struct { double re, im; } cx;
typedef struct { float x, y, z; } float3;
typedef struct { float3 at; int id; float w[2]; int16_t tag, more; } body;
typedef struct { cx first, second; } pair;
typedef union { float f; uint32_t u; } word;

#define ADD(a, b) (cx){(a).re + (b).re, (a).im + (b).im}
#define SUB(a, b) (cx){(a).re - (b).re, (a).im - (b).im}
#define MUL(a, b) (cx){(a).re * (b).re - (a).im * (b).im, (a).re * (b).im + (a).im * (b).re}
#define CONJ(a) ((cx){.im = -(a).im, .re = (a).re})

static inline double norm(cx a) { return a.re * a.re + a.im * a.im; }
static inline cx scaled(cx a, double s) { return (cx){a.re * s, a.im * s}; }

// expect: vectorized
void rotated(const cx *restrict x, const cx *restrict z, cx *restrict y, double re, double im, int n) {
  const cx u = {re, im};
  for (int j = 0; j < n; j++) {
    cx a = x[j], b = z[j];
    y[j] = MUL(u, SUB(a, b));
  }
}

// expect: vectorized
void butterflies(cx *restrict x, cx *restrict y, const cx *restrict w, int n) {
  for (int j = 0; j < n; j++) {
    cx a = x[j], b = MUL(w[j], y[j]);
    x[j] = ADD(a, b);
    y[j] = SUB(a, b);
  }
}

// expect: vectorized
void one_member(const double *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++)
    y[j] = ((cx){x[j], 2.0}).re * ((cx){x[j], 2.0}).im;
}

// expect: vectorized
void arguments(const cx *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++)
    y[j] = norm(SUB(x[j], ((cx){1.0, 2.0}))) + scaled(CONJ(x[j]), 3.0).im;
}

// expect: vectorized
void in_place(cx *restrict x, int n) {
  for (int j = 0; j < n; j++)
    x[j] = (cx){x[j].im, x[j].re};
}
// expect: vectorized
void in_place_in_parentheses(cx *restrict x, int n) {
  for (int j = 0; j < n; j++)
    x[j] = (((cx){x[j].im, x[j].re}));
}
// expect: vectorized
void in_place_by_member(cx *restrict x, int n) {
  for (int j = 0; j < n; j++)
    x[j] = ((pair){{1.0, 2.0}, {x[j].im, x[j].re}}).second;
}
// expect: vectorized
void in_place_squared(cx *restrict x, int n) {
  for (int j = 0; j < n; j++)
    x[j] = MUL(x[j], CONJ(x[j]));
}
// expect: any
void neighbours(cx *x, int n) {
  for (int j = 0; j < n; j++)
    x[j] = (cx){x[j + 1].im, x[j].re};
}
// expect: vectorized
void local_turned(const cx *restrict x, cx *restrict y, int n) {
  for (int j = 0; j < n; j++) {
    cx a = x[j];
    a = (cx){a.im, -a.re};
    a = ((pair){{a.im, a.re}, a}).first;
    y[j] = a;
  }
}

// expect: vectorized
void left_out(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    const body b = (body){.w = {[1] = a[i]}, .at.y = a[i + 1], .id = 3};
    o[i] = b.w[0] + b.w[1] * b.at.y + b.at.x + (float)(b.id + b.tag);
  }
}

// expect: vectorized
void bits(const float *restrict a, uint32_t *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = ((word){.f = a[i]}).u ^ ((word){.u = 1}).u ^ ((word){a[i] * 2.0f}).u;
}

// expect: vectorized
void elements(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = ((int[3]){a[i], a[i] * 2, a[i] ^ 1})[1] + ((body){.w = {1.0f}, .tag = (int16_t)a[i]}).tag + (int){a[i]};
}
// expect: any
void varying_element(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = ((int[4]){a[i], 2, 3, 4})[i & 3];
}

// expect: vectorized
void converted(const int *restrict a, const double *restrict d, float *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = ((float3){a[i], (float)d[i], 'x'}).x + ((float3){a[i], d[i], 2}).y + ((body){.tag = (int16_t)(a[i] & 77), .id = 1}).tag;
}

// expect: vectorized
void chosen(const cx *restrict x, cx *restrict y, int n) {
  for (int j = 0; j < n; j++) {
    const cx c = x[j].re > 0.0 ? (cx){x[j].re, 0.0} : (cx){0.0, x[j].im};
    y[j] = c;
  }
}

// Each side effect once.
// expect: any
void counted(const int *restrict a, int *restrict o, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    const int s = ((int[2]){7, a[k++]})[1];
    o[i] = s + ((int[2]){k, 1})[0];
  }
  if (n > 0)
    o[0] = k;
}
// expect: any
void set_inside(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int t = 0;
    const int s = ((int[2]){t = a[i], 7})[1];
    o[i] = s + t;
  }
}

// Objects, not values.
static inline double first_of(const cx *c) { return c->re; }
// expect: any
void address(const double *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++)
    y[j] = first_of(&(cx){x[j], 2.0});
}
// expect: any
void set_member(const double *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++)
    y[j] = ((cx){x[j], 2.0}).re += 1.0;
}
// expect: any
void of_volatile(const double *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++)
    y[j] = ((volatile cx){x[j], 2.0}).re;
}
