// RUN error: --target=cuda,avx2 %f
void f(void) {}
