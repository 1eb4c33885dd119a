// Sums of what is read backwards: their lanes stand the other way round, and nothing is reversed.
#include <stdint.h>

// expect: vectorized
int backward_dot(int n, const int *restrict a, const int *restrict b) {
  int sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum += a[i] * b[i];
  return sum;
}

// expect: vectorized
unsigned backward_hash(int n, const unsigned *restrict a) {
  unsigned all = 5, none = ~0u;
  for (int i = n - 1; i >= 0; i--) {
    all ^= a[i] * 77u;
    none &= a[i] | 3u;
  }
  return all + 3 * none;
}

// expect: vectorized
int backward_extremes(int n, const int *restrict a, const int *restrict b) {
  int least = 1 << 30, most = -(1 << 30);
  for (int i = n - 1; i >= 0; i--) {
    const int x = a[i] & 0xffff, y = b[i] & 0xffff;
    least = x - y < least ? x - y : least;
    most = x + y > most ? x + y : most;
  }
  return least ^ most;
}

// expect: vectorized
int backward_where(int n, const int *restrict a, const int *restrict b) {
  int sum = 0;
  for (int i = n - 1; i >= 0; i--)
    if (a[i] > 0)
      sum += a[i] ^ b[i];
  return sum;
}

// The index counts up in lanes that are not reversed.
// expect: any
int64_t backward_moments(int n, const int *restrict a) {
  int64_t sum = 0, first = 0;
  for (int i = n - 1; i >= 0; i--) {
    sum += a[i];
    first += (int64_t)i * a[i];
  }
  return sum + first;
}

// One operand is read forwards: the other one is reversed.
// expect: vectorized
int convolved_at(int n, const int *restrict a, const int *restrict b) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[n - 1 - i];
  return sum;
}

// What is summed up is stored as well, where it was read.
// expect: vectorized
int backward_sum_stored(int n, const int *restrict a, int *restrict d) {
  int sum = 0;
  for (int i = n - 1; i >= 0; i--) {
    const int x = a[i] * 3;
    d[i] = x;
    sum += x;
  }
  return sum;
}

// .. and forwards.
// expect: vectorized
int backward_sum_turned(int n, const int *restrict a, int *restrict d) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    const int x = a[n - 1 - i] * 3;
    d[i] = x;
    sum += x;
  }
  return sum;
}

// A delay line moves while its taps are summed up.
// expect: vectorized
int delay_line(int n, int *restrict x, const int *restrict h, int first) {
  int sum = 0;
  for (int i = n - 1; i > 0; i--) {
    sum += h[i] * x[i];
    x[i] = x[i - 1];
  }
  if (n > 0)
    x[0] = first;
  return sum;
}

// expect: vectorized
int backward_dot_shorts(int n, const int16_t *restrict a, const int16_t *restrict b) {
  int sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum += a[i] * b[i];
  return sum;
}

// expect: vectorized
unsigned backward_sad(int n, const uint8_t *restrict a, const uint8_t *restrict b) {
  unsigned sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum += (unsigned)(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]);
  return sum;
}

// expect: vectorized
float backward_dot_floats(int n, const float *restrict a, const float *restrict b) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = n - 1; i >= 0; i--)
    sum += a[i] * b[i];
  return sum;
}

// Every sum begins anew in a row of its own.
// expect: any
void backward_rows(int n, int m, const int (*restrict a)[m], int *restrict sums) {
  for (int j = 0; j < n; j++) {
    int sum = 0, other = 1;
    for (int i = m - 1; i >= 0; i--) {
      sum += a[j][i];
      other *= a[j][i] | 1;
    }
    sums[j] = sum ^ other;
  }
}
