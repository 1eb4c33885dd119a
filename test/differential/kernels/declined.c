// What must be left byte-for-byte alone.
#include <stddef.h>
#include <stdint.h>

static int calls_made;
__attribute__((noinline)) int record_sample(int value);
// expect: any
int record_sample(int value) { // A real call is asked for: its effects count.
  calls_made += value & 1;
  return calls_made;
}

// expect: declined UnknownCall
void call_each(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = record_sample(in[i]);
}

static const volatile int port_limit = 10;

// expect: declined Volatile
void up_to_the_limit(int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] < port_limit ? x[i] : 0;
}

// expect: declined Volatile
void poll_port(int *restrict log, const volatile int *restrict port, int n) {
  for (int i = 0; i < n; i++)
    log[i] = port[i];
}

struct flags {
  unsigned int on : 1, level : 7;
};

// expect: declined BitField
void raise_levels(struct flags *f, int n) {
  for (int i = 0; i < n; i++)
    f[i].level = f[i].on ? 100 : 0;
}

// expect: declined EarlyExit
int first_of_some(const int *x, const unsigned char *kind, int n) {
  int i;
  for (i = 0; i < n; i++)
    if (kind[i] > 8 && x[i] < 0)
      break;
  return i;
}

// expect: declined CarriedScalar
uint32_t hash_bytes(const uint8_t *p, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ p[i]) * 16777619u;
  return h;
}

// expect: declined FloatReduction
void prefix_sums(float *restrict out, const float *restrict x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    out[i] = sum;
  }
}

// expect: declined NoTripCount
int collatz_steps(unsigned x) {
  int steps = 0;
  while (x > 1 && steps < 500) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  return steps;
}

// expect: declined CarriedDependence
void scatter_add(int *restrict bins, const int *restrict which, const int *restrict amount, int n) {
  for (int i = 0; i < n; i++)
    bins[which[i]] += amount[i];
}

// expect: declined UnsupportedType
void extended(long double *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5L;
}

// expect: declined CarriedDependence
void fibonacci_mod(uint32_t *f, int n) {
  for (int i = 2; i < n; i++)
    f[i] = f[i - 1] + f[i - 2];
}
