// Scalars that hold what the iteration before computed: delay lines, differences, wrap-around values.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
int pair_sums(int *restrict out, const int *restrict in, int last, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = (in[i] & 0xffff) + (last & 0xff);
    last = in[i];
  }
  return last;
}

// The line moves before the store, so that the store may be in place.
// expect: vectorized
float three_taps(float *y, const float *x, const float *taps, float one_back, float two_back, int n) {
  for (int i = 0; i < n; i++) {
    float sum = x[i] + taps[0] * one_back + taps[1] * two_back;
    two_back = one_back;
    one_back = x[i];
    y[i] = sum;
  }
  return one_back - two_back;
}

// Here it moves behind the store: the same array would give another sequence.
// expect: vectorized
void smooth_after(double *y, const double *x, int n) {
  double last = 0.5;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + last;
    last = x[i];
  }
}

// expect: vectorized
void in_place_difference(int *v, int n) {
  int last = 7;
  for (int i = 0; i < n; i++) {
    int now = v[i];
    v[i] = now ^ last;
    last = now;
  }
}

// expect: vectorized
void bytes_between(uint8_t *restrict out, const uint8_t *restrict in, int n) {
  uint8_t last = 0;
  for (int i = 0; i < n; i++) {
    out[2 * i] = (uint8_t)((3 * last + in[i] + 1) >> 2);
    out[2 * i + 1] = in[i];
    last = in[i];
  }
}

// The sum of a window that slides: what is delayed is computed, not read.
// expect: vectorized
void sliding_columns(short *restrict out, const short *restrict top, const short *restrict low, int n) {
  int before = 0, here = 0;
  for (int i = 0; i < n; i++) {
    int next = (top[i] >> 2) + (low[i] >> 2);
    out[i] = (short)((before + here + next) >> 2);
    before = here;
    here = next;
  }
}

// Four deep, and a sum besides.
// expect: vectorized
unsigned hash_of_five(const unsigned *x, unsigned a, unsigned b, unsigned c, unsigned d, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] ^ (a << 1) ^ (b << 2) ^ (c << 3) ^ (d << 4);
    d = c;
    c = b;
    b = a;
    a = x[i];
  }
  return sum ^ a ^ b ^ c ^ d;
}

// The counter of the iteration before, as a subscript.
// expect: any
void wrapped_neighbour(float *restrict out, const float *restrict in, int n) {
  int before = n - 1;
  for (int i = 0; i < n; i++) {
    out[i] = in[i] + in[before];
    before = i;
  }
}

// Read in a branch, assigned always.
// expect: vectorized
void rising_edges(int *restrict out, const int *restrict in, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    int now = in[i];
    if (now > last)
      out[i] = now;
    last = now;
  }
}

// A true recurrence: the new value depends on the old one.
// expect: declined CarriedScalar
void integrate_leaky(float *restrict out, const float *restrict in, float state, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = state;
    state = in[i] + 0.5f * state;
  }
}

// Not every iteration moves it.
// expect: declined CarriedScalar
void hold_last_valid(int *restrict out, const int *restrict in, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    out[i] = last;
    if (in[i] >= 0)
      last = in[i];
  }
}

// What would be read early is stored in between.
// expect: declined CarriedScalar
void stored_in_between(int *v, int n) {
  int last = 1;
  for (int i = 0; i < n; i++) {
    v[i] ^= last;
    last = v[i];
  }
}

// What is delayed finds a place: compilers let the first iterations run before the loop.
// expect: declined NotProfitable
void differences_around(double *restrict e, const double *restrict x, int n) {
  int j = n - 1;
  for (int i = 0; i < n; i++) {
    e[i] = x[i] - x[j];
    j = i;
  }
}

// expect: declined NotProfitable
void two_before(float *restrict a, const float *restrict b, int n) {
  int last = n - 1, before = n - 2;
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + b[last] + b[before]) * .333f;
    before = last;
    last = i;
  }
}
