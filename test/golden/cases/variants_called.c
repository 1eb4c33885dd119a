// RUN form: --target=avx512,avx2 --form=variants
static void add(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] += 1;
}
void twice(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] ^= 3;
  add(p, n);
}
