// RUN avx2: --target=avx2 --explain -o /dev/null -- -O3 -mavx2 -mfma
// Sections of a filter wait for each other; a loop of its own that only copies what they leave is no gain.
void filter(int n, const float *restrict x, float *restrict y, const float (*restrict c)[4], float (*restrict s)[2]) {
  for (int i = 0; i < n; i++) {
    float sum = x[i];
    for (int k = 0; k < 4; k++) {
      const float t = sum + s[k][0] * c[k][0] + s[k][1] * c[k][1];
      sum = s[k][0] * c[k][2] + t * c[k][3];
      s[k][1] = s[k][0];
      s[k][0] = t;
    }
    y[i] = sum;
  }
}
