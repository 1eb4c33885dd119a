// RUN avx2: --target=avx2 -Rpass=vecify -Rpass-missed=vecify -- -march=x86-64-v3
// What macros write is printed where it is invoked, if anything of it becomes vectors.
#include <stdint.h>

#define SUM_OF_DIFFERENCES(name, width, height)                                                                        \
  static int name(const uint8_t *a, intptr_t a_pitch, const uint8_t *b, intptr_t b_pitch) {                            \
    int sum = 0;                                                                                                       \
    for (int y = 0; y < height; y++) {                                                                                 \
      for (int x = 0; x < width; x++) {                                                                                \
        int d = a[x] - b[x];                                                                                           \
        sum += d < 0 ? -d : d;                                                                                         \
      }                                                                                                                \
      a += a_pitch;                                                                                                    \
      b += b_pitch;                                                                                                    \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }

SUM_OF_DIFFERENCES(differences_16x16, 16, 16)

int difference(const uint8_t *a, const uint8_t *b) { return differences_16x16(a, 16, b, 32); }

#define LENGTH_OF(type)                                                                                                \
  int length_##type(const type *list) {                                                                                \
    int n = 0;                                                                                                         \
    while (list[n])                                                                                                    \
      n += list[n];                                                                                                    \
    return n;                                                                                                          \
  }
LENGTH_OF(int32_t)

#define ADD_ALL(y, x, n) do { int i_; for (i_ = 0; i_ < (n); ++i_) (y)[i_] += (x)[i_]; } while (0)
void add(float *restrict y, const float *restrict x, int n, int m) {
  if (m > n)
    ADD_ALL(y, x, n); // the shorter one
  else
    ADD_ALL(y, x + 1, m /* the longer one */);
}

/* A note that compilers want to read stays. */
#define COUNT_DOWN(name)                                                                                               \
  int name(int *a, int n, int k) {                                                                                     \
    for (int i = 0; i < n; i++)                                                                                        \
      a[i] -= k;                                                                                                       \
    switch (k & 3) {                                                                                                   \
    case 2:                                                                                                            \
      k--;                                                                                                             \
      /* fall through */                                                                                               \
    default:                                                                                                           \
      k--;                                                                                                             \
    }                                                                                                                  \
    return k;                                                                                                          \
  }

COUNT_DOWN(count_down)
