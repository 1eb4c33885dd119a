// Two ends that meet if parameters say so; frames of samples that overlap if they do.

// expect: vectorized
void taper(int n, int overlap, float *restrict xx, const float *restrict x, const float *restrict window) {
  for (int i = 0; i < overlap; i++) {
    xx[i] = x[i] * window[i];
    xx[n - i - 1] = x[n - i - 1] * window[i];
  }
}

// expect: vectorized
void coefficients(int d, int *restrict a, const int *restrict p, const int *restrict q) {
  int half = d >> 1;
  for (int k = 0; k < half; k++) {
    unsigned sum = (unsigned)p[k + 1] + p[k], difference = (unsigned)q[k + 1] - q[k];
    a[k] = (int)(-difference - sum);
    a[d - k - 1] = (int)(difference - sum);
  }
}

// expect: vectorized
void add_mirrored(int m, int n, short *x) {
  for (int i = 0; i < m; i++)
    x[i] += x[n - i];
}

// expect: any
void fade(int n, int channels, const short *restrict in, short *restrict out, const short *restrict window) {
  for (int i = 0; i < n; i++) {
    const short diff = (short)((in[i * channels] - in[i * channels + 1]) / 2 * window[i] >> 15);
    out[i * channels] = (short)(out[i * channels] - diff);
    out[i * channels + 1] = (short)(out[i * channels + 1] + diff);
  }
}

// Thirds of one array, the second of which begins at a length that has a name.
// expect: vectorized
void thirds(float *x, int m) {
  const int m2 = 2 * m;
  for (int j = 0; j < m; j++) {
    const float a = x[j + m], b = x[j + m2];
    x[j + m] = x[j] - a;
    x[j + m2] = x[j] * b + a;
    x[j] += a + b;
  }
}
