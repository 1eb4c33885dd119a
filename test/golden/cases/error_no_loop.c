// RUN error: --target=avx2
void f(int *a) {
#pragma vecify independent
  a[0] = 1;
}
