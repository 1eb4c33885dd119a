// RUN explain: --target=avx2 --explain -o /dev/null
void jump(int *a, int n, int k) {
  if (k)
    goto inside;
  for (int i = 0; i < n; i++) {
    a[i] = 1;
  inside:
    a[i] += k;
  }
}

void again(int *a, int n) {
  for (int i = 0; i < n; i++) {
  repeat:
    a[i] -= 3;
    if (a[i] > 0)
      goto repeat;
  }
}

void leave(int *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto out;
    a[i] = 1;
  }
out:
  a[0] = 0;
}
