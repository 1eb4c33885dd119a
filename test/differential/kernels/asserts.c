// Assertions in loops: where one fails the program ends, after what came before it.
#undef NDEBUG
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// expect: vectorized
void never_negative(size_t n, float *restrict y, const uint8_t *restrict x) {
  for (size_t i = 0; i < n; i++) {
    assert(x[i] * 3 >= 0);
    y[i] = (float)x[i] * 0.5f;
  }
}

// expect: vectorized
void hardly_ever(size_t n, int *restrict y, const int *restrict x) {
  for (size_t i = 0; i < n; i++) {
    assert(x[i] != 123456789 && "as good as never");
    y[i] = x[i] ^ (x[i] >> 3);
  }
}

// expect: vectorized
void of_the_counter(int n, int16_t *restrict y, const int16_t *restrict x) {
  for (int i = 0; i < n; i++) {
    assert(i >= 0 && i < n);
    y[i] = (int16_t)(x[i] + i);
  }
}

// expect: vectorized
unsigned now_and_then(size_t n, const uint16_t *restrict x) {
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) {
    const unsigned v = x[i];
    assert(v != 4711);
    sum += v;
  }
  return sum;
}

// expect: any
float of_subscripts(size_t n, const float *restrict x, const uint8_t *restrict at) {
  float most = 0;
  for (size_t i = 0; i < n; i++) {
    assert(at[i] != 250);
    most = x[at[i]] > most ? x[at[i]] : most;
  }
  return most;
}

// expect: any
void two_of_them(size_t n, uint8_t *restrict y, const uint8_t *restrict x) {
  for (size_t i = 0; i < n; i++) {
    assert(x[i] < 255);
    const int t = x[i] + 1;
    assert(t != 77);
    y[i] = (uint8_t)t;
  }
}

// expect: any
void under_a_condition(size_t n, int *restrict y, const int *restrict x) {
  for (size_t i = 0; i < n; i++) {
    if (x[i] > 0)
      assert(x[i] != 99);
    y[i] = x[i] * 3;
  }
}

// expect: any
void in_an_inner_loop(int rows, int (*restrict y)[16], const int (*restrict x)[16]) {
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < 16; i++) {
      assert(x[r][i] != 1234567);
      y[r][i] = x[r][i] + 1;
    }
}
