// RUN avx2: --target=avx2
void fill(short *p, int n, short v) {
  do {
    *p++ = v;
  } while (--n > 0);
}
