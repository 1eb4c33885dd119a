// RUN avx2: --target=avx2
int add(int a, int b) { return a + b; }
