// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// Members that are left out of a struct alone are no gap of a table, nor is what arrays leave out at their ends.
static const struct {
  int unused, factor, sizes[4], more;
} params = {.factor = 3, .sizes = {1, 2}, .more = 1};

void scale(int n, int *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * params.factor + params.sizes[1];
}
