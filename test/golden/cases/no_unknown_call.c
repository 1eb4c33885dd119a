// RUN explain: --target=avx2 --explain -o /dev/null
void log_value(int);
void all(const int *a, int n) {
  for (int i = 0; i < n; i++)
    log_value(a[i]);
}
