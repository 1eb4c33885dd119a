// RUN explain: --target=avx2 --explain
// What all callers ask for is a few iterations, which a compiler writes out in each of them.
static int segment(int value, const short *ends, int size) {
  int i = 0;
  while (i < size && value > ends[i])
    i++;
  return i;
}

static void difference(short *out, const unsigned char *a, const unsigned char *b, int side) {
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      out[y * side + x] = (short)(a[y * 16 + x] - b[y * 16 + x]);
}

// Some callers ask for more, or nobody knows for how much.
static void larger(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

static void handed_on(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

typedef void (*step)(float *, int);

step use(short *out, const unsigned char *a, const unsigned char *b, float *x, const short *ends, int n) {
  difference(out, a, b, 4);
  difference(out + 16, a + 8, b + 8, 8);
  out[0] = (short)segment(out[1], ends, 8);
  larger(x, 4);
  larger(x, n);
  handed_on(x, 4);
  return handed_on;
}
