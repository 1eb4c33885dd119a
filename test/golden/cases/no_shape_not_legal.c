// RUN explain: --target=avx2 --explain -o /dev/null
void recur(float *a, int n) {
#pragma vecify shape(i:16)
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] * 0.5f;
}
