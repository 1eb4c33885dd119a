// RUN explain: --target=avx2 --explain -o /dev/null
void store_or(int *restrict y, int *restrict z, int *restrict found, int n) {
  for (int i = 0; i < n; i++)
    y[i] = z[i] > 0 && (*found += 1) ? z[i] : 0;
}
