// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN nest: --print=nest -- -mavx2
// RUN explain: --target=avx2 --explain -- -mavx2 -mfma

// A function that is left in each lane at another time.
static int escapes(float cx, float cy, int most) {
  float x = 0, y = 0;
  for (int k = 0; k < most; k++) {
    float x2 = x * x, y2 = y * y;
    if (x2 + y2 > 4.0f)
      return k;
    y = 2 * x * y + cy;
    x = x2 - y2 + cx;
  }
  return most;
}

void picture(int *restrict out, float left, float step, float cy, int width) {
  for (int i = 0; i < width; i++)
    out[i] = escapes(left + (float)i * step, cy, 256);
}

// Of such a loop compilers make vectors, along its own iterations.
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

void sums(int *restrict y, const int *a, const int *length, int n, int m) {
  for (int i = 0; i < n; i++)
    y[i] = sum(a + i * m, length[i]);
}
