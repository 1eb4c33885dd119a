// RUN explain: --target=avx2 --explain -o /dev/null -- -march=x86-64-v3
#include <stdint.h>

int of_a_sum(const int *x, int n, int most) {
  int s = 0, i;
  for (i = 0; i < n; i++) {
    s += x[i];
    if (s > most)
      break;
  }
  return i;
}

int under_a_condition(const int *x, int *restrict y, int n) {
  int i;
  for (i = 0; i < n; i++)
    if (x[i] > 0) {
      y[i] = x[i];
      if (x[i] == 7)
        break;
    }
  return i;
}

int behind_its_store(int *x, int n) {
  int i;
  for (i = 1; i < n; i++) {
    x[i] = x[i] * 3;
    if (x[i - 1] == 9)
      break;
  }
  return i;
}

int through_a_table(const uint8_t *x, const uint8_t *class, int n) {
  int i;
  for (i = 0; i < n; i++)
    if (class[x[i]] == 2)
      break;
  return i;
}

int read_by_some(const int *x, const int *y, int n) {
  int i;
  for (i = 0; i < n; i++)
    if (x[i] > 0 && y[i] == 0)
      break;
  return i;
}

int with_a_loop_inside(const int *x, int n) {
  int i;
  for (i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < 100; k++)
      s += x[i + k];
    if (s > 1000)
      break;
  }
  return i;
}
