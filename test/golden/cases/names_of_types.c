// RUN avx2: --target=avx2
#include <stdint.h>
typedef uint32_t u32;
typedef struct {
  int a, b;
} N;
#define W (3 + 4)
u32 named_like_a_type(const u32 *q, int n) {
  unsigned u32 = 0;
  for (int i = 0; i < n; i++)
    u32 += q[i] * 3;
  return u32;
}
unsigned almost_named_so(const N *restrict p, int N_, unsigned W_) {
  unsigned s = W;
  for (int i = 0; i < N_; i++)
    s += (unsigned)p[i].a * W_;
  return s;
}
void of_nothing(void *p, int n) {
  for (int i = 0; i < n; i++)
    *(int *)(p + 4 * i) += 5;
}
