// RUN error: --target=avx3
int x;
