// RUN avx2: -Rpass-missed=vecify -- -march=x86-64-v3
// Arguments that are used twice: computed once; beyond some depth not looked at.
static inline unsigned step(unsigned x) { return x * x + 1u; }

void twelve(int n, const unsigned *restrict x, unsigned *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = step(step(step(step(step(step(step(step(step(step(step(step(x[i]))))))))))));
}

void sixteen(int n, const unsigned *restrict x, unsigned *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = step(step(step(step(step(step(step(step(step(step(step(step(step(step(step(step(x[i]))))))))))))))));
}
