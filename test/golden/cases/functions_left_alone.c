// RUN explain: --explain -o /dev/null -- -O2 -mavx2 -mfma
__attribute__((target("no-avx"))) void older(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 7;
}
__attribute__((target_clones("avx2", "default"))) void cloned(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 8;
}
inline void everywhere(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 9;
}
void by_place(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = __LINE__;
}
void in_a_segment(int __seg_fs *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 10;
}
