// RUN explain: --target=avx2 --explain -o /dev/null
void jump(int *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i])
      goto next;
    a[i] = 1;
  next:;
  }
}
