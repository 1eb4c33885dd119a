// RUN explain: --target=avx2 --explain -o /dev/null
#define CLEAR(a, n) for (int i = 0; i < (n); i++) (a)[i] = 0
void clear(int *a, int n) { CLEAR(a, n /* all of them */); }
