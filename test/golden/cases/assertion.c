// RUN avx2: --target=avx2 -- -mavx2 -mfma
// RUN remarks: --target=avx2 --only=positive -Rpass-missed=vecify -- -mavx2 -mfma
// assert() in a loop: the vector part stops in front of the block in which it fails, and the source's loop reports it.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((void)sizeof(e), __extension__({ if (e) ; else __assert_fail(#e, "f.c", 1, "f"); }))

void halves(int n, float *restrict y, const int *restrict x) {
  for (int i = 0; i < n; i++) {
    assert(x[i] > 0);
    y[i] = (float)x[i] * 0.5f;
  }
}

void positive(int n, int *restrict y, const int *restrict x) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      assert(x[i] != 99);
    y[i] = x[i] * 3;
  }
}
