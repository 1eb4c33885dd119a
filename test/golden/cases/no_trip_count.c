// RUN explain: --target=avx2 --explain -o /dev/null
int length(const int *next, int i) {
  int n = 0;
  while (i >= 0) {
    i = next[i];
    n++;
  }
  return n;
}
