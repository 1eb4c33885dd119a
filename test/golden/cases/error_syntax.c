// RUN error: --target=avx2
void f(int n) { for (int i = 0; i < n; i++ }
