// RUN explain: --target=avx2 --explain -o /dev/null
void histogram(int *h, const unsigned char *s, int n) {
  for (int i = 0; i < n; i++)
    h[s[i]]++;
}
