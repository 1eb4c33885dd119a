// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// The loop ends in a macro's argument, and in the second function it is one.
#define SCALE(a, b) a *= b
#define NEXT(x) ((x) + 1)
#define ONCE(s) do { s } while (0)

void scale(float *restrict p, const float *restrict q, int n) {
  for (int i = 0; i < n; i++)
    SCALE(p[i], q[i]);
}

void inside(float *restrict p, const float *restrict q, int n) {
  ONCE(for (int i = 0; i < n; i++) p[i] = NEXT(q[i]););
}
