// Inner loops of which some statements wait for the iteration before: lanes for the others, rows for these.
#include <math.h>
#include <stdint.h>

// The two products of BiCG: one adds to a row, the other along it.
// expect: any
void two_products(int m, int n, double a[restrict n][m], double s[restrict m], double q[restrict n], const double p[restrict m], const double r[restrict n]) {
  for (int i = 0; i < n; i++) {
    q[i] = 0.0;
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
  }
}

// Nothing says that the arrays are apart.
// expect: any
void two_products_anywhere(int m, int n, const float *a, float *s, float *q, const float *p, const float *r) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++) {
      s[j] += r[i] * a[i * m + j];
      sum += a[i * m + j] * p[j];
    }
    q[i] = sum;
  }
}

// A value that both need.
// expect: any
void shared_value(int m, int n, double a[restrict n][m], double s[restrict m], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++) {
    double sum = q[i];
    for (int j = 0; j < m; j++) {
      const double v = a[i][j] * 2.0;
      const double w = v * v + p[j];
      s[j] += w;
      sum = sum * 0.5 + v * w;
    }
    q[i] = sum;
  }
}

// What the sum reads has been stored in the same iteration, and what is stored next is read ahead.
// expect: any
void stored_before(int m, int n, double a[restrict n][m + 1], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i][j] = a[i][j] * p[j];
      q[i] = q[i] + a[i][j];
    }
}

// It is read before it is stored by the next iteration: in loops of their own it would be the new value.
// expect: any
void read_ahead(int m, int n, double a[restrict n][m + 1], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i][j] = a[i][j] * p[j];
      q[i] = q[i] + a[i][j + 1];
    }
}

// What was stored in the iteration before.
// expect: any
void read_behind(int m, int n, double a[restrict n][m + 1], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      a[i][j] = a[i][j] * p[j];
      q[i] = q[i] + a[i][j - 1];
    }
}

// The sum comes first: the row waits for it.
// expect: any
void fed_by_sum(int m, int n, double a[restrict n][m], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      q[i] = q[i] * 0.5 + p[j];
      a[i][j] += q[i];
    }
}

// The row of sums feeds the next row's.
// expect: any
void crossed_rows(int m, int n, double s[restrict m], double q[restrict n], const double p[restrict m]) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) {
      s[j] = s[j] * 0.25 + p[j];
      sum = sum * 0.5 + s[j];
    }
    q[i] = sum;
  }
}

// A scalar that the last iteration leaves, and one that only some set.
// expect: any
double leaves_last(int m, int n, double s[restrict m], double q[restrict n], double a[restrict n][m]) {
  double last = 0, seen = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) {
      last = a[i][j] + 1;
      s[j] += last;
      if (a[i][j] > 0.5)
        seen = a[i][j];
      sum = sum * 0.5 + a[i][j];
    }
    q[i] = sum + seen;
  }
  return last;
}

// Under conditions.
// expect: any
void some_of_both(int m, int n, double a[restrict n][m], double s[restrict m], double q[restrict n]) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) {
      if (a[i][j] > 0)
        s[j] += a[i][j];
      if (a[i][j] < 1)
        sum += a[i][j];
    }
    q[i] = sum;
  }
}

// In three, of which the outer ones are of one kind.
// expect: any
void there_and_back(int m, int n, float a[restrict n][m], float b[restrict n][m], float s[restrict m], float t[restrict m], float q[restrict n]) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++) {
      s[j] += a[i][j];
      sum += a[i][j] * b[i][j];
      t[j] -= b[i][j];
    }
    q[i] = sum;
  }
}

// Triangles.
// expect: any
void lower_products(int n, double a[restrict n][n], double s[restrict n], double q[restrict n], const double p[restrict n]) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < i; j++) {
      s[j] += a[i][j] * p[i];
      sum += a[i][j] * p[j];
    }
    q[i] = sum;
  }
}

// Sums along columns of a table, of bytes, and a checksum of each row that no order but C's gives.
// expect: any
void row_checks(int m, int n, uint8_t a[restrict n][m], uint32_t s[restrict m], uint32_t q[restrict n]) {
  for (int i = 0; i < n; i++) {
    uint32_t check = 1;
    for (int j = 0; j < m; j++) {
      s[j] += a[i][j];
      check = check * 31 + a[i][j];
    }
    q[i] = check;
  }
}

// The same row twice: the second statement reads what the first one stored for another column.
// expect: any
void same_row(int m, int n, double *a, double *b, double *q) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[j] = a[j] * 0.5 + i;
      q[i] = q[i] + b[j + 2];
    }
}
