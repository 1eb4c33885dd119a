// RUN explain: --target=avx2 --explain -o /dev/null
// Conditions that exclude each other.
void both(int n, float *x) {
  if (n > 37) {
    if (n < 20)
      for (int i = 0; i < n; i++)
        x[i] = 2 * x[i];
  }
}

void wide(unsigned char n, float *x) {
  if (n > 300)
    for (int i = 0; i < n; i++)
      x[i] = 2 * x[i];
}
