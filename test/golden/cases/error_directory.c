// RUN error: --target=avx2 %f .
int x;
