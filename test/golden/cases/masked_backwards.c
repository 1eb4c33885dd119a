// RUN avx512: --target=avx512 -- -march=x86-64-v4
// The first lanes are off and lie before y, where no subscript may point.
void halve(short *restrict y, unsigned long n) {
#pragma vecify tail(mask) unroll(1)
  for (unsigned long i = n; i-- > 0;)
    y[i] /= 2;
}
