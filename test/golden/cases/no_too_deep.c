// RUN explain: --target=avx2 --explain -o /dev/null
#define FOUR(x) x x x x
void f(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(a[i] += b[i];))))))
  }
}
