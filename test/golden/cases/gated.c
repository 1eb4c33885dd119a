// A half of the condition that nothing changes: all of the iterations or none.
// RUN avx2: --target=avx2 -Rpass=vecify -Rpass-missed=vecify -- -O3 -mavx2
void gated(int *restrict d, const int *restrict s, int n, int channels) {
  for (int x = 0; x < n && channels == 4; x++)
    d[x] = 255 - s[x];
}
void asked_of_memory(int *restrict d, const int *restrict s, int n, const int *restrict channels) {
  for (int x = 0; x < n && *channels == 4; x++)
    d[x] = 255 - s[x];
}
