// Elements that an iteration reads after the one before it has written them: blocks of lanes take them out of registers.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void sums_of_neighbours(float *restrict sums, float *restrict steps, const float *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    steps[i + 1] = in[i] * 0.5f;
    sums[i] = steps[i] + steps[i + 1];
  }
}

// expect: vectorized
void pointers_may_meet(double *out, double *last, const double *in, ptrdiff_t n) {
  for (ptrdiff_t i = 1; i < n; i++) {
    last[i] = in[i] - 1;
    out[i] = last[i - 1] * in[i];
  }
}

// expect: any
void three_before(uint8_t *restrict out, uint8_t *restrict line, const uint8_t *restrict in, int n) {
  for (int i = 3; i < n; i++) {
    line[i] = (uint8_t)(in[i] ^ 0x5a);
    out[i] = (uint8_t)((line[i - 3] + line[i] + 1) >> 1);
  }
}

// expect: any
void several_before(int16_t *restrict out, int16_t *restrict line, const int16_t *restrict in, int n) {
  for (int i = 2; i < n; i++) {
    line[i] = (int16_t)(in[i] & 0x3ff);
    out[i] = (int16_t)(line[i] - 2 * line[i - 1] + line[i - 2]);
  }
}

// expect: any
void downwards(int *restrict out, int *restrict line, const int *restrict in, int n) {
  for (int i = n - 1; i >= 0; i--) {
    line[i] = in[i] >> 1;
    out[i] = line[i + 1] ^ line[i];
  }
}

// expect: any
void by_rows(int n, int m, float (*restrict out)[n], float (*restrict grid)[n], float (*restrict in)[n]) {
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++) {
      grid[j][i] = in[j][i] + 1.0f;
      out[j][i] = grid[j][i - 1] * grid[j][i];
    }
}

// The element that is read was written twice.
// expect: any
void written_twice(int *restrict out, int *restrict line, const int *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    line[i + 1] = in[i] & 0xffff;
    out[i] = line[i] + 1;
    line[i] = in[i] & 0xff;
  }
}

// expect: any
void written_in_front(int *restrict out, int *restrict line, const int *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    line[i] = in[i] & 0xff;
    line[i + 1] = in[i] & 0xffff;
    out[i] = line[i] + 1;
  }
}

// Only some iterations write.
// expect: any
void written_by_some(int *restrict out, int *restrict line, const int *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] > 0)
      line[i + 1] = in[i] >> 2;
    out[i] = line[i] ^ 1;
  }
}

// expect: any
void interleaved(float *restrict out, float *restrict line, const float *restrict in, int n) {
  for (int i = 1; i < n; i++) {
    line[2 * i] = in[i] + 0.25f;
    out[i] = line[2 * i - 2] - line[2 * i];
  }
}

// Another array, which may overlap, is not what the iteration before has written.
// expect: any
long behind_another_array(long *line, const long *a, int n) {
  long sum = 0;
  for (int i = 4; i < n; i++) {
    line[i] = 65535;
    sum += a[i - 3] > 1;
  }
  return sum;
}
