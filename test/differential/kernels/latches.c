// Any-of and all-of, in all their spellings and types.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
int any_or(const int *x, int n, int c, int found) {
  for (int i = 0; i < n; i++)
    found |= x[i] == c;
  return found;
}

// expect: vectorized
bool any_or_bool(const uint8_t *x, size_t n, uint8_t c) {
  bool found = false;
  for (size_t i = 0; i < n; i++)
    found |= x[i] == c;
  return found;
}

// expect: vectorized
int any_if(const int16_t *x, int n, int16_t c, int found) {
  for (int i = 0; i < n; i++)
    if (x[i] == c)
      found = 1;
  return found;
}

// expect: vectorized
double any_value(const float *x, int n, float c, double value, double wanted) {
  for (int i = 0; i < n; i++)
    if (x[i] < c)
      value = wanted;
  return value;
}

// expect: vectorized
int all_and(const uint8_t *x, int n, uint8_t c, int ok) {
  for (int i = 0; i < n; i++)
    ok &= x[i] < c;
  return ok;
}

// expect: vectorized
bool all_and_bool(const double *x, const double *y, int n) {
  bool ok = true;
  for (int i = 0; i < n; i++)
    ok &= x[i] <= y[i];
  return ok;
}

// expect: vectorized
bool all_unless(const float *x, int n, float limit) {
  bool ok = true;
  for (int i = 0; i < n; i++)
    if (!(x[i] < limit))
      ok = false;
  return ok;
}

// expect: vectorized
int all_logical(const int *x, int n, int c, int ok) {
  for (int i = 0; i < n; i++) {
    const int fits = x[i] < c;
    ok = ok && fits;
  }
  return ok;
}

// expect: vectorized
int any_logical(const short *x, int n, short c, int found) {
  for (int i = 0; i < n; i++)
    found = x[i] == c || found;
  return found;
}

// expect: vectorized
int keeps_ternary(const int8_t *x, int n, int state) {
  for (int i = 0; i < n; i++)
    state = x[i] < -100 ? -1 : state;
  return state;
}

// expect: vectorized
int nested_conditions(const int *x, const uint8_t *use, int n, int error) {
  for (int i = 0; i < n; i++) {
    if (use[i]) {
      if (x[i] < 0)
        error = 22;
    } else if (x[i] > 1000) {
      error = 22;
    }
  }
  return error;
}

// expect: vectorized
unsigned parity(const bool *x, int n) {
  bool odd = false;
  for (int i = 0; i < n; i++)
    odd ^= x[i];
  return odd;
}

// expect: vectorized
int several(const int *x, int n, int *restrict sum) {
  int s = 0, negative = 0, all_small = 1;
  for (int i = 0; i < n; i++) {
    s += x[i] & 255;
    negative |= x[i] < 0;
    all_small &= x[i] < 100000;
  }
  *sum = s;
  return negative * 2 + all_small;
}

// expect: vectorized
bool any_in_rows(const int *restrict x, int rows, uint8_t *restrict hit) {
  bool any = false;
  for (int r = 0; r < rows; r++) {
    hit[r] = x[r] == 3;
    any |= hit[r];
  }
  return any;
}

// Once it is found, C reads no further.
// expect: declined ShortCircuit
bool stops_reading(const uint8_t *x, int n, uint8_t c) {
  bool found = false;
  for (int i = 0; i < n; i++)
    found = found || x[i] == c;
  return found;
}

// The last one counts, not whether there was one.
// expect: declined CarriedScalar
int two_values(const int *x, int n, int state) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 100)
      state = 1;
    if (x[i] < -100)
      state = 2;
  }
  return state;
}

// What decides whether x[i] is read does not matter: every iteration reads it.
// expect: vectorized
int any_of_what_is_summed(const int *x, int n, int c, int *restrict sum) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    *sum += x[i];
    found = found || x[i] == c;
  }
  return found;
}

// expect: vectorized
bool all_of_some(const int *x, const int8_t *use, int n, int c, int *restrict y) {
  bool ok = true;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2;
    if (use[i] > 0)
      ok = ok && x[i] != c;
  }
  return ok;
}

// Neither 0 nor 1 on entry: only an iteration that runs the statement makes 1 of it.
// expect: vectorized
int any_of_some(const int *x, const int *use, int n, int found, int *restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + 1;
    if (use[i] == 3)
      found = found || x[i] == 7;
  }
  return found;
}

// The elements of a declared array may all be read.
// expect: vectorized
int any_of_declared(const int *x, int c) {
  int copy[40], found = 0;
  for (int i = 0; i < 40; i++)
    copy[i] = x[i] & 7;
  for (int i = 0; i < 40; i++)
    found = found || copy[i] == c;
  return found;
}

// The value passes through a float in every iteration.
// expect: any
int found_through_float(const uint8_t *x, int n, int c, int found) {
  for (int i = 0; i < n; i++)
    found = (int)((float)((found | (x[i] == c)) & 0x7fffff1f));
  return found;
}

// expect: any
int found_rounded(const uint8_t *x, int n, int c, int found) {
  found &= 0x7ffffff;
  for (int i = 0; i < n; i++)
    found = (int)((float)(found | (x[i] == c)));
  return found;
}

// expect: any
float found_in_float(const int *x, int n, int c, float f) {
  f = f > 0 && f < 1000 ? f : 7;
  for (int i = 0; i < n; i++)
    f = (float)((int)f | (x[i] == c));
  return f;
}

static const int primes_known[8] = {2, 3, 5, 7, 11, 13, 17, 19};

// What is declared may be read in any iteration; what a pointer leads to may not be there.
// expect: vectorized
int or_in_table(int c, int found) {
  for (int i = 0; i < 8; i++)
    found = found || primes_known[i] == c;
  return found;
}

// expect: declined ShortCircuit
int or_behind_pointer(const int (*s)[64], int c, int found) {
  for (int i = 0; i < 64; i++)
    found = found || (*s)[i] == c;
  return found;
}

// No compiler is to warn of what the loop alone sets.
// expect: vectorized
int where_most(const int16_t *x, int n, int *most) {
  int at, m = -32769;
  for (int i = 0; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      at = i;
    }
  *most = m;
  return n > 0 ? at : -1;
}
