// RUN explain: --target=avx2 --explain -o /dev/null
void barrier(int *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = i;
    __asm__ volatile("" ::: "memory");
  }
}
