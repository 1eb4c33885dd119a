// RUN explain: --target=avx2 --explain -o /dev/null
void f(float *a, int n) {
  for (int i = 0; i < n; i++) {
    static int calls;
    calls++;
    a[i] = 0;
  }
}
