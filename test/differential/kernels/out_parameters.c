// Functions that return through pointers: the address of a local is all that they get, so it need not be in memory.
// Hazards: two pointers to one variable; what is read before it is written, in the same function or the iteration
// before; writes under conditions, in operands that may not be evaluated, and on one of two ways to a return; values
// that were read before the call; pointers that are more than followed; loops around the call and inside of it.
#include <stddef.h>
#include <stdint.h>

typedef struct { float x, y, z; } float3;
typedef struct { float3 at; int hits; } probe;
typedef union { float f; uint32_t u; } word;

static inline void square(float a, float *out) { *out = a * a; }
static inline void velocity(float density, float3 momentum, float3 *v) {
  v->x = momentum.x / density;
  v->y = momentum.y / density;
  v->z = momentum.z / density;
}
static inline void polar(float a, float b, float *sum, float *difference) {
  *sum = a + b;
  *difference = a - b;
}
static inline void swap(int *a, int *b) {
  const int t = *a;
  *a = *b;
  *b = t;
}
static inline void order(int *a, int *b) {
  if (*a > *b)
    swap(a, b);
}
static inline void add(float *sum, float v) { *sum += v; }
static inline int next(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return (int)(*state >> 16);
}

// expect: vectorized
void squares(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    square(a[i], &t);
    o[i] = t + 1.0f;
  }
}

// expect: vectorized
void velocities(const float *restrict density, const float *restrict mx, const float *restrict my,
                const float *restrict mz, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float3 momentum, v;
    momentum.x = mx[i];
    momentum.y = my[i];
    momentum.z = mz[i];
    velocity(density[i], momentum, &v);
    o[i] = v.x * v.x + v.y * v.y + v.z * v.z;
  }
}

// expect: vectorized
void two_results(const float *restrict a, const float *restrict b, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float sum, difference;
    polar(a[i], b[i], &sum, &difference);
    o[i] = sum * difference;
  }
}

// expect: vectorized
void same_result_twice(const float *restrict a, const float *restrict b, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    polar(a[i], b[i], &t, &t);
    o[i] = t;
  }
}

// expect: vectorized
void sorted_pairs(int *restrict a, int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int low = a[i], high = b[i];
    order(&low, &high);
    a[i] = low;
    b[i] = high;
  }
}

// expect: vectorized
void median(const int *restrict a, const int *restrict b, const int *restrict c, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int x = a[i], y = b[i], z = c[i];
    order(&x, &y);
    order(&y, &z);
    order(&x, &y);
    o[i] = y;
  }
}

// expect: vectorized
void random_numbers(const uint32_t *restrict seed, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t state = seed[i];
    const int first = next(&state);
    const int second = next(&state);
    o[i] = first ^ (second << 1) ^ (int)(state & 7);
  }
}

// What was read before the call keeps its value.
// expect: vectorized
void before_and_after(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = a[i];
    const float before = t;
    add(&t, 2.0f);
    o[i] = t * 3.0f - before;
  }
}

static inline float both(float *t, float v) {
  const float before = *t;
  add(t, v);
  const float after = *t;
  *t = 0.0f;
  return after * before;
}
// expect: vectorized
void inside_and_after(const float *restrict a, const float *restrict b, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = a[i];
    const float p = both(&t, b[i]);
    o[i] = p + t;
  }
}

// A loop around the call.
// expect: vectorized
void taps(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0.0f;
    for (int k = 0; k < 5; k++)
      add(&sum, a[i + k]);
    o[i] = sum;
  }
}

static inline void bump(int *k) { ++*k; }
// A counter that moves by the call.
// expect: vectorized
void counted(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (int j = 0; j < 3; j++) {
      if (a[i] > j)
        bump(&k);
    }
    o[i] = k;
  }
}
// expect: any
void counter_of_loop(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    o[i] = a[i];
    if (a[i] > 100)
      bump(&i);
  }
}
// expect: any
void inner_counter(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 6; j++) {
      bump(&j);
      s += a[i] * j;
    }
    o[i] = s;
  }
}

// Sums that go from iteration to iteration.
// expect: any
float carried(const float *restrict a, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++)
    add(&sum, a[i]);
  return sum;
}
static inline void add_up(int *sum, int v) { *sum += v; }
// expect: vectorized
int carried_exactly(const int *restrict a, int n) {
  int sum = 5;
  for (int i = 0; i < n; i++)
    add_up(&sum, a[i] & 1023);
  return sum;
}
// expect: vectorized
int last_one(const int *restrict a, int *restrict o, int n) {
  int t = 1;
  for (int i = 0; i < n; i++) {
    t = a[i] & 255;
    add_up(&t, i & 15);
    o[i] = t;
  }
  return t;
}
// expect: any
void one_before(const float *restrict a, float *restrict o, int n) {
  float t = 1.0f, u = 0.0f;
  for (int i = 0; i < n; i++) {
    o[i] = t + u;
    square(a[i], &t);
    add(&u, 1.0f);
  }
}

// Declared above the loop, as it used to be.
// expect: vectorized
void above(const float *restrict a, const float *restrict b, float *restrict o, int n) {
  float sum, difference;
  int i;
  for (i = 0; i < n; i++) {
    polar(a[i], b[i], &sum, &difference);
    o[i] = sum * difference;
  }
}

// In two loops, and between them.
// expect: any
float twice(const float *restrict a, const float *restrict b, float *restrict o, int n) {
  float t;
  int i;
  for (i = 0; i < n; i++) {
    square(a[i], &t);
    o[i] = t;
  }
  square(2.0f, &t);
  for (i = 0; i < n; i++)
    o[i] += t;
  for (i = 0; i < n; i++) {
    square(b[i], &t);
    o[i] -= t;
  }
  return t;
}
static inline float by_constant(const float *k, float v) { return *k * v; }
static inline float by_variable(float *k, float v) { return *k + v; }
// expect: vectorized
void only_read(const float *restrict a, float *restrict o, float k, float m, int n) {
  for (int i = 0; i < n; i++)
    o[i] = by_constant(&k, a[i]) + by_variable(&m, 1.0f);
}
// expect: vectorized
void bounds(const int *restrict a, int *restrict o, int n) {
  int m = 0, k = 3;
  add_up(&m, n);
  add_up(&k, 2);
  for (int i = 0; i < m; i++)
    o[i] = a[i] * k;
}

static float *kept;
static void keep(float *p, float v) {
  if (v > 1e30f)
    kept = p;
  *p = v;
}
// expect: any
float kept_address(const float *restrict a, float *restrict o, int n) {
  float t = 0.0f;
  kept = &t;
  for (int i = 0; i < n; i++) {
    keep(&t, a[i]);
    o[i] = t + 1.0f;
  }
  kept = NULL;
  return t;
}
// expect: any
float elsewhere_too(const float *restrict a, float *restrict o, int n) {
  float t = 0.0f;
  kept = &t;
  for (int i = 0; i < n; i++) {
    square(a[i], &t);
    o[i] = *kept;
  }
  kept = NULL;
  return t;
}

// Conditions.
static inline void if_positive(float a, float *out) {
  if (a > 0.0f)
    *out = a;
}
// expect: vectorized
void sometimes(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = -1.0f;
    if_positive(a[i], &t);
    o[i] = t;
  }
}
static inline void early(float a, float *out) {
  if (a > 0.0f) {
    *out = a;
    return;
  }
  *out = -a;
}
// expect: any
void returns_early(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = -1.0f;
    early(a[i], &t);
    o[i] = t;
  }
}
static inline float through_early(float a) {
  float t = 7.0f;
  early(a, &t);
  return t;
}
// expect: any
void returns_early_inside(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = through_early(a[i]);
}
static inline int set(int *x, int v) {
  *x = v;
  return v > 3;
}
static inline int in_operand(int a, int b) {
  int x = 5;
  const int c = a > 0 && set(&x, b);
  return x + c;
}
// expect: any
void set_in_operand(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = in_operand(a[i], b[i]) ^ b[i];
}
static inline int in_branch(int a, int b) {
  int x = 5;
  if (a > 0) {
    set(&x, b);
    return x;
  }
  return x + 1;
}
// expect: any
void set_in_branch(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = in_branch(a[i], b[i]) ^ b[i];
}
// expect: any
void set_on_one_side(const int *restrict a, const int *restrict b, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int x = 5;
    const int c = a[i] > 0 ? set(&x, b[i]) : 9;
    o[i] = x + c;
  }
}

// Parts.
static inline void hit(float3 *at, int *hits, float v) {
  at->x += v;
  (*at).z = v * 2.0f;
  ++*hits;
}
static inline void hit_probe(probe *p, float v) { hit(&p->at, &p->hits, v); }
// expect: vectorized
void parts(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    probe p = {{a[i], 1.0f, 2.0f}, 3};
    hit_probe(&p, 0.5f);
    hit(&p.at, &p.hits, 0.25f);
    add(&p.at.y, p.at.x);
    o[i] = p.at.x + p.at.y * p.at.z + (float)p.hits;
  }
}
static inline void copy(float3 *to, const float3 *from) { *to = *from; }
// expect: vectorized
void copies(const float3 *restrict a, float3 *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float3 v, w;
    copy(&v, &a[i]);
    copy(&w, &v);
    v.x = 0.0f;
    w.y += v.x;
    copy(&o[i], &w);
  }
}
// By value and by address.
// expect: vectorized
void from_itself(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float3 v = {a[i], 2.0f, 3.0f};
    float t = a[i];
    velocity(v.x, v, &v);
    polar(t, t * 2.0f, &t, &v.y);
    o[i] = v.x + v.y * v.z + t;
  }
}
static inline void bits_of(float v, word *w) { w->f = v; }
// expect: vectorized
void bits(const float *restrict a, uint32_t *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    word w;
    bits_of(a[i], &w);
    o[i] = w.u ^ 1u;
  }
}
static inline void turn(_Complex float *z) { *z *= 2.0f; }
// expect: any
void turned(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    _Complex float z = a[i];
    turn(&z);
    o[i] = __real__ z;
  }
}

// Locals of what is inlined.
static inline float length2(float3 v) {
  float s = 0.0f;
  add(&s, v.x * v.x);
  add(&s, v.y * v.y);
  add(&v.z, 1.0f);
  return s + v.z;
}
// expect: vectorized
void lengths(const float3 *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = length2(a[i]);
}

// A loop in the function.
static inline void dot(const float *a, int m, float *out) {
  float s = 0.0f;
  for (int k = 0; k < m && s < 100.0f; k++)
    s += a[k];
  *out = s;
}
// expect: any
void behind_loop(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    dot(a + i, 4, &t);
    o[i] = t;
  }
}
static inline void halve(int v, int *out) {
  *out = 0;
  while (v > 0) {
    v >>= 1;
    ++*out;
  }
}
// expect: declined CallNotInlined
void in_loop(const int *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int t;
    halve(a[i], &t);
    o[i] = t;
  }
}

// More than following it.
static inline void if_asked(float a, float *out) {
  if (out)
    *out = a;
}
// expect: declined CallNotInlined
void asked(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    if_asked(a[i], &t);
    o[i] = t;
  }
}
static inline void by_another_name(float a, float *out) {
  float *q = out;
  q[0] = a;
}
// expect: declined CallNotInlined
void another_name(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    by_another_name(a[i], &t);
    o[i] = t;
  }
}
static inline void moved(float a, float *out) {
  *out++ = a;
}
// expect: declined UnsupportedStmt
void walks(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    moved(a[i], &t);
    o[i] = t;
  }
}
static inline void careful(float a, volatile float *out) { *out = a; }
// expect: any
void carefully(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    careful(a[i], &t);
    o[i] = t;
  }
}
static inline void as_bits(uint32_t a, uint32_t *out) { *out = a; }
// expect: any
void as_another_type(const uint32_t *restrict a, int *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    int t = 0;
    as_bits(a[i], (uint32_t *)&t);
    o[i] = t;
  }
}
static __attribute__((noinline)) void called(float a, float *out) { *out = a + 1.0f; }
// expect: declined UnknownCall
void not_inlined(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    called(a[i], &t);
    o[i] = t;
  }
}
static inline float *same(float *p) { return p; }
// expect: declined CallNotInlined
void given_back(const float *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = a[i];
    *same(&t) = 2.0f;
    o[i] = t * a[i];
  }
}
static inline void either(int c, float *p, float *q, float v) { *(c ? p : q) = v; }
// expect: declined CallNotInlined
void one_of_two(const int *restrict a, float *restrict o, int n) {
  for (int i = 0; i < n; i++) {
    float t = 1.0f, u = 2.0f;
    either(a[i] > 0, &t, &u, 3.0f);
    o[i] = t - u;
  }
}
// Only one of the two is a local.
// expect: vectorized
void local_and_memory(const float *restrict a, float *restrict o, float *restrict q, int n) {
  for (int i = 0; i < n; i++) {
    float t;
    polar(a[i], 2.0f, &t, &q[i]);
    o[i] = t;
  }
}
