// RUN error: --target=avx2 -- -xc++
int x;
