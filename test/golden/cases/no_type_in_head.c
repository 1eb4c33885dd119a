// RUN explain: --target=avx2 --explain -o /dev/null
struct pair { int x; };

int fill(int *restrict a, int n) {
  int i, size;
  for (i = 0, size = sizeof(struct pair { int x, y; }); i < n; i++)
    a[i] = sizeof(struct pair);
  return size;
}
