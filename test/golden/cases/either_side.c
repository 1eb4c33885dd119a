// A distance of either sign: the reads come first, or the writes are a block behind.
// RUN avx2: --target=avx2 --explain -- -O3 -mavx2 -mfma
void add_part(float *a, int o, int p, int n, float t) {
  for (int i = 0; i < n; i++)
    a[o + i] += t * a[p + i];
}
