// Types that have no name where the helpers stand, and declarations that are more than a type and a name.
// RUN avx2: --target=avx2 --Rpass-missed=vecify -- -std=c11
void shifted(void *data, int n) {
  typedef float F;
  F *p = data;
  for (int i = 0; i < n; i++)
    p[i] += 1;
}

void scaled(void *data, int n) {
  struct row {
    float a[4];
  } *p = data;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      p[i].a[j] *= 2;
}

void doubled(__typeof__(float) *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] *= 2;
}

void rows(int (*a)[4], int (*e)[4]) {
  for (int(*q)[4] = a; q < e; q++)
    (*q)[1] = 3;
}

void stars(int *a, int **b, int n) {
  for (int *p = a, **q = b; p < a + n; p++)
    *p = q != 0;
}
