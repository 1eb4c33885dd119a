// Conditions inside loops: if/else, nested, ternaries, conditional stores, short circuits.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void three_way(int *restrict out, const int *restrict in, int low, int high, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] < low)
      out[i] = low;
    else if (in[i] > high)
      out[i] = high;
    else
      out[i] = in[i];
  }
}

// One store of what the three sides compute, each from other elements.
// expect: vectorized
void three_sums(float *restrict a, const float *restrict b, const float *restrict c, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    if (d[i] < 0)
      a[i] += b[i] * c[i];
    else if (d[i] == 0)
      a[i] += b[i] - c[i + 1];
    else
      a[i] = a[i] * c[i];
  }
}

// The sides read what other lanes store.
// expect: any
void three_shifts(int32_t *a, const int32_t *restrict d, int n) {
  for (int i = 0; i + 8 < n; i++) {
    if (d[i] < 0)
      a[i] = a[i + 8] + 1;
    else if (d[i] < 5)
      a[i] = a[i + 4] ^ 3;
    else
      a[i] = a[i] - a[i + 1];
  }
}

// What some lanes store is read again, by all and by some.
// expect: vectorized
void store_then_use(float *restrict a, float *restrict b, const float *restrict c, float *restrict sum, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] > 0) {
      b[i] = a[i] * c[i];
      a[i] = b[i] + 1;
    }
    sum[i] = a[i] + b[i];
  }
}

// Mostly nothing is to be done.
// expect: vectorized
void rare_update(double *restrict a, double *restrict b, const double *restrict c, const double *restrict d, int n) {
  for (int i = 0; i < n; i++)
    if (c[i] > 1e6) {
      const double q = d[i] / c[i];
      a[i] += q * d[i];
      b[i] -= q * c[i];
    }
}

// expect: vectorized
void gate_store(float *restrict out, const float *restrict in, float level, int n) {
  for (int i = 0; i < n; i++)
    if (in[i] > level)
      out[i] = in[i];
}

// expect: vectorized
void nested_ifs(int *restrict out, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int r = 0;
    if (a[i] > 0) {
      r = 1;
      if (b[i] > a[i])
        r = 2;
    } else if (b[i] & 1) {
      r = 3;
    }
    out[i] = r;
  }
}

// Two reads of one element that become one.
// expect: vectorized
void compare_with_itself(int *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    if (in[2 * 3] <= in[3 * 2])
      out[i] = 1;
}

// Widened bytes that a condition selects.
// expect: vectorized
void select_widened(int64_t *restrict out, const int64_t *restrict in, const uint8_t *restrict bytes, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t byte = bytes[i];
    out[i] = in[i] > 5 ? byte : in[i];
  }
}

// A complement of a comparison selects, and the comparison itself guards a read.
// expect: vectorized
void replace_ones(int *restrict out, const int *restrict in, const int *restrict other, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] != 1 ? 7 : other[i];
}

// expect: vectorized
void replace_ones_16(int16_t *restrict out, const int16_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] != 1 ? (int16_t)7 : out[i];
}

// The right operand is read only where the left allows it.
// expect: vectorized
void guarded_read(float *restrict out, const float *restrict v, const int *restrict valid, int n) {
  for (int i = 0; i < n; i++)
    out[i] = valid[i] ? v[i] : -1.0f;
}

// expect: vectorized
void guarded_divide(float *restrict q, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    q[i] = b[i] != 0.0f ? a[i] / b[i] : 0.0f;
}

// An integer division must not run in a lane that is switched off.
// expect: any
void guarded_integer_divide(int *restrict q, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      q[i] = a[i] / b[i];
}

// expect: vectorized
void select_by_sign(double *restrict out, const double *restrict x, const double *restrict up, const double *restrict down,
                    int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] >= 0.0 ? up[i] : down[i];
}

// expect: vectorized
void both_branches_store(int16_t *restrict pos, int16_t *restrict neg, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] >= 0) {
      pos[i] = x[i];
      neg[i] = 0;
    } else {
      pos[i] = 0;
      neg[i] = x[i];
    }
  }
}

// expect: vectorized
void short_circuit(uint8_t *restrict out, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] > 0 && (b[i] > 0 || a[i] > 100);
}

// expect: vectorized
void with_continue(float *restrict x, const uint8_t *restrict skip, float gain, int n) {
  for (int i = 0; i < n; i++) {
    if (skip[i])
      continue;
    x[i] *= gain;
  }
}

// expect: vectorized
void invariant_condition(float *restrict y, const float *restrict x, int square, int n) {
  for (int i = 0; i < n; i++)
    y[i] = square ? x[i] * x[i] : x[i];
}

// expect: vectorized
void triangle_wave(short *restrict out, unsigned short phase, unsigned short step, int n) {
  for (int i = 0; i < n; i++) {
    const unsigned short p = (unsigned short)(phase + i * step);
    out[i] = (short)(p < 32768 ? p - 16384 : 49151 - p);
  }
}

// Jumps as a translator from Fortran writes them.
// expect: vectorized
void jumps_forward(int *restrict a, int *restrict b, const int *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] > 0)
      goto positive;
    if (c[i] == -1)
      goto done;
    b[i] = a[i] ^ c[i];
    goto joined;
  positive:
    b[i] = a[i] & c[i];
    if (b[i] == 0)
      continue;
  joined:
    a[i] ^= 5;
  done:
    a[i] = a[i] & 0xffff;
  }
}

// expect: vectorized
int state_machine(const uint8_t *text, int n) {
  int words = 0;
  for (int i = 0; i < n; i++) {
    if (text[i] == ' ')
      goto blank;
    words += 1;
    continue;
  blank:
    words += 2;
  }
  return words;
}

// Both sides read the same coefficients, so no lane needs a mask to read them.
// expect: vectorized
void quantize_both_sides(short *restrict c, const unsigned short *restrict scale, const unsigned short *restrict bias, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] > 0)
      c[i] = (short)(((bias[i] + (unsigned)c[i]) * scale[i]) >> 16);
    else
      c[i] = (short)-(int)(((bias[i] - c[i]) * (unsigned)scale[i]) >> 16);
  }
}

// One place for all, read only if some iteration would: p may be NULL.
// expect: vectorized
void added_where_asked(int *restrict y, const int *restrict x, const int *restrict p, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 100 ? x[i] + p[3] : x[i];
}

// A subscript far outside of its array where nobody asks for it.
static const int some_steps[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
// expect: vectorized
void looked_up_where_asked(int *restrict y, const int *restrict x, unsigned k, int n) {
  const unsigned at = k & 1 ? k | 0x40000000 : k & 14;
  for (int i = 0; i < n; i++)
    y[i] = at < 16 ? x[some_steps[at]] + i : x[i];
}

// expect: vectorized
void looked_up_if_asked(int *restrict y, const int *restrict x, unsigned k, int n) {
  const unsigned at = k & 1 ? k | 0x40000000 : k & 14;
  int steps[16] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5};
  for (int i = 0; i < n; i++) {
    y[i] = x[i];
    if (at < 16)
      y[i] += x[steps[at]];
  }
}

// Bytes and 16-bit numbers have masked memory on AVX-512 only; elsewhere lane by lane.
// expect: vectorized
void some_bytes(uint8_t *restrict y, const uint8_t *restrict x, const uint8_t *restrict c, int n) {
#pragma vecify shape(i : 16)
  for (int i = 0; i < n; i++)
    if (c[i] & 1)
      y[i] = (uint8_t)(x[i] + 3);
}

// expect: vectorized
void some_shorts(int16_t *restrict y, const int16_t *restrict x, const int *restrict c, int n) {
#pragma vecify tail(mask)
  for (int i = 0; i < n; i++)
    if (c[i] > 5)
      y[i] = (int16_t)(x[i] * c[i]);
}

// Masked gathers and scatters, in pieces where there is no instruction.
// expect: vectorized
void some_apart(float *restrict y, const float *restrict x, const int *restrict at, int n) {
#pragma vecify shape(i : 8)
  for (int i = 0; i < n; i++)
    if (at[i] > 0)
      y[3 * i] = x[at[i] & 15] * 2.0f;
}

// expect: vectorized
void some_backwards(int *restrict y, const int *restrict x, const int *restrict c, int n) {
#pragma vecify shape(i : 8)
  for (int i = 0; i < n; i++)
    if (c[i] > 2)
      y[n - 1 - i] = x[n - 1 - i] ^ c[i];
}

// The first lanes are off and lie before the array; compilers know that no subscript is that large.
// expect: vectorized
void backwards_where_asked(int16_t *restrict y, const int16_t *restrict x, short alpha, size_t n) {
#pragma vecify tail(mask)
  for (size_t i = n; i-- > 0;) {
    int16_t v = (alpha & 32767) < 256 ? 1 : x[i];
    y[i] = (int16_t)((y[i] < 2 ? 1 : v) % 7);
  }
}

// expect: vectorized
void from_the_fourth(int *restrict y, const int *restrict x, int n) {
#pragma vecify tail(mask)
  for (int i = 0; i < n; i++)
    y[i] = i >= 4 ? x[i - 4] : -1;
}

static void raise_it(int **p) {
  **p += 1;
}

// A cleanup function runs whenever its variable's block is left.
// expect: declined UnsupportedStmt
void cleans_up(int *restrict x, int *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int *element __attribute__((cleanup(raise_it))) = &x[i];
    y[i] = x[i];
  }
}

static int last_seen;
static void see(int *p) {
  last_seen = *p;
}
static int twice_the_last(int *x, int n) {
  int t __attribute__((cleanup(see))) = 0;
  for (int i = 0; i < n; i++) {
    t = x[i];
    x[i] = t + 1;
  }
  return t;
}

// expect: any
int cleans_up_at_the_end(int *restrict x, int n) {
  const int last = twice_the_last(x, n);
  return 3 * last_seen + last;
}

// A jump out of a statement expression leaves the whole expression.
// expect: declined UnsupportedExpr
void continues_in_an_expression(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    (void)({
      if (x[i] < 0)
        continue;
      1;
    });
    y[i] = x[i];
  }
}

// expect: vectorized
void leaves_in_an_expression(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    (void)({
      if (x[i] < 0)
        break;
      1;
    });
    y[i] = x[i];
  }
}

// Not every iteration comes to the jump.
// expect: declined EarlyExit
void leaves_in_some_expressions(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    (void)(x[i] > 100 || ({
             if (x[i] < 0)
               break;
             1;
           }));
    y[i] = x[i];
  }
}

#define QUALITY 2

// expect: vectorized
void by_quality(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
#if QUALITY > 2
    y[i] = x[i] * 3;
#elif QUALITY == 2 && !defined(FASTER)
#ifndef BIASED
    const int v = x[i] >> 1;
#else
    const int v = (x[i] + 1) >> 1;
#endif
    y[i] = v + x[i];
#else
    y[i] = x[i];
#endif
  }
}

// expect: vectorized
void never_elsewhere(int16_t *restrict o, const int *restrict x, int mode, int n) {
  for (int i = 0; i < n; i++) {
    int t = x[i] >> 16;
    if (!(t >= INT16_MIN && t <= INT16_MAX))
      __builtin_unreachable();
    switch (mode & 1) {
    case 0:
      t ^= 1;
      break;
    case 1:
      t += x[i] & 7;
      break;
    default:
      __builtin_unreachable();
    }
    o[i] = (int16_t)t;
  }
}

// expect: vectorized
void or_else(int *restrict y, const int *restrict x, const int *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = __extension__((x[i] & 3) ?: (z[i] ?: -1));
}
// expect: vectorized
void or_tiny(float *restrict y, const float *restrict x, float tiny, int n) {
  for (int i = 0; i < n; i++)
    y[i] = __extension__(x[i] ?: tiny) * __extension__(n ?: 2);
}

// Ranges of cases, as GNU C has them; one ends where the type does.
// expect: vectorized
void case_ranges(uint8_t *restrict value, const uint8_t *restrict text, int n) {
  for (int i = 0; i < n; i++)
    switch (text[i]) {
    case '0' ... '9':
      value[i] = (uint8_t)(text[i] - '0');
      break;
    case 'a' ... 'f':
      value[i] = (uint8_t)(text[i] - 'a' + 10);
      break;
    case '_':
    case 128 ... 255:
      value[i] = 254;
      break;
    default:
      value[i] = 255;
    }
}

// expect: vectorized
void case_ranges_unsigned(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    switch (x[i]) {
    case 0x80000000u ... 0xffffffffu:
      y[i] = x[i] * 3;
      break;
    case 100 ... 0x7fffffff:
      y[i] = x[i];
    }
}
