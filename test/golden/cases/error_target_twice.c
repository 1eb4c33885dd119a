// RUN error: --target=avx2,avx512,avx2
void f(void) {}
