// RUN explain: --target=avx2 --explain -o /dev/null
struct flags { unsigned on : 1, level : 7; };
void clear(struct flags *f, int n) {
  for (int i = 0; i < n; i++)
    f[i].level = 0;
}
