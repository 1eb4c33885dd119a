// RUN explain: --target=avx2 --explain -o /dev/null
#define SIX(x) x + x + x + x + x + x
void f(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = SIX(SIX(SIX(SIX(b[i + 1] * b[i]))));
}
