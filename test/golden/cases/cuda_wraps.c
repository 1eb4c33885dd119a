// With -fwrapv sums of the source wrap; CUDA's compiler takes no such flag for kernels, so they are computed unsigned.
// RUN cuda: --target=cuda --cuda-mem=managed %f -- -fwrapv
void shifted(int n, const int *x, int *y) {
  for (int i = 0; i < n; i++)
    y[i] = -(x[i] + 1) < 0;
}
