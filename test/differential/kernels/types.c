// Every element type, conversions between them, shifts and the integer idioms.
#include <math.h>
#include <stdint.h>

// expect: vectorized
void i8_negate(int8_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (int8_t)-a[i];
}

// expect: vectorized
void i64_add(int64_t *restrict a, const int64_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (int64_t)((uint64_t)a[i] + (uint64_t)b[i]);
}

// expect: vectorized
void u64_multiply(uint64_t *restrict a, const uint64_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= b[i];
}

// expect: vectorized
void bool_and(_Bool *restrict a, const _Bool *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] && b[i];
}

// expect: vectorized
void bool_from_int(_Bool *restrict flags, const int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    flags[i] = x[i];
}

// expect: vectorized
void double_to_float(float *restrict to, const double *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (float)from[i];
}

// expect: vectorized
void int_to_double(double *restrict to, const int32_t *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

// expect: vectorized
void float_to_int(int32_t *restrict to, const float *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (int32_t)from[i];
}

// expect: vectorized
void fill_with_float(uint8_t *restrict to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (uint8_t)255.0f;
}

// expect: vectorized
void u32_to_float(float *restrict to, const uint32_t *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (float)from[i];
}

// expect: vectorized
void widen_i16(int64_t *restrict to, const int16_t *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

// expect: vectorized
void truncate_u32(uint8_t *restrict to, const uint32_t *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (uint8_t)from[i];
}

// expect: vectorized
void shift_by_element(uint32_t *restrict a, const uint32_t *restrict by, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (a[i] << (by[i] & 31)) | (a[i] >> ((32 - by[i]) & 31));
}

// expect: vectorized
void arithmetic_shift(int16_t *restrict a, int s, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (int16_t)(a[i] >> (s & 15));
}

// expect: vectorized
void absolute_i32(uint32_t *restrict out, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] < 0 ? 0u - (uint32_t)x[i] : (uint32_t)x[i];
}

// expect: vectorized
void absolute_difference_u16(uint16_t *restrict d, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]);
}

// expect: vectorized
void min_max_i8(int8_t *restrict lo, int8_t *restrict hi, const int8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    lo[i] = x[i] < lo[i] ? x[i] : lo[i];
    hi[i] = x[i] > hi[i] ? x[i] : hi[i];
  }
}

// expect: vectorized
void compare_mixed(uint8_t *restrict out, const int32_t *restrict a, const uint32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (uint32_t)a[i] < b[i];
}

// expect: vectorized
void divide_by_constant(uint32_t *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 8u + a[i] % 8u;
}

// expect: vectorized
void compound_mix(uint16_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += b[i];
    a[i] <<= 1;
    a[i] ^= 0x8005;
  }
}

// What a constant expression is computed in depends on its literals.
// expect: vectorized
void literal_types(long *restrict y, const long *restrict x, unsigned key, int n) {
  for (int i = 0; i < n; i++)
    y[i] = key * 2654435761u > 2147483648L ? x[i] : 3;
}

// Comparisons that a truth value decides, and one that it does not.
// expect: vectorized
void truth_against_more(int n, const _Bool *restrict m, const int *restrict x, int *restrict y) {
  const int ten = 10;
  for (int i = 0; i < n; i++) {
    int v = m[i] > ten ? x[i] : (int)((unsigned)x[i] + 1);
    if (ten >= (m[i] & (x[i] > 3)))
      v ^= 2;
    if (m[i] < 1)
      v ^= 12;
    y[i] = v;
  }
}

// Truth of constants that have wrapped.
// expect: vectorized
void truth_of_wrapped(int *restrict o, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t k = 255;
    k++;
    _Bool b = k;
    o[i] = (x[i] ^ (_Bool)(uint8_t)256) + b;
  }
}

// Beyond 2^63 an unsigned number has a negative one's bits.
// expect: vectorized
void add_huge_constants(double *restrict y, const double *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t all = UINT64_MAX, most = 3;
    most = -most;
    y[i] = a[i] * (double)all + (double)most;
  }
}

// expect: vectorized
void add_a_huge_constant(float *restrict y, const float *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t huge = 0xfffffffffffffff0u;
    y[i] = a[i] + (float)huge;
  }
}

// Questions about floats.
// expect: vectorized
void without_nans(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = isnan(x[i]) ? 0.5f : x[i];
}

// expect: vectorized
int infinities(const double *x, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (isinf(x[i]))
      count++;
  return count;
}

// expect: vectorized
void signs_of_infinities(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = isinf(x[i]);
}

// expect: vectorized
void which_are_finite(unsigned char *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = isfinite(x[i]);
}

// expect: vectorized
void compared(int *restrict y, const float *restrict x, const float *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = isless(x[i], z[i]) + 2 * isunordered(x[i], z[i]) + 4 * islessgreater(x[i], z[i]) +
           8 * isgreaterequal(x[i], z[i]) + 16 * (islessequal(x[i], z[i]) && !isgreater(x[i], z[i]));
}

// Made narrow and wide again.
// expect: any
void low_bytes(const uint32_t *restrict p, uint32_t *restrict o, int n, uint32_t m) {
  for (int i = 0; i < n; i++)
    o[i] = (uint8_t)p[i] * m + (uint8_t)(p[i] >> 8) * 3u + (uint16_t)(p[i] >> 3) + (uint8_t)(p[i] >> 24);
}

// expect: any
void low_signed(const int32_t *restrict p, int32_t *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = ((int8_t)p[i] * 77) ^ ((int16_t)(p[i] >> 5) + (int8_t)(uint8_t)((uint16_t)p[i] >> 7));
}

// expect: any
void low_of_words(const uint64_t *restrict p, int64_t *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (int64_t)((uint32_t)p[i] ^ (uint64_t)(uint16_t)(p[i] >> 13)) - (int8_t)(p[i] >> 40);
}

// expect: any
void low_of_shorts(const uint16_t *restrict p, int16_t *restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (int16_t)((uint8_t)p[i] * 5 - (int8_t)(p[i] >> 4));
}

// expect: vectorized
void upper_bits_as_floats(float *restrict out, const uint32_t *restrict state, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (float)(state[i] >> 8) * (1.0f / 16777216.0f) + (float)(state[i] >> 1) - (float)state[i];
}

// expect: vectorized
uint64_t sum_of_magnitudes(const int32_t *e, uint32_t *restrict m, int n) {
  uint64_t sum = 0;
  for (int i = 0; i < n; i++) {
    m[i] = e[i] < 0 ? -(uint32_t)e[i] : (uint32_t)e[i];
    sum += m[i];
  }
  return sum;
}

// expect: vectorized
void kept_by_complements(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b, const uint16_t *restrict c, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (uint8_t)((a[i] & ~b[i]) | (b[i] & ~(c[i] >> 3)) | (~a[i] & 0x5a));
}
