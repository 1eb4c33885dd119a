// RUN avx512: --target=avx512 --explain -- -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx2 -mfma -mf16c
// Either side is jumped over where no lane takes it; not where what it stores is read behind it.
static float a[32000], b[32000], c[32000], d[32000], e[32000];

void apart(void) {
  for (int i = 0; i < 32000; i++) {
    if (c[i] < 0)
      b[i] = a[i] + d[i] * d[i];
    else
      a[i] = c[i] + d[i] * e[i];
  }
}

void read_behind(void) {
  for (int i = 0; i < 32000; i++) {
    if (c[i] < 0)
      b[i] = a[i] + d[i] * d[i];
    else
      a[i] = c[i] + d[i] * e[i];
    e[i] = a[i] * b[i];
  }
}
