// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Two weights that make up 255: the sum fits 16 bits, and so does the product that divides it.
void over(unsigned char *restrict d, const unsigned char *restrict s, const unsigned char *restrict alpha, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (s[i] * alpha[i] + d[i] * (255 - alpha[i])) / 255;
}
