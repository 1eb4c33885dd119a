// RUN avx2: --target=avx2
void move_down(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
}
