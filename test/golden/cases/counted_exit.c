// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN nest: --target=avx2 --print=nest
// An `if` in front of all else that ends the loop by its counter is the trip count; what it does is the source's.
int scaled(int *restrict y, int n) {
  for (int i = 0;; i++) {
    if (i >= n)
      return -1;
    y[i] *= 3;
  }
}
