// RUN explain: --target=avx2 --explain -o /dev/null
// RUN stdout: --target=avx2 -o -
// RUN limited: --target=avx2 --explain -o /dev/null -- -fcx-limited-range
// C scales the divisor of complex numbers by its exponent; the textbook's formula needs permission.
void quotients(int n, double _Complex *restrict z, const double _Complex *restrict a) {
  for (int i = 0; i < n; i++)
    z[i] = a[i] / z[i];
}
