// Where a minimum or maximum was found first, or anything last.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
int argmin(const int *x, int n) {
  int m = 1000, k = -1;
  for (int i = 0; i < n; i++)
    if (x[i] < m) {
      m = x[i];
      k = i;
    }
  return k;
}

// Few different values: the first of many equal ones.
// expect: vectorized
int argmax_of_few(const int *x, int n) {
  int m = -1, k = 7;
  for (int i = 0; i < n; i++)
    if ((x[i] & 3) > m) {
      m = x[i] & 3;
      k = i;
    }
  return k;
}

// expect: vectorized
int argmax_float(const float *x, int n, float m, float *restrict peak) {
  int k = -1;
  for (int i = 0; i < n; i++)
    if (x[i] > m) {
      k = i;
      m = x[i];
    }
  *peak = m;
  return k;
}

// expect: vectorized
size_t argmin_double(const double *x, size_t n, double m) {
  size_t k = (size_t)-1;
  for (size_t i = 0; i < n; i++)
    if (x[i] < m) {
      m = x[i];
      k = i;
    }
  return k;
}

// expect: vectorized
int argmax_bytes(const uint8_t *x, int n) {
  int m = 0, k = -1;
  for (int i = 0; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      k = i;
    }
  return k + m;
}

// expect: vectorized
long nearest(const short *x, const short *y, long n, int px, int py) {
  int best = 2000000000;
  long k = -1;
  for (long i = 0; i < n; i++) {
    const int dx = (x[i] & 1023) - (px & 1023), dy = (y[i] & 1023) - (py & 1023);
    const int d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      k = i;
    }
  }
  return k;
}

// expect: vectorized
int argmin_of_some(const int *x, const int *use, int n) {
  int m = 1 << 30, k = -1;
  for (int i = 0; i < n; i++)
    if (use[i] > 0)
      if (x[i] < m) {
        m = x[i];
        k = i;
      }
  return k;
}

// The last of equal ones counts.
// expect: vectorized
int last_minimum(const int *x, int n) {
  int m = 1000, k = -1;
  for (int i = 0; i < n; i++)
    if (x[i] <= m) {
      m = x[i];
      k = i;
    }
  return k;
}

// expect: vectorized
int last_of_few(const int *x, int n, int m, int k) {
  for (int i = 2; i < n; i++)
    if ((x[i] & 3) >= m) {
      k = i;
      m = x[i] & 3;
    }
  return k;
}

// expect: vectorized
size_t last_minimum_double(const double *x, size_t n, double m, size_t k) {
  for (size_t i = 0; i < n; i++)
    if (x[i] <= m) {
      m = x[i];
      k = i;
    }
  return k;
}

// expect: vectorized
int last_maximum_of_some(const float *x, const int *use, int n, float m, float *restrict peak) {
  int k = -7;
  for (int i = 0; i < n; i++)
    if (use[i] > 0)
      if (x[i] >= m) {
        m = x[i];
        k = i;
      }
  *peak = m;
  return k;
}

// Another update leaves the place alone.
// expect: declined CarriedScalar
int place_of_some(const int *x, const int *y, int n) {
  int m = 1000, k = -1;
  for (int i = 0; i < n; i++) {
    if (x[i] < m) {
      m = x[i];
      k = i;
    }
    m = y[i] < m ? y[i] : m;
  }
  return k;
}

// What else depends on the running minimum.
// expect: declined CarriedScalar
int running_minimum(const int *x, int *restrict is_new, int n) {
  int m = 1000, k = -1;
  for (int i = 0; i < n; i++) {
    int t = 0;
    if (x[i] < m) {
      m = x[i];
      t = 1;
    }
    is_new[i] = t;
  }
  return k + m;
}

// The place itself, as a pointer.
// expect: declined UnsupportedStmt
const float *first_largest(const float *a, int n) {
  const float *best = a;
  float most = 0.0f;
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      best = a + i;
    }
  return best;
}

// A pointer that every row sets anew, and that is read behind them.
// expect: vectorized
float *fill_rows(float *a, float value, int rows, int width) {
  float *at = a;
  for (int i = 0; i < rows; i++) {
    at = a + i * width;
    for (int j = 0; j < width; j++)
      *at++ = value + (float)j;
  }
  return at;
}

// The last place of a positive value, and beside it the greatest value: not the place of that one.
// expect: vectorized
int last_positive(const int *a, int n, int *most) {
  int greatest = 0, last = -1;
  for (int i = 0; i < n; i++) {
    const int value = a[i];
    if (value > 0) {
      if (value > greatest)
        greatest = value;
      last = i;
    }
  }
  *most = greatest;
  return last;
}

// Where a condition was true last.
// expect: vectorized
int last_nonzero(const int16_t *restrict x, int n) {
  int last = -1;
  for (int i = 0; i < n; i++)
    if (x[i] != 0)
      last = i;
  return last;
}

// expect: vectorized
unsigned last_large(const float *restrict x, int n, float t, unsigned before) {
  unsigned last = before;
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      last = i;
  return last;
}

// Beside other results, under two conditions.
// expect: vectorized
long last_and_count(const int32_t *restrict x, const int32_t *restrict y, long n, int32_t *restrict count) {
  long last = 7;
  int32_t c = 0;
  for (long i = 0; i < n; i++)
    if (x[i] > 3) {
      c++;
      if (y[i] < x[i])
        last = 2 * i;
    }
  *count = c;
  return last;
}

// The condition depends on what came before.
// expect: any
int last_record(const int32_t *restrict x, int n) {
  int32_t m = x[0];
  int last = 0, records = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      last = i;
      records++;
    }
  return last * 1000 + records + (int)(m & 1);
}

// expect: any
int last_of_running_sum(const int8_t *restrict x, int n) {
  int s = 0, last = -5;
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > 100)
      last = i;
  }
  return last + s;
}

// The length of x's rows is the other n.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
// expect: any
void named_again(unsigned n, unsigned m, int64_t x[restrict m][n], int64_t *restrict y) {
  {
    unsigned n = 3;
    while (n < m) {
      y[n - 3] = (x[n][1] ^ y[n - 3]) & 511;
      n++;
    }
  }
}
#pragma GCC diagnostic pop

// As LINPACK has it: a NaN is taken, and everything after it.
// expect: vectorized
int argmax_of_magnitudes(const double *x, int n, int step) {
  if (n < 2 || step < 1 || step > 4)
    return -1;
  int k = 0, at = step;
  double m = fabs(x[0]);
  for (int i = 1; i < n; i++, at += step) {
    if (fabs(x[at]) <= m)
      continue;
    k = i;
    m = fabs(x[at]);
  }
  return k;
}

// expect: vectorized
int argmax_with_a_jump(const float *x, int n, float m, float *restrict peak) {
  int k = -1;
  for (int i = 0; i < n; i++) {
    if (x[i] <= m)
      goto next;
    k = i;
    m = x[i];
  next:;
  }
  *peak = m;
  return k;
}

// expect: vectorized
int last_argmin_of_no_more(const float *x, int n, float m, float *restrict least) {
  int k = -1;
  for (int i = 0; i < n; i++)
    if (!(x[i] > m)) {
      k = i;
      m = x[i];
    }
  *least = m;
  return k;
}

// expect: vectorized
unsigned argmin_not_at_least(const int16_t *x, unsigned n, int m) {
  unsigned k = 0;
  for (unsigned i = 0; i < n; i++)
    if (!(x[i] >= m)) {
      m = x[i];
      k = i;
    }
  return k;
}

// expect: vectorized
int argmax_by_place(const int *x, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[k])
      k = i;
  return k;
}

// expect: vectorized
size_t argmin_by_place(const float *x, size_t n) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (x[k] > x[i])
      k = i;
  return k;
}

// expect: vectorized
int last_argmax_by_place(const uint8_t *x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (!(x[i] < x[k]))
      k = i;
  return k;
}

struct weighed {
  double weight;
  int id;
};

// expect: any
int lightest(const struct weighed *things, int n, int from) {
  from &= 3;
  int best = from;
  for (int i = from + 1; i < n; i++)
    if (things[i].weight < things[best].weight)
      best = i;
  return best;
}

// A NaN is never taken, or always.
// expect: any
int unless_less(const double *x, int n) {
  int k = 0;
  for (int i = 1; i < n; i++) {
    if (x[i] <= x[k])
      continue;
    k = i;
  }
  return k;
}

// expect: any
int in_a_row(const int16_t *x, int width, int row, int n) {
  int k = 0;
  row &= 1;
  width = 5 + (width & 15);
  n = n < width ? n : width;
  for (int i = 1; i < n; i++)
    if (x[row * width + i] > x[row * width + k])
      k = i;
  return k;
}

// expect: vectorized
void greatest_of_rows(int *restrict o, const float *restrict x, int r, int c) {
  for (int i = 0; i < r; i++) {
    int best = 0;
    for (int j = 1; j < c; j++)
      if (x[i * c + j] > x[i * c + best])
        best = j;
    o[i] = best;
  }
}

// expect: vectorized
size_t least_behind(const int16_t *restrict x, size_t first, size_t n) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (x[first + 3 + i] <= x[first + k + 3])
      k = i;
  return k;
}

// Of another place than the counter's.
// expect: any
int greatest_of_low_bytes(const int *restrict x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > x[(uint8_t)k])
      k = i;
  return k;
}

// From a place that is given.
// expect: vectorized
long pivot_from(const double *c, long n, double d, long k) {
  long l = k;
  double max = d;
  for (long i = k + 1; i < n; i++)
    if (c[i] > max) {
      l = i;
      max = c[i];
    }
  return l;
}

// expect: vectorized
long pivot_row(const double *c, long k, long m) {
  long l = k;
  for (long i = k + 1; i < m; i++)
    if (fabs(c[i]) > fabs(c[l]))
      l = i;
  return l;
}

// expect: vectorized
unsigned smallest_magnitude(const float *x, unsigned n, unsigned start) {
  unsigned best = start;
  for (unsigned i = start; i < n; i++)
    if (fabsf(x[best]) > fabsf(x[i]))
      best = i;
  return best;
}
