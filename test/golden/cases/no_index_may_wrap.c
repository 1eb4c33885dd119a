// RUN explain: --target=avx2 --explain -o /dev/null
void far(char *a, long n) {
  for (long i = 0; i < n; i++)
    a[i * 0x7fffffffffffffffL] = 0;
}
