// RUN explain: --target=avx2 --explain -o /dev/null
int hash(const unsigned char *s, int n) {
  int h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + s[i];
  return h;
}
