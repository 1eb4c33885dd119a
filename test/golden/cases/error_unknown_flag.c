// RUN error: --targt=avx2
int x;
