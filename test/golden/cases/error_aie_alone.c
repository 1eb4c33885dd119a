// RUN error: --target=aie-ml,avx2
// RUN inplace: --target=aie -i
void f(int *x) { *x = 1; }
