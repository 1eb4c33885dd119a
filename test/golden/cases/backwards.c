// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Everything lies backwards: no lane is turned round. What exceeds the other is a saturating difference.
void slide(unsigned short *table, unsigned by, int n) {
  unsigned short *p = table + n;
  do {
    unsigned m = *--p;
    *p = (unsigned short)(m >= by ? m - by : 0);
  } while (--n);
}
